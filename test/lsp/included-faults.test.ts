import { expect, test } from "vitest";
import { type Diagnostic, diagnostic } from "../../server/src/base/diagnostic.js";
import { noAnswers } from "../../server/src/base/file-answers.js";
import { createIncludedFaults, withIncluded } from "../../server/src/lsp/included-faults.js";
import { createSnapshot, type Evaluated } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

const part = "one\n{{ nobody }}\n";
const fault = (message = "Undefined variable 'nobody'."): Diagnostic => ({
  ...diagnostic("expression/undefined-variable", { start: 7, end: 13 }, message),
  file: "/w/part.md",
  related: [
    { file: "/w/mid.md", span: { start: 0, end: 3 }, message: "here" },
    { span: { start: 6, end: 9 }, message: "there" },
  ],
});

function evaluated(uri: string, ...problems: readonly Diagnostic[]): Evaluated {
  const { result } = evaluateText("@You:\nxyz\n", surroundingsOf("/w"));
  const texts = new Map([
    ["/w/part.md", { kind: "text", text: part } as const],
    ["/w/mid.md", { kind: "text", text: "abc" } as const],
  ]);
  if (result === undefined) throw new Error("expected a result");
  return {
    snapshot: createSnapshot(uri, 1, "@You:\nxyz\n"),
    outcome: "done",
    result: { ...result, problems },
    files: { ...noAnswers, texts },
  };
}

/** What is shown in the open text of the part, after each step. */
function fixture() {
  const open = new Set(["file:///w/part.md"]);
  const changed: string[][] = [];
  const faults = createIncludedFaults({
    client: { encoding: "utf-16" },
    find: async () => (open.has("file:///w/part.md") ? { uri: "file:///w/part.md" } : undefined),
    onChanged: (uris) => void changed.push([...uris]),
  });
  return {
    open,
    changed,
    faults,
    async shown(act: () => void): Promise<number> {
      act();
      await new Promise((resolve) => setImmediate(resolve));
      return faults.of("file:///w/part.md").length;
    },
  };
}

test("a fault of an open included file stands at its place there, with the calls that lead to it", async () => {
  const { faults, shown } = fixture();
  expect(await shown(() => faults.evaluated(evaluated("file:///w/a.chat", fault())))).toBe(1);
  expect(faults.of("file:///w/part.md")).toMatchObject([
    {
      range: { start: { line: 1, character: 3 }, end: { line: 1, character: 9 } },
      message: "Undefined variable 'nobody'.",
      relatedInformation: [
        { location: { uri: "file:///w/mid.md", range: { start: { line: 0, character: 0 } } }, message: "here" },
        { location: { uri: "file:///w/a.chat", range: { start: { line: 1, character: 0 } } }, message: "there" },
      ],
    },
  ]);
});

test("the same fault counts once, as long as one document finds it", async () => {
  const { faults, shown, changed } = fixture();
  expect(await shown(() => faults.evaluated(evaluated("file:///w/a.chat", fault())))).toBe(1);
  expect(await shown(() => faults.evaluated(evaluated("file:///w/b.chat", fault(), fault("Other."))))).toBe(2);
  expect(await shown(() => faults.evaluated(evaluated("file:///w/a.chat")))).toBe(2);
  expect(await shown(() => faults.closed("file:///w/b.chat"))).toBe(0);
  expect(changed).toEqual([["file:///w/part.md"], ["file:///w/part.md"], ["file:///w/part.md"], ["file:///w/part.md"]]);
});

test("nothing is shown of a file that is not open, nor told when nothing changes", async () => {
  const { faults, shown, changed, open } = fixture();
  open.clear();
  expect(await shown(() => faults.evaluated(evaluated("file:///w/a.chat", fault())))).toBe(0);
  expect(changed).toEqual([]);
  open.add("file:///w/part.md");
  expect(await shown(() => faults.opened())).toBe(1);
  expect(await shown(() => faults.evaluated(evaluated("file:///w/a.chat", fault())))).toBe(1);
  expect(changed).toHaveLength(1);
});

test("a document shows what others find in it once, beside its own", async () => {
  const { faults, shown } = fixture();
  await shown(() => faults.evaluated(evaluated("file:///w/a.chat", fault(), fault("Other."))));
  const [own, other] = faults.of("file:///w/part.md");
  if (own === undefined || other === undefined) throw new Error("expected two faults");
  expect(withIncluded([{ ...own, relatedInformation: [] }], faults.of("file:///w/part.md"))).toEqual([
    { ...own, relatedInformation: [] },
    other,
  ]);
});
