import { afterAll, describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../server/src/base/diagnostic.js";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { missedFiles } from "../../../server/src/features/files/missing-files.js";
import { fixAll, fixes } from "../../../server/src/features/fixes.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { tempDir } from "../../support/temp-dir.js";

const dir = tempDir({ "top.md": 'Top {{ include("parts/leaf.md") }}\n' });
afterAll(() => dir.remove());

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

/** A diagnostic of a code, about a file that is not there or about none. */
function fault(code: Diagnostic["code"], more: Pick<Diagnostic, "missing" | "file"> = {}): Diagnostic {
  return { code, severity: "warning", blocks: false, span: { start: 0, end: 1 }, message: "No file.", ...more };
}

describe("the files that could be created", () => {
  const plan = { path: "/w/a b.md", name: "./a b.md" };

  test("are those that diagnostics say are missing, each once, also those that included files miss", () => {
    const other = { path: "/w/parts/c.md", name: "c.md" };
    const first = fault("file/missing", { missing: plan });
    const nested = fault("include/missing", { missing: other, file: "/w/parts/top.md" });
    expect(missedFiles([first, fault("include/missing", { missing: plan }), nested])).toEqual([
      { missing: plan, diagnostic: first },
      { missing: other, diagnostic: nested },
    ]);
  });

  test("not those of other faults", () => {
    expect(missedFiles([fault("file/unreadable"), fault("include/missing")])).toEqual([]);
  });

  test("are named by references and by calls of include() as they resolve, also where the path is computed", () => {
    const text = `@You:\n@./a%20b.md @./folder/ {{ include("docs/" .. "c.md") }} {{ include("folder/") }} {{ include("top.md") }}\n`;
    const folder = dir.path;
    const missed = missedFiles(diagnostics(evaluateText(text, surroundingsOf(folder))));
    expect(missed.map(({ missing, diagnostic }) => [missing.path, missing.name, diagnostic.file])).toEqual([
      [`${folder}/a b.md`, "./a b.md", undefined],
      [`${folder}/docs/c.md`, "docs/c.md", undefined],
      [`${folder}/parts/leaf.md`, "parts/leaf.md", `${folder}/top.md`],
    ]);
  });
});

describe("fixing all of them", () => {
  const fixed = (text: string, diagnostic: Diagnostic): string =>
    applyEdits(text, fixAll(createSnapshot("file:///w/a.chat", 1, text), [diagnostic]));

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
    expect(fixes(createSnapshot("file:///w/a.chat", 1, text), diagnostic)).toMatchObject([
      { title: "Change './notes1.md' to './notes2.md'", preferred: true },
    ]);
  });
});
