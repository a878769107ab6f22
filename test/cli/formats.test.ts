import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type Diagnostic, diagnostic, sumOf } from "../../server/src/base/diagnostic.js";
import { formatGithub } from "../../server/src/cli/format-github.js";
import { formatJson } from "../../server/src/cli/format-json.js";
import { formatSarif } from "../../server/src/cli/format-sarif.js";
import { formatText, summary } from "../../server/src/cli/format-text.js";
import { displayPath } from "../../server/src/cli/paths.js";
import { type FileReport, reportOn } from "../../server/src/cli/report.js";
import { painter } from "../../server/src/cli/terminal.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";

const cwd = "/work space";
const plain = painter({ write: () => {}, isTTY: false }, {});

/** A report of faults found by name in a text. */
function report(file: string, text: string, ...faults: ((at: (word: string) => Diagnostic["span"]) => Diagnostic)[]): FileReport {
  const at = (word: string): Diagnostic["span"] => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length });
  const document = { path: displayPath(file, cwd), file, snapshot: createSnapshot(pathToFileURL(file).href, 0, text) };
  const found = faults.map((fault) => fault(at));
  return reportOn(document, { given: found, files: undefined, cwd });
}

const misspelled = report("/work space/a b/ü#%.chat", "@You:\r\nHello {{ nmae }}\r\n", (at) =>
  diagnostic("expression/undefined-variable", at("nmae"), "Undefined variable 'nmae'. Did you mean 'name'?", {
    suggestions: ["name"],
    related: [{ span: at("Hello"), message: "Set here, or\nthere." }],
    data: { kind: "replace", span: at("nmae"), with: ["name"] },
  }),
);

const failed = report("/else/x,y:z.chat", "\ufeff@You: 100%\n{% if\nx %}\n", (at) =>
  diagnostic("template/syntax", { start: at("{%").start, end: at("%}").start }, "50% wrong:\r\na, b"),
);

