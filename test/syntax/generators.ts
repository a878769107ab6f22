import fc from "fast-check";

const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("@You:", "@Assistant:", "@System:", "@Robot:", "@you: ") },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...["```", "````", "```json", "```lua", "{}", "{", "", "  ", "text", "\\@You:", "\\</thinking>", "@You: hi", "\\\\@You: hi"],
      ...["<thinking>", "</thinking>", '<thinking a:signature="s">', '<thinking a:signature="s"/>', "<thinking redacted>"],
      ...["**Tool Use:** `read` (`t1`)", "**Tool Result:** `t1`", "**Tool Result:** `t1` (error)", "<!-- flemma:aborted: x -->"],
      ...[
        "{{ x }}",
        "{{ 'a",
        "{%- if x then -%}",
        "{% end",
        "]] }}",
        "a {{ [[",
        "-- }}",
        "@./a.txt;type=x",
        "(@../b)",
        "\u{1F600}{{ 1 }}",
        "\uD83D",
        "\uFEFF",
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
);
const lineEnd = fc.oneof(
  { weight: 6, arbitrary: fc.constant("\n") },
  { weight: 2, arbitrary: fc.constant("\r\n") },
  { weight: 1, arbitrary: fc.constant("\r") },
);

/** A text that mixes everything a document may hold, well-formed or not. */
export const chatText = fc
  .tuple(
    fc.constantFrom("", "", "\uFEFF", "```lua\nx = 1\n```\n", "\uFEFF```json\r\n{}\r\n```\r\n", "```lua\nx = 1\n"),
    fc.array(fc.tuple(line, lineEnd), { maxLength: 40 }),
    fc.boolean(),
  )
  .map(([head, lines, isOpen]) => {
    const text = head + lines.map(([content, end]) => content + end).join("");
    return isOpen ? text.replace(/[\r\n]+$/, "") : text;
  });

/** Replaces a part of a text, given as shares of its length, by another text. */
export const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 12 }),
  text: fc.oneof(
    fc.constant(""),
    fc.constantFrom("x", "\n", "@You:\n", "```\n", "\n@Assistant:\n", "{{", "</thinking>\n"),
    fc.string({ unit: "binary", maxLength: 4 }),
  ),
});

/** Makes one edit. */
export function applyEdit(text: string, { at, length, text: inserted }: { at: number; length: number; text: string }): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + inserted + text.slice(start + length);
}
