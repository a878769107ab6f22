import { describe, expect, test } from "vitest";
import { proxyFor } from "../../server/src/providers/proxy.js";

const https = new URL("https://api.example.com/v1");
const at = (url: string, env: { readonly [name: string]: string }): string | undefined => proxyFor(new URL(url), env)?.href;

test.each([
  ["https://api.example.com/", { HTTPS_PROXY: "http://a:1" }, "http://a:1/"],
  ["https://api.example.com/", { https_proxy: "http://a:1", HTTPS_PROXY: "http://b:1" }, "http://a:1/"],
  ["https://api.example.com/", { Https_Proxy: "http://a:1" }, "http://a:1/"],
  ["https://api.example.com/", { HTTPS_PROXY: "a:1" }, "http://a:1/"],
  ["https://api.example.com/", { HTTPS_PROXY: "https://a" }, "https://a/"],
  ["https://api.example.com/", { ALL_PROXY: "http://a:1" }, "http://a:1/"],
  ["https://api.example.com/", { HTTP_PROXY: "http://a:1" }, undefined],
  ["https://api.example.com/", { HTTPS_PROXY: " " }, undefined],
  ["http://api.example.com/", { HTTP_PROXY: "http://a:1", HTTPS_PROXY: "http://b:1" }, "http://a:1/"],
  ["http://api.example.com/", {}, undefined],
])("%s with %o goes through %s", (url, env, proxy) => {
  expect(at(url, env)).toBe(proxy);
});

describe("NO_PROXY", () => {
  const exempt = (url: string, NO_PROXY: string): boolean => at(url, { ALL_PROXY: "http://a:1", NO_PROXY }) === undefined;

  test.each([
    ["https://api.example.com/", "*"],
    ["https://api.example.com/", "api.example.com"],
    ["https://api.example.com/", "example.com"],
    ["https://api.example.com/", ".example.com"],
    ["https://api.example.com/", "*.example.com"],
    ["https://API.example.com/", "other.test, api.EXAMPLE.com"],
    ["https://api.example.com/", "x example.com:443"],
    ["http://localhost:11434/", "localhost:11434"],
    ["http://127.0.0.1:1/", "127.0.0.1"],
    ["http://[::1]:1/", "::1"],
    ["http://[::1]:1/", "[::1]:1"],
  ])("%s is exempt by '%s'", (url, names) => {
    expect(exempt(url, names)).toBe(true);
  });

  test.each([
    ["https://api.example.com/", ""],
    ["https://api.example.com/", ","],
    ["https://api.example.com/", "."],
    ["https://notexample.com/", "example.com"],
    ["https://example.com.test/", "example.com"],
    ["https://api.example.com/", "example.com:8443"],
    ["http://[::2]:1/", "::1"],
  ])("%s is not exempt by '%s'", (url, names) => {
    expect(exempt(url, names)).toBe(false);
  });
});

test.each(["socks5://user:secret@a:1", "http://", "::"])("a proxy that cannot be used (%s) is told without its password", (HTTPS_PROXY) => {
  expect(() => proxyFor(https, { HTTPS_PROXY })).toThrow(
    "The proxy in HTTPS_PROXY cannot be used: it must be an http:// or https:// address.",
  );
});