describe("text", () => {
  test("shows place, source line, marks, related places and the fix", () => {
    expect(formatText([misspelled], plain)).toBe(
      [
        "a b/ü#%.chat:2:10: warning[expression/undefined-variable]: Undefined variable 'nmae'. Did you mean 'name'?",
        " 2 | Hello {{ nmae }}",
        "   |          ^^^^",
        "  see a b/ü#%.chat:2:1: Set here, or",
        "    there.",
        "  fix Change 'nmae' to 'name'",
        "",
        "",
      ].join("\n"),
    );
  });

  test("says where a range of several lines ends", () => {
    expect(formatText([failed], plain)).toBe(
      ["/else/x,y:z.chat:2:1: error[template/syntax]: 50% wrong:", "    a, b", " 2 | {% if", "   | ^^^^^ to line 3", "", ""].join("\n"),
    );
  });

  test("columns do not count a byte order mark", () => {
    const marked = report("/work space/a.chat", "\ufeff@You: hi\n", (at) => diagnostic("role/text-after-marker", at("@You:"), "Text."));
    expect(formatText([marked], plain).split("\n").slice(0, 3)).toEqual([
      "a.chat:1:1: error[role/text-after-marker]: Text.",
      " 1 | @You: hi",
      "   | ^^^^^",
    ]);
  });

  test("has color only on a terminal, and never with NO_COLOR", () => {
    const terminal = { write: () => {}, isTTY: true };
    expect(formatText([misspelled], painter(terminal, {}))).toContain("\x1b[33m");
    expect(formatText([misspelled], painter(terminal, { NO_COLOR: "1" }))).not.toContain("\x1b");
    expect(formatText([misspelled], painter(terminal, { NO_COLOR: "" }))).toContain("\x1b[33m");
    expect(formatText([misspelled], painter(terminal, { TERM: "dumb" }))).not.toContain("\x1b");
  });

  test("gives no orders of the document to the terminal", () => {
    const hostile = report("/work space/a\x1b.chat", "@You:\n\x1b]0;x\x07\n", (at) => diagnostic("expression/runtime", at("0"), "\x1b[2J"));
    expect(formatText([hostile], plain)).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test.each([
    [[], 0, "No problems in 0 files."],
    [[misspelled], 1, "1 warning in 1 file."],
    [[misspelled, failed], 12, "1 error, 1 warning in 12 files; 1 of them blocks a send."],
  ])("the summary counts (%#)", (reports, files, expected) => {
    expect(summary(sumOf(reports.map(({ tally }) => tally)), files)).toBe(expected);
  });
});

test("json has ranges as in LSP, related places, suggestions and fixes", () => {
  expect(JSON.parse(formatJson([misspelled, report("/work space/clean.chat", "@You:\nHi\n")]))).toEqual({
    version: 1,
    files: [
      {
        path: "a b/ü#%.chat",
        diagnostics: [
          {
            code: "expression/undefined-variable",
            severity: "warning",
            blocks: false,
            message: "Undefined variable 'nmae'. Did you mean 'name'?",
            range: { start: { line: 1, character: 9 }, end: { line: 1, character: 13 } },
            related: [
              {
                file: "a b/ü#%.chat",
                range: { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } },
                message: "Set here, or\nthere.",
              },
            ],
            suggestions: ["name"],
            fixes: [
              {
                title: "Change 'nmae' to 'name'",
                edits: [{ range: { start: { line: 1, character: 9 }, end: { line: 1, character: 13 } }, newText: "name" }],
              },
            ],
          },
        ],
      },
      { path: "clean.chat", diagnostics: [] },
    ],
  });
});

test("github has one command per diagnostic, with everything escaped", () => {
  expect(formatGithub([misspelled, failed])).toBe(
    "::warning file=a b/ü#%25.chat,line=2,col=10,endLine=2,endColumn=14,title=expression/undefined-variable::Undefined variable 'nmae'. Did you mean 'name'?\n" +
      "::error file=/else/x%2Cy%3Az.chat,line=2,col=1,endLine=3,endColumn=3,title=template/syntax::50%25 wrong:%0D%0Aa, b\n",
  );
});

describe("sarif", () => {
  const { $schema, version, runs } = JSON.parse(formatSarif([misspelled, failed], cwd));

  test("is a run of version 2.1.0 with every rule", () => {
    expect({ $schema, version }).toEqual({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0" });
    expect(runs).toHaveLength(1);
    expect(runs[0].columnKind).toBe("utf16CodeUnits");
    expect(runs[0].originalUriBaseIds).toEqual({ "%SRCROOT%": { uri: "file:///work%20space/" } });
    for (const { ruleId, ruleIndex } of runs[0].results) expect(runs[0].tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });

  test("has places, related places and fixes", () => {
    const artifactLocation = { uri: "a%20b/%C3%BC%23%25.chat", uriBaseId: "%SRCROOT%" };
    const region = { startLine: 2, startColumn: 10, endLine: 2, endColumn: 14 };
    const related = { startLine: 2, startColumn: 1, endLine: 2, endColumn: 6 };
    expect(runs[0].results[0]).toMatchObject({
      ruleId: "expression/undefined-variable",
      level: "warning",
      message: { text: "Undefined variable 'nmae'. Did you mean 'name'?" },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      relatedLocations: [{ id: 0, physicalLocation: { artifactLocation, region: related }, message: { text: "Set here, or\nthere." } }],
      fixes: [
        {
          description: { text: "Change 'nmae' to 'name'" },
          artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text: "name" } }] }],
        },
      ],
    });
  });

  test("names files outside of the current folder absolutely", () => {
    const { artifactLocation } = runs[0].results[1].locations[0].physicalLocation;
    expect(artifactLocation).toEqual({ uri: pathToFileURL("/else/x,y:z.chat").href });
  });
});
