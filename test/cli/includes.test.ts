import { describe, expect, test } from "vitest";
import { createFolder, run } from "./support.js";

const files = {
  "a.chat": "@You:\n{{ include('parts/p.md') }}\n{{ nobody }}\n",
  "parts/p.md": "one\ntwo {{ include('q.md') }}\n",
  "parts/q.md": "\n  {% error('no') %}\n",
};

interface Place {
  readonly file?: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

describe("a fault in an included file", () => {
  test("stands in that file, with the calls that led there, as text", async () => {
    const { stdout, stderr, exitCode } = await run(createFolder(files), ["check", "a.chat"]);
    expect(stdout.split("\n").slice(0, 6)).toEqual([
      "parts/q.md:2:6: error[template/runtime]: no.",
      " 2 |   {% error('no') %}",
      "   |      ^^^^^^^^^^^",
      '  see parts/p.md:2:8: "q.md" is included here.',
      '  see a.chat:2:4: "p.md" is included here.',
      "",
    ]);
    expect(stdout).toContain("a.chat:3:4: warning[expression/undefined-variable]");
    expect(stderr).toBe("1 error, 1 warning in 1 file; 1 of them blocks a send.\n");
    expect(exitCode).toBe(1);
  });

  test("names its file in JSON, which is of the document", async () => {
    const { stdout } = await run(createFolder(files), ["check", "--format=json", "a.chat"]);
    const [report] = (JSON.parse(stdout) as { files: { path: string; diagnostics: (Place & { related?: Place[]; fixes?: unknown })[] }[] })
      .files;
    expect(report?.path).toBe("a.chat");
    expect(report?.diagnostics).toMatchObject([
      {
        file: "parts/q.md",
        range: { start: { line: 1, character: 5 }, end: { line: 1, character: 16 } },
        related: [
          { file: "parts/p.md", range: { start: { line: 1, character: 7 } } },
          { file: "a.chat", range: { start: { line: 1, character: 3 } } },
        ],
      },
      { code: "expression/undefined-variable" },
    ]);
    expect(report?.diagnostics[1]).not.toHaveProperty("file");
  });

  test("is a result of that file in SARIF, and an annotation of it on GitHub", async () => {
    const folder = createFolder(files);
    const sarif = JSON.parse((await run(folder, ["check", "--format=sarif", "a.chat"])).stdout);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: "template/runtime",
      locations: [{ physicalLocation: { artifactLocation: { uri: "parts/q.md" }, region: { startLine: 2, startColumn: 6 } } }],
      relatedLocations: [
        { physicalLocation: { artifactLocation: { uri: "parts/p.md" }, region: { startLine: 2 } } },
        { physicalLocation: { artifactLocation: { uri: "a.chat" }, region: { startLine: 2 } } },
      ],
    });
    const { stdout } = await run(folder, ["check", "--format=github", "a.chat"]);
    expect(stdout).toMatch(/^::error file=parts\/q\.md,line=2,col=6,.*title=template\/runtime::no\.\n/);
  });

  test("keeps a document from being sent, and says where it is", async () => {
    const { stderr, exitCode } = await run(createFolder(files), ["send", "--dry-run", "a.chat"]);
    expect(stderr).toMatch(/^Not sent\.\nFrontmatter and other errors \(blocking\):\nparts\/q\.md:2: /);
    expect(exitCode).toBe(1);
  });

  test("has no fix that would be written into the document", async () => {
    const folder = createFolder({ "a.chat": "@You:\n{{ include('p.md', { name = 1 }) }}\n", "p.md": "{{ nmae }}" });
    const { stdout } = await run(folder, ["check", "--format=json", "a.chat"]);
    const [entry] = JSON.parse(stdout).files[0].diagnostics;
    expect(entry).toMatchObject({ file: "p.md", suggestions: ["name"] });
    expect(entry).not.toHaveProperty("fixes");
  });
});

test("a missing file is a fix of the document", async () => {
  const { stdout } = await run(createFolder({ "a.chat": "@You:\n{{ include('nots.md') }}\n", "notes.md": "" }), ["check", "a.chat"]);
  expect(stdout).toContain("a.chat:2:4: error[include/missing]: There is no file at \"nots.md\". Did you mean 'notes.md'?");
  expect(stdout).toContain("fix Change 'nots.md' to 'notes.md'");
});

test("render prints what included files give", async () => {
  const folder = createFolder({ "a.chat": "@You:\nHi {{ include('p.md', { name = 'Ada' }) }}\n", "p.md": "{{ name }}!" });
  expect((await run(folder, ["render", "a.chat"])).stdout).toBe("@You:\nHi Ada!\n");
});
