import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { createApplyStream } = await import(new URL("../../client-vscode/src/apply-stream.ts", import.meta.url).href);

const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } };
const params = { uri: "file:///a.chat", version: 3, edits: [{ range, newText: "x" }], first: true, last: false, canWait: true };

/** A host that knows one document, which an editor shows or not, and what it was asked for. */
function host({ isShown, version = 3, fails = false }: { isShown: boolean; version?: number; fails?: boolean }): {
  made: unknown[];
  host: unknown;
} {
  const made: unknown[] = [];
  const editor = {
    edit: async (build: (builder: unknown) => void, options: unknown) => {
      if (fails) throw new Error("TextEditor#edit not possible on closed editors");
      build({ replace: (...replaced: unknown[]) => made.push(replaced) });
      made.push(options);
      return true;
    },
  };
  const applyEdit = async (...asked: unknown[]): Promise<boolean> => {
    made.push(asked);
    return true;
  };
  const found = {
    document: (uri: string) => (uri === params.uri ? { version } : undefined),
    editor: () => (isShown ? editor : undefined),
    range: (given: unknown) => ({ given }),
    applyEdit,
  };
  return { made, host: found };
}

test("the first edit of a reply begins a step of undo, the last one ends it, and those between belong to it", async () => {
  const { made, host: shown } = host({ isShown: true });
  const apply = createApplyStream(shown);
  for (const [first, last] of [
    [true, false],
    [false, false],
    [false, true],
  ])
    expect(await apply({ ...params, first, last })).toEqual({ applied: true });
  const written = [{ given: range }, "x"];
  expect(made).toEqual([
    written,
    { undoStopBefore: true, undoStopAfter: false },
    written,
    { undoStopBefore: false, undoStopAfter: false },
    written,
    { undoStopBefore: false, undoStopAfter: true },
  ]);
});

test("an edit for another version, or of a document that is not open, is not made", async () => {
  for (const [uri, version] of [
    [params.uri, 4],
    ["file:///b.chat", 3],
  ] as const) {
    const { made, host: newer } = host({ isShown: true, version });
    expect(await createApplyStream(newer)({ ...params, uri })).toEqual({ applied: false });
    expect(made).toEqual([]);
  }
});

test("a document that no editor shows takes all that comes at the end: there every edit is a step of undo", async () => {
  const { made, host: hidden } = host({ isShown: false });
  expect(await createApplyStream(hidden)(params)).toEqual({ applied: false, later: true });
  expect(made).toEqual([]);
  expect(await createApplyStream(hidden)({ ...params, last: true, canWait: false })).toEqual({ applied: true });
  expect(made).toEqual([[params.uri, [{ range: { given: range }, newText: "x" }]]]);
});

test("an edit of an editor that is being closed is not made, and the server can ask again", async () => {
  const { made, host: closing } = host({ isShown: true, fails: true });
  expect(await createApplyStream(closing)(params)).toEqual({ applied: false });
  expect(made).toEqual([]);
});
