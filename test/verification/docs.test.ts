import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { codes } from "../../server/src/base/codes.js";
import { origins } from "../../server/src/config/operations.js";
import { type FileSupport, providerSupport } from "../../server/src/providers/support.js";
import { builtinPresets, options, shortcuts } from "../../shared/settings.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

test("what is written from tables is what the tables give", () => {
  execFileSync(process.execPath, ["server/build/docs.mjs", "--check"], { cwd: root });
});

test("docs/diagnostics.md lists every code once", () => {
  const page = read("docs/diagnostics.md");
  for (const code of Object.keys(codes)) expect(page.split(`| \`${code}\` |`)).toHaveLength(2);
});

describe("docs/options.md", () => {
  const page = read("docs/options.md");

  test("lists every option once; those that repeat a general parameter are covered by a sentence", () => {
    const repeated = /^(?:presets\.\*\.)?parameters\.(?:anthropic|openai|vertex|moonshot|codex|echo|\*)\./;
    const all = page.slice(page.indexOf("## All options"));
    for (const path of Object.keys(options)) {
      const isGeneral = repeated.test(path) && path.replace(repeated, "parameters.") in options;
      const rows = all.split(`| \`${path}\` |`).length - 1;
      expect(rows, path).toBe(isGeneral || path.startsWith("presets.*.parameters.") ? 0 : 1);
    }
  });

  test("names every layer, shortcut and preset", () => {
    const names = [...origins, ...[...Object.keys(shortcuts), ...Object.keys(builtinPresets)].map((name) => `\`${name}\``)];
    for (const name of names) expect(page).toContain(`| ${name} | `);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
}

/** The schemas that hold for a member, in whichever of the alternatives it is. */
function members(schema: Schema, name: string): Schema[] {
  const { properties = {}, patternProperties = {}, additionalProperties, anyOf = [] } = schema;
  const named = properties[name] ? [properties[name]] : [];
  const matching = Object.entries(patternProperties).flatMap(([key, each]) => (new RegExp(key).test(name) ? [each] : []));
  const own = [...named, ...matching];
  const rest = own.length === 0 && typeof additionalProperties === "object" ? [additionalProperties] : [];
  return [...own, ...rest, ...anyOf.flatMap((each) => members(each, name))];
}

/** The one schema of an option; undefined where there is none. */
function at(schema: Schema, path: string): Schema | undefined {
  let found: Schema | undefined = schema;
  for (const name of path.split(".")) {
    const all: Schema[] = found === undefined ? [] : members(found, name);
    expect(all.length, path).toBeLessThan(2);
    found = all[0];
  }
  return found;
}

describe("the schema of flemma.json", () => {
  const schema: Schema = JSON.parse(read("docs/flemma.schema.json"));
  const example = (path: string) =>
    path.replace("presets.*", "presets.$mine").replace("parameters.*", "parameters.local").replaceAll("*", "mine");

  test.each(Object.entries(options).map(([path, { by }]) => [example(path), by] as const))("%s (set by %s)", (path, by) => {
    expect(at(schema, path) !== undefined).toBe(by === "document" || by === "project");
  });

  test("has the shortcuts, and its own key", () => {
    for (const [name, path] of Object.entries(shortcuts)) expect(at(schema, name)).toEqual(at(schema, path));
    expect(at(schema, "$schema")).toEqual({ type: "string" });
  });

  test("takes a plain value where it is short for a member", () => {
    for (const path of ["thinking", "parameters.openai.thinking", "presets.$mine.parameters.thinking"]) {
      expect(JSON.stringify(at(schema, path)?.anyOf?.[0]), path).toContain('"minimal"');
    }
    expect(at(schema, "tools.autopilot")?.anyOf).toContainEqual({ type: "boolean" });
  });

  test("takes the dotted paths that may stand on top, and looks at those of tools", () => {
    expect(at(schema, "tools")?.anyOf).toContainEqual(expect.objectContaining({ type: "array" }));
    const { properties = {}, patternProperties = {} } = schema;
    for (const name of ["auto_approve", "autopilot"]) expect(properties[`tools.${name}`]).toEqual(at(schema, `tools.${name}`));
    const [pattern = ""] = Object.keys(patternProperties);
    for (const name of ["anthropic.thinking", "parameters.temperature"]) expect(name).toMatch(new RegExp(pattern));
    for (const name of ["anthropic", "thinkin", ".x"]) expect(name).not.toMatch(new RegExp(pattern));
  });

  test("refuses names that no option has", () => {
    for (const path of [
      "thinkin",
      "tools.autopilott",
      "presets.mine",
      "parameters.thinking.levl",
      "parameters.openai.reasonin",
      "providers",
      "inlayHints",
    ])
      expect(at(schema, path)).toBeUndefined();
    expect(schema.additionalProperties).toBe(false);
  });
});

describe("the settings of the VS Code extension", () => {
  const { contributes } = JSON.parse(read("client-vscode/package.json"));
  const properties: Readonly<Record<string, Readonly<Record<string, unknown>>>> = contributes.configuration.properties;

  test("are below chat, with a description and a default each", () => {
    for (const [name, setting] of Object.entries(properties)) {
      expect(name).toMatch(/^chat(?:\.[a-zA-Z_]+)+$/);
      expect(setting).toMatchObject({ default: setting.default, markdownDescription: expect.stringMatching(/\S/) });
    }
  });

  test("hold none that lies within another one: an editor could not tell them apart", () => {
    const names = Object.keys(properties);
    for (const name of names) expect(names.filter((other) => other.startsWith(`${name}.`))).toEqual([]);
  });

  test("leave endpoints and logins to the machine, for a folder from elsewhere must not choose where a conversation is sent", () => {
    const scoped = Object.entries(properties).filter(([, { scope }]) => scope !== undefined);
    expect(scoped.map(([name, { scope }]) => [name, scope])).toEqual([
      ["chat.providers", "machine"],
      ["chat.credentials.codex", "machine"],
      ["chat.trace.server", "window"],
    ]);
  });

  test("cover every option but the list of tools, which is a section as well", () => {
    const names = Object.keys(properties);
    const covered = (path: string) => names.some((name) => `chat.${path}` === name || `chat.${path}`.startsWith(`${name}.`));
    const missing = Object.keys(options).filter((path) => !covered(path) && !path.startsWith("parameters.*."));
    expect(missing).toEqual(["tools"]);
  });

  test("take the schema that is packed beside the extension", () => {
    expect(contributes.jsonValidation).toEqual([{ fileMatch: ["flemma.json"], url: "./dist/flemma.schema.json" }]);
  });
});

test("docs/files.md says what the table of providers says", () => {
  const page = read("docs/files.md");
  for (const { name, takes } of Object.values<FileSupport>(providerSupport)) {
    const cells = (["text_file", "image", "pdf"] as const).map((kind) => takes[kind] ?? "refused");
    expect(page).toContain(`| ${[name, ...cells].join(" | ")} |`);
  }
});
