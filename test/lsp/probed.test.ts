import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createDocuments } from "../../server/src/lsp/documents.js";
import { probed } from "../../server/src/lsp/probed.js";
import type { Evaluated } from "../../server/src/workspace/snapshot.js";

const uri = "file:///chats/a.chat";
const text = "@You:\n{{ 1 }} {{ 2 }}\n";
/** Longer than a hover waits. */
const slow = 250;
const never = new AbortController().signal;

/** A document whose evaluations take so many ms; they tell by what they were begun. */
function world(ms: number) {
  const documents = createDocuments(() => "utf-16");
  const document = documents.open(uri, 1, text);
  const runs: { readonly probe: number | undefined; readonly signal: AbortSignal | undefined }[] = [];
  const look = (offset: number, signal = never) =>
    probed(
      {
        async evaluate(snapshot, { probe, signal: given } = {}) {
          runs.push({ probe, signal: given });
          await pause(ms);
          return given?.aborted ? undefined : evaluated(snapshot);
        },
      },
      document,
      { offset, signal },
    );
  return { documents, document, runs, look };
}

function evaluated(snapshot: Evaluated["snapshot"]): Evaluated {
  return { snapshot, outcome: "timed-out" };
}

test("a quick evaluation is told at once, and made anew for the next look", async () => {
  const { runs, look } = world(0);
  expect(await look(8)).toBeDefined();
  expect(await look(8)).toBeDefined();
  expect(runs).toHaveLength(2);
});

test("a slow one goes on: the second look at the place gets what it gave, without another run", async () => {
  const { runs, look } = world(slow);
  expect(await look(8)).toBeUndefined();
  expect(await look(8)).toBeUndefined();
  await pause(slow);
  expect(await look(8)).toBeDefined();
  expect(await look(8)).toBeDefined();
  expect(runs).toHaveLength(1);
});

test("who looks elsewhere ends it", async () => {
  const { runs, look } = world(slow);
  await look(8);
  await look(16);
  expect(runs.map(({ probe }) => probe)).toEqual([8, 16]);
  expect(runs.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
});

test("of two looks at once that are both too late, one goes on", async () => {
  const { runs, look } = world(slow);
  await Promise.all([look(8), look(16)]);
  expect(runs.filter(({ signal }) => !signal?.aborted)).toHaveLength(1);
});

test("an edit ends it, and what it gave is not told of the new text", async () => {
  const { documents, runs, look } = world(slow);
  await look(8);
  documents.change(uri, 2, [{ text: `${text}more\n` }]);
  expect(runs[0]?.signal?.aborted).toBe(true);
  await look(8);
  expect(runs).toHaveLength(2);
});

test("closing the document ends it", async () => {
  const { documents, runs, look } = world(slow);
  await look(8);
  documents.close(uri);
  expect(runs[0]?.signal?.aborted).toBe(true);
});

test("what was published since, of the same text, makes it stale: a file that is used may have changed", async () => {
  const { document, runs, look } = world(slow);
  await look(8);
  await pause(slow);
  document.evaluated = evaluated(document.snapshot);
  await look(8);
  expect(runs).toHaveLength(2);
});

test("a look that is cancelled ends its run", async () => {
  const { runs, look } = world(slow);
  const cancel = new AbortController();
  const looked = look(8, cancel.signal);
  cancel.abort();
  await looked;
  expect(runs[0]?.signal?.aborted).toBe(true);
  await look(8);
  expect(runs).toHaveLength(2);
});

test("a look that was cancelled before it began runs nothing", async () => {
  const { runs, look } = world(slow);
  expect(await look(8, AbortSignal.abort())).toBeUndefined();
  expect(runs).toEqual([]);
});
