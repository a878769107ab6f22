import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conversation } from "../../server/src/conversation/conversation.js";
import { createReplyWriter } from "../../server/src/send/reply.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";

const prompt = "@You:\nHi\n";

/** The document with a complete reply below `above`, written in the given pieces. */
function complete(pieces: readonly string[], above = prompt, lineEnd = "\n"): string {
  const writer = createReplyWriter(above, lineEnd);
  return above + pieces.map((piece) => writer.push({ kind: "text", text: piece })).join("") + writer.finish();
}

/** The document with a reply that was cut off after the given pieces. */
function cut(pieces: readonly string[], reason = "why", above = prompt): string {
  const writer = createReplyWriter(above, "\n");
  return above + pieces.map((piece) => writer.push({ kind: "text", text: piece })).join("") + writer.abort(reason);
}

/** What the parser reads from a document: roles, and the parts of assistant messages (the others need evaluation). */
function read(text: string): readonly (readonly [string, readonly unknown[]])[] {
  const { messages } = conversation({ snapshot: createSnapshot("file:///a.chat", 1, text), outcome: "done" });
  return messages.map(({ role, parts }) => [role, role === "assistant" ? parts : []]);
}

/** The reply as the conversation holds it: line ends as LF, empty lines at the end dropped, an open fence closed. */
function readBack(reply: string): string {
  const text = reply
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/\n+$/, (ends) => (openTicks(reply) > 0 ? ends : ""));
  const ticks = openTicks(reply);
  return ticks === 0 ? text : `${text}${text.endsWith("\n") ? "" : "\n"}${"`".repeat(ticks)}`;
}

/** The backticks of the fence that a text leaves open, by the rules of the format. */
function openTicks(text: string): number {
  let open = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, ticks = "", rest = ""] = /^(`*)(.*)$/s.exec(line) ?? [];
    if (open > 0 && ticks.length >= open && /^[ \t\v\f]*$/.test(rest)) open = 0;
    else if (open === 0 && ticks.length >= 3 && !rest.includes("`")) open = ticks.length;
  }
  return open;
}

/** White space alone is no text. */
const text = (value: string): unknown[] => (value.trim() === "" ? [] : [{ kind: "text", text: value }]);

describe("a complete reply", () => {
  test("stands below the prompt, with a new @You: to type in", () => {
    expect(complete(["Hello", " you."])).toBe("@You:\nHi\n\n@Assistant:\nHello you.\n\n@You:\n");
  });

  test.each([
    ["without a line end", "@You:\nHi", "@You:\nHi\n\n@Assistant:\nx\n\n@You:\n"],
    ["with an empty line", "@You:\nHi\n\n", "@You:\nHi\n\n@Assistant:\nx\n\n@You:\n"],
    ["with a blank line", "@You:\nHi\n \t\n", "@You:\nHi\n \t\n@Assistant:\nx\n\n@You:\n"],
  ])("is set off by one empty line from a prompt %s", (_, above, expected) => {
    expect(complete(["x"], above)).toBe(expected);
  });

  test("that ends with line ends gets no more empty lines than it needs", () => {
    expect(complete(["x\n"])).toBe("@You:\nHi\n\n@Assistant:\nx\n\n@You:\n");
    expect(complete(["x\n\n"])).toBe("@You:\nHi\n\n@Assistant:\nx\n\n@You:\n");
  });

  test("uses the line ends of the document", () => {
    expect(complete(["a\nb\r\n", "c"], "@You:\r\nHi\r\n", "\r\n")).toBe("@You:\r\nHi\r\n\r\n@Assistant:\r\na\r\nb\r\nc\r\n\r\n@You:\r\n");
  });

  test("has no doubled line where CR and LF come in two pieces", () => {
    expect(complete(["a\r", "\nb\r", "c"])).toContain("@Assistant:\na\nb\nc\n");
  });

  test("never has half a character on its way, and keeps none that stays alone", () => {
    const writer = createReplyWriter(prompt, "\n");
    const push = (text: string): string => writer.push({ kind: "text", text });
    expect(push("a\ud83d")).toBe("\n@Assistant:\na");
    expect(push("\ude00")).toBe("\u{1F600}");
    expect(push("\udc00b\ud83d")).toBe("\ufffdb");
    expect(writer.finish()).toBe("\ufffd\n\n@You:\n");
  });
});

