import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { conversation } from "../../server/src/conversation/conversation.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import { fixes } from "../../server/src/features/fixes.js";
import { evaluateText, show, surroundingsOf } from "../conformance/harness.js";
import { readMarks } from "../conformance/own/marked.js";
import { tempDir } from "../support/temp-dir.js";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");

const dir = tempDir({
  "notes.md": "n",
  "Read Me.txt": "r",
  "my report.txt": "m",
  "my docs/a.txt": "a",
  "caf\u00e9.txt": "c",
  "do\u0302ss/in.md": "i",
  "sub/deep.txt": "d",
  "sub/other.md": "o",
  "100%.txt": "p",
  "p.png": png,
  "doc.pdf": "%PDF-1.4 …",
  "home/h.txt": "h",
  "zip.bin": new Uint8Array([0x50, 0x4b, 3, 4, 0, 0xff]),
  "latin.txt": new Uint8Array([0x63, 0xe9]),
  "utf16.txt": new Uint8Array([0xff, 0xfe, 0x63, 0]),
  ".env": "KEY=1",
  "script.lua": "return 1",
  "patches/fix.lua": "return 2",
  "artifacts/failure.png": png,
  "specs/v1.pdf": "%PDF-1.4 1",
  "specs/v2.pdf": "%PDF-1.4 2",
});
afterAll(() => dir.remove());

/** Evaluates a marked text in the folder: every diagnostic must be marked `⟦code: text⟧` or `⟦code → suggestion: text⟧`. */
function check(marked: string, ...parts: readonly (string | object)[]): readonly string[] {
  const { text, marks } = readMarks(marked);
  const evaluated = evaluateText(text, surroundingsOf(dir.file("")));
  const found = diagnostics(evaluated);
  const wanted = marks.map(({ label, start, end }) => ({ label, at: text.slice(start, end), start }));
  const got = found.map(({ code, span, suggestions }) => ({
    label: suggestions?.length ? `${code} → ${suggestions.join(", ")}` : code,
    at: text.slice(span.start, span.end),
    start: span.start,
  }));
  expect(got, found.map((entry) => show(evaluated.snapshot.text, entry)).join("\n")).toEqual(wanted);
  const given = conversation(evaluated).messages.flatMap((message) => message.parts);
  if (parts.length > 0) expect(given).toMatchObject(parts.map((part) => (typeof part === "string" ? { kind: "text", text: part } : part)));
  return found.map(({ message }) => message);
}

const file = (filename: string, text: string) => ({ kind: "text_file", filename, text });

/** The text after the preferred fixes of all diagnostics. */
function fixed(text: string): string {
  const evaluated = evaluateText(text, surroundingsOf(dir.file("")));
  const edits = diagnostics(evaluated).flatMap((entry) => fixes(evaluated.snapshot, entry).find(({ preferred }) => preferred)?.edits ?? []);
  return edits.reduceRight((rest, { span, newText }) => rest.slice(0, span.start) + newText + rest.slice(span.end), text);
}

describe("a reference", () => {
  test("of the seed's examples is what it names", () => {
    check("@You:\nCritique @./patches/fix.lua;type=text/x-lua.", "Critique ", { filename: "fix.lua", mime_type: "text/x-lua" }, ".");
    check("@You:\nOCR this screenshot @./artifacts/failure.png.", "OCR this screenshot ", { kind: "image" }, ".");
    check(
      "@You:\nCompare these specs: @./specs/v1.pdf and @./specs/v2.pdf.",
      "Compare these specs: ",
      { kind: "pdf", filename: "v1.pdf" },
      " and ",
      { kind: "pdf", filename: "v2.pdf" },
      ".",
    );
  });

  test("is the file, wherever its path starts", () => {
    check("@You:\n@./sub/deep.txt @~/h.txt @./sub/../notes.md", file("deep.txt", "d"), " ", file("h.txt", "h"), " ", file("notes.md", "n"));
    check(`@You:\n@/${dir.file("notes.md")} @//${dir.file("sub")}//deep.txt`, file("notes.md", "n"), " ", file("deep.txt", "d"));
    check(`@You:\n@../${dir.file("").split("/").filter(Boolean).at(-1)}/notes.md`, file("notes.md", "n"));
  });

  test("is percent-decoded", () => {
    check(
      "@You:\n@./my%20report.txt @./caf%C3%A9.txt @./sub%2Fdeep.txt",
      file("my report.txt", "m"),
      " ",
      file("café.txt", "c"),
      " ",
      file("deep.txt", "d"),
    );
  });

  test("finds a name in the other Unicode form", () => {
    check("@You:\n@./cafe\u0301.txt", file("caf\u00e9.txt", "c"));
    check("@You:\n@./d\u00f4ss/in.md", file("in.md", "i"));
  });

  test("is what its bytes, its name or its type option say", () => {
    check("@You:\n@./p.png", { kind: "image", filename: "p.png", mime_type: "image/png", bytes: png.length });
    check("@You:\n@./doc.pdf", { kind: "pdf", mime_type: "application/pdf" });
    check("@You:\n@./script.lua;type=text/x-lua.", { kind: "text_file", mime_type: "text/x-lua" }, ".");
    check("@You:\n@./notes.md;type='text/plain;charset=utf-8'", { kind: "text_file", mime_type: "text/plain;charset=utf-8" });
  });

  test("is text in expressions, in assistants' and in unknown messages, and in results of tools", () => {
    check("@You:\n{{ '@./none' }}{% x = '@./none' %}", "@./none");
    check("@Assistant:\n@./none", "@./none");
    check("@⟦role/unknown: Robot⟧:\n@./none");
    check("@You:\n⟦tool/unknown-use: **Tool Result:** `x`⟧\n\n```\n@./none\n```\n");
  });

  test("that is not rendered is not asked for", () => {
    check("@You:\n{% if false then %}@./none{% end %}a", "a");
  });

  test("in a loop is one file each time, and one warning", () => {
    check("@You:\n{% for i = 1, 2 do %}@./notes.md{% end %}", file("notes.md", "n"), file("notes.md", "n"));
    expect(check("@You:\n{% for i = 1, 3 do %}⟦file/missing: @./zzz⟧{% end %}", "@./zzz@./zzz@./zzz")[0]).toContain("(3 times)");
  });

  test("in a system prompt is text, joined by line ends", () => {
    const { system } = conversation(evaluateText("@System:\na @./notes.md @./sub/deep.txt b\n", surroundingsOf(dir.file(""))));
    expect(system).toBe("a \nn\n \nd\n b");
  });
});

