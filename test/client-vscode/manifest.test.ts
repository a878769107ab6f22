import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commands } from "../../shared/methods.js";

const folder = new URL("../../client-vscode/", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), "utf8");
const manifest = JSON.parse(read("package.json"));
const { contributes } = manifest;

interface Bound {
  readonly command: string;
  readonly when?: string;
  readonly key?: string;
  readonly mac?: string;
}

const declared: string[] = contributes.commands.map(({ command }: Bound) => command);
const menus = Object.values<Bound[]>(contributes.menus).flat();
const keys: Bound[] = contributes.keybindings;

describe("the manifest of the extension", () => {
  test("declares commands that somebody carries out: the server, or the extension itself", () => {
    const server: readonly string[] = Object.values(commands);
    const own = [...read("src/extension.ts").matchAll(/"(chat\.\w+)":/g)].map(([, name]) => name);
    expect(declared.filter((command) => !server.includes(command) && !own.includes(command))).toEqual([]);
    expect(own.filter((command) => !declared.includes(command as string))).toEqual([]);
    // It takes what it switches to as an argument; a person is asked by another command.
    expect(server.filter((command) => !declared.includes(command))).toEqual(["chat.switch"]);
  });

  test("puts only its own commands into menus, on keys and into the walkthrough", () => {
    const linked = [...JSON.stringify(contributes.walkthroughs).matchAll(/command:([\w.]+)/g)].map(([, command]) => command);
    for (const command of [...menus.map((item) => item.command), ...keys.map((item) => item.command), ...linked])
      expect(declared).toContain(command);
  });

  test("puts what is done with a conversation into the palette, the context menu and the title of its editor, and on a key", () => {
    const everywhere = ["send", "cancel", "preview", "switchModel", "status", "insertInclude", "recover"].map((name) => `chat.${name}`);
    for (const command of everywhere) {
      // What cannot be run is not in the palette.
      expect(contributes.commands.find((each: Bound) => each.command === command).enablement, command).toContain("editorLangId == chat");
      expect(contributes.menus.commandPalette ?? []).not.toContainEqual(expect.objectContaining({ command }));
      for (const bound of [contributes.menus["editor/context"], contributes.menus["editor/title"], keys] as Bound[][])
        expect(
          bound.map((each) => each.command),
          command,
        ).toContain(command);
    }
  });

  test("takes no key and no place outside of conversations, and no key twice", () => {
    for (const { when } of [...menus, ...keys]) expect(when).toMatch(/LangId == chat|chat\.preview/);
    for (const which of ["key", "mac"] as const) {
      const all = keys.map((item) => item[which]);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  test("sends only where the workspace is trusted, and never while a reply is written", () => {
    const { enablement } = contributes.commands.find(({ command }: Bound) => command === "chat.send");
    for (const when of [enablement, ...[...menus, ...keys].filter(({ command }) => command === "chat.send").map((item) => item.when)]) {
      expect(when).toContain("isWorkspaceTrusted");
      expect(when).toContain("!chatLanguage.running");
    }
    expect(manifest.capabilities.untrustedWorkspaces.supported).toBe("limited");
  });

  test("restricts settings that exist, and names files that are there", () => {
    const { properties } = contributes.configuration;
    for (const name of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations) expect(properties).toHaveProperty([name]);
    const files = [...JSON.stringify(manifest).matchAll(/"(?:\.\/)?((?:media|syntaxes)\/[^"]+|language-configuration\.json)"/g)].map(
      ([, path]) => path as string,
    );
    expect(files.length).toBeGreaterThan(5);
    for (const path of files) expect(existsSync(new URL(path, folder)), path).toBe(true);
  });

  test("names settings that none of VS Code's own is called", () => {
    const known =
      /^chat\.(?:agent|editor|editing|mcp|promptFiles|instructionsFilesLocations|tools\.(?:terminal|global|edits|urls|todos))\b/;
    expect(Object.keys(contributes.configuration.properties).filter((name) => known.test(name))).toEqual([]);
  });
});