test("white space alone starts no reply, and stays where text follows", () => {
  expect(cut([" \n", "\t"])).toBe(prompt);
  expect(complete(["\n\n"])).toBe("@You:\nHi\n\n@Assistant:\n\n@You:\n");
  expect(complete(["\n", "\n", "x"])).toBe("@You:\nHi\n\n@Assistant:\n\n\nx\n\n@You:\n");
});

test("a line that may be structure for very long is held back, in time linear in its length", () => {
  const writer = createReplyWriter(prompt, "\n");
  let out = "";
  for (let count = 0; count < 200_000; count++) out += writer.push({ kind: "text", text: "\\" });
  expect(out).toBe("\n@Assistant:\n");
  expect(writer.push({ kind: "text", text: "x\n" })).toBe(`${"\\".repeat(200_000)}x\n`);
});

describe("text that would read as structure", () => {
  const structure = [
    "@You:",
    "@Assistant: ",
    "@System:",
    "@Robot7:",
    "@You: text",
    "**Tool Use:** `bash` (`t1`)",
    "**Tool Result:** `t1` (error)",
    "<thinking>",
    '<thinking a:signature="b">',
    '<thinking a:signature="b"/>',
    "<thinking redacted>",
    "</thinking>",
    "<!-- flemma:aborted: x -->",
    "<!--\tflemma:aborted:-->",
    "\\@You:",
    "\\\\</thinking>",
  ];

  test.each(structure)("is escaped and read back as it was: %s", (line) => {
    const document = complete([`a\n${line}\nb`]);
    expect(document).toContain(`\na\n\\${line}\nb\n`);
    expect(read(document)).toEqual([
      ["user", []],
      ["assistant", text(`a\n${line}\nb`)],
      ["user", []],
    ]);
  });

  test.each(structure)("is escaped when it comes unit by unit, too: %s", (line) => {
    expect(complete(`${line}\nb`.split(""))).toBe(complete([`${line}\nb`]));
  });

  test.each([" @You:", "@You", "you@You:", "@You!: x", "**Tool Use**", "<thinking >x", "<!-- note -->", "\\x", "@Robot: x"])(
    "is left alone when it only looks like it: %s",
    (line) => expect(complete([`a\n${line}\nb`])).toContain(`\na\n${line}\nb\n`),
  );

  test("is left alone inside a fence, where it is text", () => {
    const code = "```\n@You:\n</thinking>\n**Tool Use:** `a` (`b`)\n```";
    expect(complete([code])).toContain(`@Assistant:\n${code}\n`);
    expect(read(complete([code]))[1]).toEqual(["assistant", text(code)]);
  });

  test("is escaped behind a line that only seems to open a fence", () => {
    expect(complete(["``` a`b\n@You:\n"])).toContain("\n\\@You:\n");
    expect(complete(["~~~\n@You:\n"])).toContain("\n\\@You:\n");
    expect(complete([" ```\n@You:\n"])).toContain("\n\\@You:\n");
  });

  test("is not escaped behind a line that does not close its fence", () => {
    const code = "````\n```\n````\u00a0\n@You:\n````";
    expect(complete([code])).toContain(`@Assistant:\n${code}\n`);
    expect(read(complete([code]))[1]).toEqual(["assistant", text(code)]);
  });
});

describe("an open fence", () => {
  test("of the reply is closed, so that the new @You: is a marker", () => {
    expect(complete(["```js\nf()"])).toContain("\n```js\nf()\n```\n\n@You:\n");
    expect(complete(["````js\nf()\n"])).toContain("\n````js\nf()\n````\n\n@You:\n");
  });

  test("of the text above is closed, so that @Assistant: is a marker", () => {
    const document = complete(["x"], "@You:\nSee:\n````js\nf()\n```\n");
    expect(document).toBe("@You:\nSee:\n````js\nf()\n```\n````\n\n@Assistant:\nx\n\n@You:\n");
    expect(read(document).map(([role]) => role)).toEqual(["user", "assistant", "user"]);
  });

  test("of a text without a last line end is closed on a line of its own", () => {
    expect(complete(["x"], "@You:\n```js")).toBe("@You:\n```js\n```\n\n@Assistant:\nx\n\n@You:\n");
  });

  test("that an earlier message closed is none", () => {
    const above = "@Assistant:\n<thinking>\n```\n</thinking>\n@You:\n```\nx\n```\n";
    expect(complete(["x"], above)).toBe(`${above}\n@Assistant:\nx\n\n@You:\n`);
  });
});