describe("what is wrong with a reference is a warning, and its text stays", () => {
  test.each([
    ["⟦file/missing → ./notes.md: @./notez.md⟧", "@./notez.md"],
    ["⟦file/missing → ./notes.md: @./NOTES.md⟧", "@./NOTES.md"],
    ["(⟦file/missing → sub: @./nothing-like-it⟧)".replace(" → sub", ""), "(@./nothing-like-it)"],
    ["⟦file/missing → ./sub/deep.txt: @./sab/deep.txt⟧", "@./sab/deep.txt"],
    ["⟦file/missing → ./my%20report.txt: @./my⟧ report.txt", "@./my report.txt"],
    ["⟦file/missing → ./my%20docs: @./my⟧ docs/a.txt", "@./my docs/a.txt"],
    ["⟦file/missing → ./Read%20Me.txt: @./Read⟧ Me.txt.", "@./Read Me.txt."],
    ["⟦file/folder: @./sub⟧", "@./sub"],
    ["⟦file/folder: @./sub/⟧", "@./sub/"],
    ["⟦file/unsupported: @./zip.bin⟧", "@./zip.bin"],
    ["⟦file/unsupported: @./notes.md;type=video/mp4⟧", "@./notes.md;type=video/mp4"],
    ["⟦file/not-text: @./latin.txt⟧", "@./latin.txt"],
    ["⟦file/not-text: @./utf16.txt⟧", "@./utf16.txt"],
    ["⟦file/missing: @./a%00b⟧", "@./a%00b"],
  ])("%s", (marked, text) => {
    check(`@You:\n${marked}`, text);
  });

  test("and says what to do", () => {
    expect(check("@You:\n⟦file/not-text: @./utf16.txt⟧")).toEqual([
      "'./utf16.txt' counts as text (text/plain), but is in UTF-16, so the reference is sent as it is typed. Save it as UTF-8.",
    ]);
    expect(check("@You:\n⟦file/missing → ./notes.md: @./notez.md⟧")).toEqual([
      "No file at './notez.md', so the reference is sent as it is typed. Did you mean './notes.md'?",
    ]);
  });
});

describe("options of a reference", () => {
  test.each([
    ["@./notes.md;⟦file/unknown-option → type: typ⟧=text/plain"],
    ["@./notes.md;⟦file/unknown-option → type: Type⟧=text/plain"],
    ["@./notes.md⟦file/unknown-option: ;encoding='latin 1'⟧"],
    ["@./notes.md⟦file/unknown-option: ;encoding=x⟧;type=text/plain"],
    ["@./notes.md;type=⟦file/invalid-option → image/png: png⟧"],
    ["@./notes.md;type=⟦file/invalid-option → text/plain: plain⟧"],
    ["@./notes.md⟦file/invalid-option: ;type=⟧"],
    ["@./notes.md⟦file/invalid-option: ;type=image/png⟧;type=text/plain"],
  ])("%s: the file is attached all the same", (marked) => {
    check(`@You:\n${marked}`, { kind: "text_file", filename: "notes.md" });
  });
});

test("whatever is written, nothing fails, nothing blocks, and every warning marks a place in the text", () => {
  const pieces = [
    "@./",
    "@../",
    "@~/",
    "@//",
    "notes.md",
    "my report.txt",
    ";type=",
    ";typ=",
    "'",
    "text/plain",
    "%20",
    "%",
    "/",
    " ",
    "\n",
    ")",
    ".",
    "é",
    "\u0301",
    "\ud800",
    "x".repeat(5000),
  ];
  const written = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(""));
  fc.assert(
    fc.property(written, (text) => {
      const whole = `@You:\n${text}\n`;
      for (const { code, span, blocks, message, data } of diagnostics(evaluateText(whole, surroundingsOf(dir.file(""))))) {
        if (!code.startsWith("file/")) continue;
        expect(blocks).toBe(false);
        expect(message).toMatch(/[.?]$|…$/);
        for (const { start, end } of [span, ...(data?.kind === "replace" ? [data.span] : [])]) {
          expect(start).toBeGreaterThanOrEqual(6);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThan(whole.length);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["@./notez.md", "@./notes.md"],
  ["@./my report.txt, and", "@./my%20report.txt, and"],
  ["@./my docs/a.txt", "@./my%20docs/a.txt"],
  ["@./notes.md;typ=text/plain", "@./notes.md;type=text/plain"],
  ["@./100.txt", "@./100%25.txt"],
])("the fix of %s gives %s, and nothing is left to mend", (before, after) => {
  expect(fixed(`@You:\n${before}\n`)).toBe(`@You:\n${after}\n`);
  check(`@You:\n${after}\n`);
});
