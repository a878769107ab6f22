import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type EmbedSource, fileEmbedSource, promptEmbedSource, renderGoTemplate } from "../../../server/src/go-template.js";
import { rendered } from "./support.js";

function prompts(texts: { readonly [name: string]: string }): { readonly embed: readonly EmbedSource[] } {
  return { embed: [promptEmbedSource(texts)] };
}

describe("embed", () => {
  test("prints another text with the scope of the host, wherever it stands", () => {
    const options = prompts({ a: "<{{.x}}>" });
    expect(rendered('{{embed "a"}}{{with 1}}{{embed "a"}}{{end}}{{range .l}}{{embed "a"}}{{end}}', { x: 7, l: [1] }, options)).toBe(
      "<7><7><7>",
    );
    expect(rendered('{{define "d"}}{{embed "a" | printf "%q"}}{{end}}{{template "d" 1}}', { x: 7 }, options)).toBe('"<7>"');
  });

  test("include gives it a scope of its own", () => {
    expect(rendered('{{include "a" (dict "x" 1)}}{{include "a" .m}}', { m: { x: 2 } }, prompts({ a: "<{{.x}}>" }))).toBe("<1><2>");
  });

  test("neither variables nor templates go in or come out", () => {
    const options = prompts({ a: '{{define "d"}}inner{{end}}{{template "d"}}', b: "{{$x}}", c: '{{template "e"}}' });
    expect(rendered('{{define "d"}}outer{{end}}{{embed "a"}}{{template "d"}}', {}, options)).toBe("innerouter");
    expect(rendered('{{$x := 1}}{{embed "b"}}', {}, options)).toBe('Parse 1:3: undefined variable "$x"');
    expect(rendered('{{define "e"}}{{end}}{{embed "c"}}', {}, options)).toMatch(/^Execute 1:12: .*template "e" not defined/);
  });

  test("without a source there is nothing", () => {
    expect(rendered('ab {{embed "a"}}')).toBe(
      'Embed 1:6: executing "t" at <embed "a">: error calling embed: no text for "a"; no source of texts is configured',
    );
    expect(rendered('{{embed "constructor"}}', {}, prompts({}))).toMatch(/^Embed 1:3: .*no text for "constructor"$/);
  });

  test("the first source that has it counts, and what a source throws is told", () => {
    const second = promptEmbedSource({ a: "2", b: "2" });
    expect(rendered('{{embed "a"}}{{embed "b"}}', {}, { embed: [promptEmbedSource({ a: "1" }), second] })).toBe("12");
    const broken: EmbedSource = {
      read: () => {
        throw new Error("no line");
      },
    };
    expect(rendered('{{embed "a"}}', {}, { embed: [broken] })).toMatch(/^Embed 1:3: .*: no line$/);
  });

  test("an error in an embedded text is told where it is", () => {
    expect(renderGoTemplate('\n{{embed "a"}}', { x: 1 }, { name: "t", ...prompts({ a: "é {{.x.y}}" }) })).toMatchObject({
      error: { kind: "Execute", template: "a", line: 1, column: 7, offset: 7 },
      partial: "\n",
    });
    expect(renderGoTemplate('{{embed "a"}}', {}, prompts({ a: "{{if}}" }))).toMatchObject({
      error: { kind: "Parse", template: "a", column: 5 },
    });
  });

  test("a text that embeds itself fails with the chain, at the call", () => {
    const options = prompts({ a: '{{embed "b"}}', b: '\n {{embed "a"}}' });
    expect(rendered('{{embed "a"}}', {}, options)).toBe(
      'Embed 2:4: executing "b" at <embed "a">: error calling embed: a cycle: t → a → b → a',
    );
    expect(rendered('{{embed "t"}}', {}, prompts({ t: "" }))).toMatch(/^Embed 1:3: .*a cycle: t → t$/);
    expect(rendered('{{embed "a"}}{{embed "a"}}', {}, prompts({ a: "x" }))).toBe("xx");
  });

  test("sixteen inside of each other are fine, one more is not", () => {
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, `${index}{{embed "p${index + 1}"}}`]));
    const ending = (last: number) => prompts({ ...texts, [`p${last}`]: "end" });
    expect(rendered('{{embed "p0"}}', {}, ending(15))).toBe("01234567891011121314end");
    expect(rendered('{{embed "p0"}}', {}, ending(16))).toMatch(/^Embed 1:5: .*more than 16 texts inside of each other: t → p0 → .* → p16$/);
    expect(rendered('{{embed "p0"}}', {}, { ...ending(3), maxEmbedDepth: 3 })).toMatch(/^Embed/);
  });

  test("limits are shared", () => {
    expect(rendered('{{embed "a"}}', {}, { ...prompts({ a: "{{range $i := 1000000000}}{{end}}" }), maxSteps: 1000 })).toMatch(
      /^Limit 1:15/,
    );
  });
});

describe("files", () => {
  function folder(files: { readonly [path: string]: string }): string {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "chatls-embed-")));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  }

  test("are found from the file that embeds them, and their key is their real path", () => {
    const root = folder({
      "ws/main.md": "",
      "ws/sub/a.md": 'A{{embed "b.md"}}',
      "ws/sub/b.md": 'B{{embed "../c.md"}}',
      "ws/c.md": "\ufeffC",
    });
    const embed = [fileEmbedSource({ root: join(root, "ws") })];
    expect(rendered('{{embed "sub/a.md"}}', {}, { name: join(root, "ws/main.md"), embed })).toBe("ABC");
    expect(rendered('{{embed "sub/a.md"}}', {}, { embed })).toBe("ABC");
    expect(embed[0]?.read("./sub/../c.md", "main.md")).toEqual({ key: join(root, "ws/c.md"), text: "C" });
  });

  test("outside of the root there are none, by whatever way", () => {
    const root = folder({ "secret.md": "secret", "ws/a.md": "", "ws2/b.md": "b" });
    symlinkSync(join(root, "secret.md"), join(root, "ws/link.md"));
    symlinkSync(root, join(root, "ws/out"));
    symlinkSync(join(root, "ws/a.md"), join(root, "ws/inside.md"));
    const source = fileEmbedSource({ root: join(root, "ws") });
    for (const ref of [
      "../secret.md",
      join(root, "ws/a.md"),
      "link.md",
      "out/secret.md",
      "../ws2/b.md",
      "C:\\a.md",
      ".",
      "",
      "no.md",
      "a.md/x",
    ]) {
      expect(source.read(ref, "main.md"), ref).toBeUndefined();
    }
    expect(source.read("inside.md", "main.md")?.key).toBe(join(root, "ws/a.md"));
  });

  test("that embed each other are a cycle whatever they are called", () => {
    const root = folder({ "a.md": '{{embed "./b.md"}}', "b.md": '{{embed "x/../a.md"}}' });
    mkdirSync(join(root, "x"));
    const embed = [fileEmbedSource({ root })];
    expect(rendered('{{embed "b.md"}}', {}, { name: join(root, "a.md"), embed })).toMatch(
      /^Embed 1:3: .*a cycle: .*a\.md → .*b\.md → .*a\.md$/,
    );
  });
});