describe("a reply that was cut off", () => {
  test("ends with the mark on a line of its own, after an empty one, and without @You:", () => {
    expect(cut(["Hel", "lo"])).toBe("@You:\nHi\n\n@Assistant:\nHello\n\n<!-- flemma:aborted: why -->\n");
    expect(cut(["Hello\n"])).toBe("@You:\nHi\n\n@Assistant:\nHello\n\n<!-- flemma:aborted: why -->\n");
  });

  test("gives out what was held back, escaped where it is structure", () => {
    expect(cut(["a\n@You"])).toContain("\na\n@You\n\n<!--");
    expect(cut(["a\n@You:"])).toContain("\na\n\\@You:\n\n<!--");
    expect(cut(["a\r"])).toContain("\na\n\n<!--");
  });

  test("has its fence closed", () => {
    expect(cut(["```js\nf("])).toContain("\n```js\nf(\n```\n\n<!--");
  });

  test("names its reason in one line that cannot end the comment", () => {
    const document = cut(["a"], "first -->\n\n@You:\nsecond --->> x\r\n");
    expect(document.endsWith("\na\n\n<!-- flemma:aborted: first @You: second > x -->\n")).toBe(true);
    expect(read(document).map(([role]) => role)).toEqual(["user", "assistant"]);
  });
});

const line = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("@You:", "@Assistant: ", "@You: x", "@x1:", "\\@You:", "\\\\@System:", "</thinking>", "<thinking>"),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "```",
      "````",
      "```js",
      "``` a`b",
      "```\u00a0",
      "~~~",
      "**Tool Use:** `a` (`b`)",
      "<!-- flemma:aborted: x -->",
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom("", " ", "text", "\u{1F600} é", "\ud83d", "\ufeff", "{{ x }}", "{% if", "@./file", "\\", "-->") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const reply = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "")), { maxLength: 14 })
  .map((lines) => lines.map((parts) => parts.join("")).join(""));
const above = fc.constantFrom(
  prompt,
  "@You:\nHi",
  "@You:\r\nHi\r\n\r\n",
  "@You:\n```\nopen",
  "```lua\nx = 1\n```\n@System:\na\n@You:\nHi\n",
);

/** Cuts a text at the given shares of its length: pieces may end anywhere. */
function pieces(whole: string, cuts: readonly number[]): string[] {
  const at = [0, ...cuts.map((share) => Math.floor(share * whole.length)), whole.length].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => whole.slice(at[index], end));
}
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

describe("whatever a model says", () => {
  test("the conversation holds it as text, and nothing of it is structure", () => {
    fc.assert(
      fc.property(reply, above, fc.constantFrom("\n", "\r\n"), (said, before, lineEnd) => {
        const turns = read(complete([said], before, lineEnd));
        expect(turns.map(([role]) => role)).toEqual(["user", "assistant", "user"]);
        expect(turns[1]?.[1]).toEqual(text(readBack(said)));
      }),
      { numRuns: 600 },
    );
  });

  test("the document is the same however it was cut into pieces", () => {
    fc.assert(
      fc.property(reply, cuts, (said, places) => {
        expect(complete(pieces(said, places))).toBe(complete([said]));
      }),
      { numRuns: 400 },
    );
  });

  test("what was given out is never taken back, and cut off at any piece it can be sent again", () => {
    fc.assert(
      fc.property(reply, cuts, (said, places) => {
        const given = pieces(said, places);
        for (let count = 1; count <= given.length; count++) {
          const document = cut(given.slice(0, count));
          if (given.slice(0, count).join("").trim() === "") {
            expect(document).toBe(prompt);
            continue;
          }
          const turns = read(`${document}\n@You:\nagain\n`);
          expect(turns.map(([role]) => role)).toEqual(["user", "assistant", "user"]);
          expect(JSON.stringify(turns[1])).toContain("<!-- why -->");
        }
      }),
      { numRuns: 150 },
    );
  });
});
