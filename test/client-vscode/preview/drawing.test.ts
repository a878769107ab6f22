import { describe, expect, test } from "vitest";
import type { PreviewAnswer } from "../../../shared/methods.js";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { drawingOf, placeAt } = await import(new URL("../../../client-vscode/src/preview/drawing.ts", import.meta.url).href);

function range(line: number, from: number, to: number) {
  return { start: { line, character: from }, end: { line, character: to } };
}

/** `## @You`, "Hi ", "Ann" from an expression, an image, "!" without an origin. */
const answer: PreviewAnswer = {
  markdown: "## @You\n\nHi Ann\n**Image p.png**\n!\n",
  parts: [
    { kind: "text", text: "Hi Ann" },
    { kind: "image", mime_type: "image/png", bytes: 9, sha256: "abc" },
    { kind: "text", text: "!" },
  ],
  diagnostics: [
    { range: range(0, 0, 1), severity: 1, message: "above" },
    { range: range(4, 6, 8), severity: 2, message: "inside" },
  ],
  map: [
    { start: 0, end: 9, range: range(3, 0, 5) },
    { start: 9, end: 12, range: range(4, 0, 3) },
    { start: 12, end: 15, range: range(4, 3, 13) },
    { start: 16, end: 31, range: range(4, 13, 20) },
  ],
  messages: [
    {
      role: "user",
      line: 4,
      rendered: true,
      parts: [
        { index: 0, start: 9, end: 15 },
        { index: 1, start: 16, end: 31, title: "Image p.png", file: "file:///p.png" },
        { index: 2, start: 32, end: 33 },
      ],
    },
  ],
};

describe("a drawing", () => {
  test("cuts texts where their origin changes, and makes chips of all else", () => {
    expect(drawingOf(answer).messages[0]).toEqual({
      role: "user",
      line: 4,
      isRendered: true,
      place: 0,
      parts: [
        {
          kind: "text",
          stretches: [
            { text: "Hi ", place: 1 },
            { text: "Ann", place: 2 },
          ],
        },
        {
          kind: "image",
          title: "Image p.png",
          place: 3,
          image: { file: "file:///p.png", type: "image/png", sha256: "abc", bytes: 9 },
        },
        { kind: "text", stretches: [{ text: "!", place: undefined }] },
      ],
      faults: [{ severity: "warning", message: "inside", position: { line: 4, character: 6 } }],
    });
    expect(drawingOf(answer).faults).toEqual([{ severity: "error", message: "above", position: { line: 0, character: 0 } }]);
  });

  test("holds every letter of a text, whatever its stretches", () => {
    const odd = {
      ...answer,
      map: [
        { start: 10, end: 11, range: range(4, 0, 3) },
        { start: 14, end: 40, range: range(4, 3, 13) },
      ],
    };
    const [first] = drawingOf(odd).messages[0].parts;
    expect(first.stretches.map(({ text }: { text: string }) => text)).toEqual(["H", "i", " An", "n"]);
  });

  test("puts what is wrong below the nearest message above it, in whatever order messages are sent", () => {
    const messages = [
      { role: "system", line: 10, rendered: true, parts: [] },
      { role: "user", line: 2, parts: [] },
    ] as const;
    const diagnostics = [9, 1, 5, 20].map((line) => ({ range: range(line, 0, 1), message: `at ${line}` }));
    const drawn = drawingOf({ ...answer, messages, diagnostics }).messages.map(({ faults }: { faults: { message: string }[] }) =>
      faults.map(({ message }) => message),
    );
    expect(drawn).toEqual([
      ["at 9", "at 20"],
      ["at 1", "at 5"],
    ]);
  });

  test("shows what tools are asked and answer, what was thought, and what files hold", () => {
    const parts = [
      { kind: "tool_use", input: { a: 1 } },
      { kind: "tool_result", parts: [{ kind: "text", text: "out" }] },
      { kind: "thinking", content: "hm" },
      { kind: "text_file", text: "one\n" },
      { kind: "pdf" },
    ] as const;
    const places = parts.map((_, index) => ({ index, start: 0, end: 1, title: "t" }));
    const [message] = drawingOf({ ...answer, parts, messages: [{ role: "assistant", line: 1, rendered: true, parts: places }] }).messages;
    expect(message.parts.map(({ body }: { body?: string }) => body)).toEqual(['{\n  "a": 1\n}', "out", "hm", "one\n", undefined]);
  });
});

describe("the place of a cursor", () => {
  const at = (line: number, character: number) => placeAt(answer.map, { line, character });

  test("is the stretch around it; where one ends and the next begins, the next", () => {
    expect([at(3, 2), at(4, 1), at(4, 3), at(4, 5), at(4, 20)]).toEqual([0, 1, 2, 2, 3]);
    expect([at(0, 0), at(4, 21), at(9, 0)]).toEqual([undefined, undefined, undefined]);
  });

  test("is the smallest stretch, and the first of several from one origin", () => {
    const map = [
      { start: 0, end: 1, range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } },
      { start: 1, end: 2, range: range(2, 0, 4) },
      { start: 2, end: 3, range: range(2, 0, 4) },
    ];
    expect(placeAt(map, { line: 2, character: 2 })).toBe(1);
    expect(placeAt(map, { line: 3, character: 2 })).toBe(0);
  });
});
