import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { pageOf } = await import(new URL("../../../client-vscode/src/preview/page.ts", import.meta.url).href);

const page: string = pageOf({ script: "https://x/preview.js", style: "https://x/preview.css", source: "https://x", nonce: "n0nce" });

test("the page loads its own script and style, images from what it is told, and nothing else", () => {
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "img-src data:",
    "style-src https://x",
    "script-src 'nonce-n0nce'",
  ]);
});

test("every script of the page has the nonce, and none stands in the page itself", () => {
  expect([...page.matchAll(/<script\b[^>]*>([^<]*)/g)].map(([tag]) => tag)).toEqual(['<script nonce="n0nce" src="https://x/preview.js">']);
  expect(page).not.toMatch(/\bon[a-z]+=|<style|javascript:/);
});
