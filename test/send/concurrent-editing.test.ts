import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDocumentWriter } from "../../server/src/send/document-writer.js";
import { type Pace, paces } from "../../server/src/send/pace.js";
import { type Manners, manners, type ScriptedEditor, scriptedEditor } from "./scripted-editor.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const above = "@You:\nfirst line\nsecond line\n";
const below = "\nbelow\n";
const editsInRun = 25;
const runs = 12;

/** A small generator of numbers, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 7919 + 17;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** What a person types: units that nobody else writes, and each of them once. */
const typedUnits = /[\ue000-\uf8ff]/g;

/** The reply: its units come once each, so that it is known of each where it is. */
function replyPieces(random: (below: number) => number): string[] {
  const pieces = ["\n@Assistant:\n"];
  let unit = 0x4e00;
  for (let count = 0; count < 120; count++) {
    const word = Array.from({ length: 1 + random(6) }, () => String.fromCharCode(unit++)).join("");
    pieces.push(random(9) === 0 ? `${word}\n\n` : random(5) === 0 ? `${word}\n` : word);
  }
  return [...pieces, "\n\n@You:\n"];
}

/** Where a person may type: a place and its text as they see it. */
function place(text: string, random: (below: number) => number): number {
  const start = text.indexOf("@Assistant:");
  const end = Math.max(text.search(/[\u4e00-\u9fff](?![\s\S]*[\u4e00-\u9fff])/) + 1, start < 0 ? 0 : start + "@Assistant:\n".length);
  switch (random(4)) {
    case 0:
      return random(above.length - 1);
    case 1:
      return start < 0 ? random(above.length) : end;
    case 2:
      return start < 0 ? 0 : start + "@Assistant:\n".length + random(Math.max(1, end - start - "@Assistant:\n".length));
    default:
      return text.length - random(below.length);
  }
}

interface Session {
  readonly editor: ScriptedEditor;
  readonly reply: string;
  readonly typed: string;
  readonly removed: string;
  readonly isSettled: boolean;
  readonly isUnwanted: boolean;
}

/** A reply streams in while a person types; `deleteAt` is the edit at which they delete the reply. */
async function session(
  seed: number,
  how: Manners,
  { pace = "live", deleteAt = -1 }: { pace?: Pace | undefined; deleteAt?: number } = {},
): Promise<Session> {
  const random = numbers(seed);
  const editor = scriptedEditor(above + below, how, random);
  const writer = createDocumentWriter(editor.document, { anchor: above.length, pace, onRefused() {} });
  editor.attach(writer);
  const pieces = replyPieces(random);
  let typed = "";
  let removed = "";
  let unit = 0xe000;
  async function type(): Promise<void> {
    for (let count = 0; count < editsInRun; count++) {
      await vi.advanceTimersByTimeAsync(0);
      await new Promise((resolve) => setTimeout(resolve, random(240)));
      if (count === deleteAt) {
        const text = editor.text();
        const from = text.indexOf("@Assistant:");
        const end = text.search(/[\u4e00-\u9fff](?![\s\S]*[\u4e00-\u9fff])/) + 1;
        if (from >= 0 && end > from) {
          removed += (text.slice(from, end).match(typedUnits) ?? []).join("");
          editor.edit({ span: { start: from, end }, newText: "" });
        }
        continue;
      }
      const at = place(editor.text(), random);
      const own = editor
        .text()
        .slice(at, at + 3)
        .match(typedUnits)?.[0];
      if (own !== undefined && random(3) === 0) {
        removed += own;
        const start = editor.text().indexOf(own);
        editor.edit({ span: { start, end: start + 1 }, newText: "" });
      } else {
        const text = Array.from({ length: 1 + random(3) }, () => String.fromCharCode(unit++)).join("");
        typed += text;
        editor.edit({ span: { start: at, end: at }, newText: text });
      }
    }
  }
  const typing = type();
  for (const piece of pieces) {
    writer.write(piece);
    await vi.advanceTimersByTimeAsync(random(50));
  }
  const settling = writer.settle();
  let isDone = false;
  void Promise.all([typing, settling]).then(() => {
    isDone = true;
  });
  for (let count = 0; count < 600 && !isDone; count++) await vi.advanceTimersByTimeAsync(100);
  if (!isDone) throw new Error(`Seed ${seed}: the writer hangs.`);
  await vi.advanceTimersByTimeAsync(3000);
  return { editor, reply: pieces.join(""), typed, removed, isSettled: await settling, isUnwanted: writer.isUnwanted() };
}

const sorted = (text: string): string => [...text].sort().join("");

function checkTyped({ editor, typed, removed }: Session, seed: number): void {
  const left = [...typed].filter((unit) => !removed.includes(unit)).join("");
  const there = (editor.text().match(typedUnits) ?? []).join("");
  expect(sorted(there), `seed ${seed}: what the person typed`).toBe(sorted(left));
  expect(editor.mostOpen(), `seed ${seed}: requests at a time`).toBeLessThanOrEqual(1);
}

describe.each(Object.entries(manners))("an editor %s", (_, how) => {
  test(`${runs * editsInRun} edits of a person while replies come: theirs are intact, the reply is whole and in order`, async () => {
    for (let seed = 1; seed <= runs; seed++) {
      const done = await session(seed, how, { pace: paces[seed % 3] });
      checkTyped(done, seed);
      expect(done.isSettled, `seed ${seed}: settled`).toBe(true);
      expect(done.editor.text().replace(typedUnits, ""), `seed ${seed}: the reply`).toBe(above + done.reply + below);
    }
  });

  test("the person deletes the reply: it stops, and nothing of it comes after", async () => {
    for (let seed = 1; seed <= runs; seed++) {
      const done = await session(seed, how, { pace: seed % 2 === 0 ? "live" : "paragraph", deleteAt: 4 + (seed % 12) });
      if (!done.isUnwanted) continue;
      checkTyped(done, seed);
      expect(done.editor.text(), `seed ${seed}`).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });
});
