import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { maskedOutput } = await import(new URL("../../client-vscode/src/masked-output.ts", import.meta.url).href);

/** An output channel, and what it shows. */
function channel(secrets: readonly string[]) {
  const shown: unknown[][] = [];
  const output = {
    logLevel: 1,
    trace: (...args: unknown[]) => void shown.push(args),
    appendLine(text: string) {
      shown.push([text, this === output]);
    },
  };
  return { shown, output: maskedOutput(output, () => secrets) };
}

test("keys are shown in no message, however they are written", () => {
  const { shown, output } = channel(["sk-1", 'a"b\\c', ""]);
  output.trace('Result: "sk-1", again sk-1', 3);
  output.trace('Result: {"secret":"a\\"b\\\\c"}');
  output.appendLine('plain a"b\\c');
  expect(shown).toEqual([['Result: "•••", again •••', 3], ['Result: {"secret":"•••"}'], ["plain •••", true]]);
});

test("everything else of the channel is as it was", () => {
  const { shown, output } = channel([]);
  output.trace("text");
  expect(shown).toEqual([["text"]]);
  expect(output.logLevel).toBe(1);
});
