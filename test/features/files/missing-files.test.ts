import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../server/src/base/diagnostic.js";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { missingFiles } from "../../../server/src/features/files/missing-files.js";
import { fixAll, fixes } from "../../../server/src/features/fixes.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";

/** A warning that there is no file at a piece of a text, with the paths to write instead of another piece of it. */
function missing(
  text: string,
  code: string,
  { at, written = at, paths = [] }: { at: string; written?: string; paths?: string[] },
): Diagnostic {
  const spanOf = (piece: string) => ({ start: text.indexOf(piece), end: text.indexOf(piece) + piece.length });
  const common = { code: code as Diagnostic["code"], severity: "warning", blocks: false, span: spanOf(at), message: "No file." } as const;
  return paths.length === 0 ? common : { ...common, data: { kind: "replace", span: spanOf(written), with: paths } };
}

function paths(text: string, ...diagnostics: readonly Diagnostic[]): string[] {
  const { document } = createSnapshot("file:///work/a.chat", 1, text);
  return missingFiles(document, diagnostics, { dirname: "/work", home: "/home" }).map(({ named }) => named.path);
}

describe("the files that could be created", () => {
  const text = '@You:\n@./a%20b.md @./a%20b.md {{ include("docs/c.md") }} {{ include("x" .. y) }} @./folder/\n';

  test("are those that diagnostics say are missing, each once", () => {
    expect(paths(text, missing(text, "file/missing", { at: "@./a%20b.md" }))).toEqual(["/work/a b.md"]);
    expect(paths(text, missing(text, "include/missing", { at: 'include("docs/c.md")' }))).toEqual(["/work/docs/c.md"]);
    const both = missing(text, "file/missing", { at: "@./a%20b.md" });
    expect(paths(text, both, both)).toEqual(["/work/a b.md"]);
  });

  test("not those of other faults, of other files, of computed paths, and no folders", () => {
    expect(paths(text)).toEqual([]);
    expect(paths(text, missing(text, "file/unreadable", { at: "@./a%20b.md" }))).toEqual([]);
    expect(paths(text, { ...missing(text, "file/missing", { at: "@./a%20b.md" }), file: "/work/docs/c.md" })).toEqual([]);
    expect(paths(text, missing(text, "include/missing", { at: 'include("x" .. y)' }))).toEqual([]);
    expect(paths(text, missing(text, "file/missing", { at: "@./folder/" }))).toEqual([]);
  });
});

describe("fixing all of them", () => {
  const fixed = (text: string, diagnostic: Diagnostic): string =>
    applyEdits(text, fixAll(createSnapshot("file:///work/a.chat", 1, text), [diagnostic]));

  test("writes a path in another way", () => {
    const upper = "@You:\n@./Notes.md\n";
    expect(fixed(upper, missing(upper, "file/missing", { at: "./Notes.md", paths: ["./notes.md"] }))).toBe("@You:\n@./notes.md\n");
    const spaces = "@You:\n@./my report.txt\n";
    const plain = { at: "@./my", written: "./my report.txt", paths: ["./my%20report.txt"] };
    expect(fixed(spaces, missing(spaces, "file/missing", plain))).toBe("@You:\n@./my%20report.txt\n");
    const include = '@You:\n{{ include("Notes.md") }}\n';
    expect(fixed(include, missing(include, "include/missing", { at: "Notes.md", paths: ["notes.md"] }))).toContain('include("notes.md")');
  });

  test("never names another file, which a person is offered all the same", () => {
    const text = "@You:\n@./notes1.md\n";
    const diagnostic = missing(text, "file/missing", { at: "./notes1.md", paths: ["./notes2.md"] });
    expect(fixed(text, diagnostic)).toBe(text);
    expect(fixes(createSnapshot("file:///work/a.chat", 1, text), diagnostic)).toMatchObject([
      { title: "Change './notes1.md' to './notes2.md'", preferred: true },
    ]);
  });
});
