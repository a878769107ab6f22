import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StreamEvent } from "../../server/src/providers/provider.js";
import { createReplyWriter } from "../../server/src/send/reply.js";
import type { PlacedMessage, Segment } from "../../server/src/syntax/ast.js";
import { isBlock } from "../../server/src/syntax/blocks.js";
import { fenceContent, literalText, thinkingText } from "../../server/src/syntax/literal.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { toolsWithoutResult } from "../../server/src/syntax/tools-without-result.js";

const prompt = "@You:\nHi\n";
const say = (text: string): StreamEvent => ({ kind: "text", text });
const think = (content: string, signature?: { provider: string; value: string }): StreamEvent => ({
  kind: "thinking",
  content,
  ...(signature && { signature }),
});
const use = (id: string, json = "{}", name = "read"): StreamEvent => ({ kind: "tool-use", id, name, json });
const signed = { provider: "anthropic", value: "AbC=" };

/** The document text of a complete reply below `above`. */
function reply(events: readonly StreamEvent[], above = prompt, lineEnd = "\n"): string {
  const writer = createReplyWriter(above, lineEnd);
  return events.map((event) => writer.push(event)).join("") + writer.finish();
}

/** The same of a reply that was cut off. */
function cut(events: readonly StreamEvent[], above = prompt, lineEnd = "\n"): string {
  const writer = createReplyWriter(above, lineEnd);
  return events.map((event) => writer.push(event)).join("") + writer.abort("why");
}

describe("a reply", () => {
  test("has thinking, uses of tools and text in the order in which they came, set off by empty lines", () => {
    const events = [think("Check a.md first.", signed), say("Two files"), say(" match."), use("toolu_9", '{"path":"a.md"}')];
    expect(reply([...events, think("And now?"), say("Done.")])).toBe(`
@Assistant:
<thinking anthropic:signature="AbC=">
Check a.md first.
</thinking>

Two files match.

**Tool Use:** \`read\` (\`toolu_9\`)

\`\`\`json
{"path":"a.md"}
\`\`\`

<thinking>
And now?
</thinking>

Done.

@You:

**Tool Result:** \`toolu_9\` (pending)

\`\`\`
\`\`\`
`);
  });

  test("is not started by white space before its thinking, nor by progress and waiting", () => {
    const quiet: StreamEvent[] = [
      { kind: "waiting", reason: "retrying in 3 s (429)" },
      { kind: "progress", of: "thinking", units: 7 },
      say("\n\n"),
    ];
    expect(cut(quiet)).toBe("");
    expect(cut([...quiet, think("x")])).toBe("\n@Assistant:\n<thinking>\nx\n</thinking>\n\n<!-- flemma:aborted: why -->\n");
    expect(reply([think("x"), say("\n \n"), use("t")])).toContain("</thinking>\n\n**Tool Use:**");
  });

  test("has its open fence closed before a block", () => {
    expect(reply([say("```js\nf("), use("t")])).toContain("```js\nf(\n```\n\n**Tool Use:** `read` (`t`)\n");
    expect(reply([say("````\nx\n"), think("y")])).toContain("````\nx\n````\n\n<thinking>\n");
    expect(reply([say("```\nx"), use("t"), say("```\ny")])).toMatch(/```\nx\n```\n\n\*\*Tool Use.*\n\n```\ny\n```\n\n@You:\n/s);
  });

  test("gets no more than the line end that a block needs behind text that ends with one", () => {
    expect(reply([say("a\n"), use("t")])).toContain("\na\n\n**Tool Use:**");
    expect(reply([use("t"), say("\n\na")])).toContain("```\n\n\na\n");
  });

  test("keeps the line ends of the document inside of blocks, too", () => {
    const written = reply([think("a\nb\rc"), use("t", '{\n"a":\r\n1}')], "@You:\r\nHi\r\n", "\r\n");
    expect(written.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(written).toContain('\r\n{\r\n"a":\r\n1}\r\n');
  });

  test("ends with an empty pending result for every use, in their order; each is missing until somebody fills it in", () => {
    const written = prompt + reply([use("b"), use("a"), use("b")]);
    const document = parseDocument(written);
    const last = document.messages.at(-1)?.message;
    expect(last?.segments.map((segment) => (segment.kind === "tool-result" ? [segment.id, segment.status] : segment.kind))).toEqual([
      "text",
      ["b", "pending"],
      "text",
      ["a", "pending"],
      "text",
      ["b", "pending"],
    ]);
    expect([...toolsWithoutResult(document)].map(({ message }) => message)).toHaveLength(3);
    expect(document.messages.flatMap(({ message }) => message.problems)).toEqual([]);
  });

  test("that is cut off has no new @You:, and no results", () => {
    expect(cut([use("t")])).toMatch(/```json\n\{\}\n```\n\n<!-- flemma:aborted: why -->\n$/);
  });
});

describe("a thinking block", () => {
  test("without text keeps its signature, on two lines", () => {
    expect(reply([think("", { provider: "vertex", value: "s" })])).toContain('\n<thinking vertex:signature="s">\n</thinking>\n');
  });

  test("without text and signature is none", () => {
    expect(cut([think(" \n"), think("", { provider: "moonshot", value: "" })])).toBe("");
  });

  test("whose signature says only who wrote it says so", () => {
    expect(reply([think("x", { provider: "moonshot", value: "" })])).toContain('<thinking moonshot:signature="">\nx\n</thinking>');
  });

  test("is redacted with what it hides", () => {
    expect(reply([{ kind: "thinking", content: "EmwK==", redacted: true }])).toContain("<thinking redacted>\nEmwK==\n</thinking>\n");
  });

  test("loses a signature that no tag can hold, but not its text", () => {
    for (const value of ['a"b', "a\nb", "a\rb", "a\ud800"])
      expect(reply([think("x", { provider: "openai", value })])).toContain("\n<thinking>\nx\n</thinking>\n");
    expect(reply([think("x", { provider: "open-ai", value: "a" })])).toContain("\n<thinking>\nx\n</thinking>\n");
  });

  test("is trimmed unless it must go back as it came", () => {
    expect(reply([think("\n x \n\n")])).toContain("<thinking>\nx\n</thinking>\n");
    expect(reply([think("\n x \n\n", { provider: "openai", value: "s" })])).toContain('signature="s">\nx\n</thinking>\n');
    expect(reply([think("\n x \n\n", signed)])).toContain('="AbC=">\n\n x \n\n\n</thinking>\n');
  });

  test("is one block, whatever it says", () => {
    const content = "@You:\n</thinking>\n```\n@You:\n</thinking>\n\\</thinking>\n``` \n**Tool Use:** `a` (`b`)\n<thinking>\n```open\n@You:";
    const written = prompt + reply([think(content, signed), say("x")]);
    expect(read(written)).toEqual([think(content, signed), say("\nx")]);
  });
});

describe("a use of a tool", () => {
  test("keeps the JSON that the model wrote, byte for byte", () => {
    const json = ' {"big":12345678901234567890,"one":1.0,\n\t"a":1,"a":2,"u":"\\ud83d","s":"x" } ';
    expect(reply([use("t", json)])).toContain(`\`\`\`json\n${json}\n\`\`\`\n`);
    expect(read(prompt + reply([use("t", json)]))).toEqual([use("t", json)]);
  });

  test("has a fence that its input cannot close", () => {
    const json = JSON.stringify({ text: "`````", more: "``````````" });
    expect(reply([use("t", json)])).toContain(`\n${"`".repeat(11)}json\n${json}\n${"`".repeat(11)}\n`);
  });

  test("without input has an empty object", () => {
    expect(reply([use("t", "")])).toContain("```json\n{}\n```\n");
  });

  test("whose input is no JSON stays as it came for all to see, waits for no result, and can be sent", () => {
    const written = prompt + reply([use("t", '{"path": "a'), use("u")]);
    expect(written).toContain('**Tool Use:** `read` (`t`)\n\n```json\n{"path": "a\n```\n');
    const { messages } = parseDocument(written);
    const problems = messages.flatMap(({ message }) => message.problems);
    expect(problems.map(({ code, blocks }) => [code, blocks])).toEqual([["tool/invalid-input", false]]);
    expect(written.match(/\(pending\)/g)).toHaveLength(1);
    expect(written).toContain("**Tool Result:** `u` (pending)");
  });

  test("has the same name and id in its heading and its result, also where a heading cannot hold them", () => {
    const written = prompt + reply([use("a`b)\r\nc", "{}", "x`\ny"), use("", "{}", "")]);
    expect(written).toContain("**Tool Use:** `x__y` (`a_b__c`)");
    expect(written).toContain("**Tool Result:** `a_b__c` (pending)");
    expect(written).toContain("**Tool Use:** `_` (`call_2`)");
    expect(written).toContain("**Tool Result:** `call_2` (pending)");
    expect([...toolsWithoutResult(parseDocument(written))]).toHaveLength(2);
  });
});

const hostile = fc.oneof(
  fc.constantFrom("@You:", "@Assistant: ", "@System: x", "\\@You:", "</thinking>", "\\</thinking>", "<thinking>", "<thinking redacted>"),
  fc.constantFrom("**Tool Use:** `a` (`b`)", "**Tool Result:** `a` (error)", "```json", "<!-- flemma:aborted: x -->", "``` a`b"),
  fc.constantFrom(
    "`".repeat(10),
    "```",
    "\0",
    "\u2028",
    "\ud83d",
    "\ude00",
    "\u200f\u05d0\u05d1",
    "e\u0301",
    "\u{1F468}\u200d\u{1F469}",
    " ",
    "x",
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const text = fc
  .array(fc.tuple(hostile, fc.constantFrom("\n", "\n", "\r\n", "\r", "")), { maxLength: 8 })
  .map((lines) => lines.flat().join(""));
const word = fc.oneof(fc.constantFrom("toolu_1", "search:0", "urn:flemma:tool:x:1", "a b"), fc.string({ unit: "binary", maxLength: 6 }));
const json = fc.oneof(
  fc.json(),
  fc.constantFrom("", "{}", '{"a":1.0,"a":12345678901234567890}', '{\n\t"t": "``````````"\r\n}', '{"s":"\\u2028@You:\\n"}'),
  text.map((value) => JSON.stringify({ value })),
);
const signature = fc.record({
  provider: fc.constantFrom("anthropic", "openai", "vertex", "moonshot"),
  value: fc.oneof(fc.base64String({ maxLength: 12 }), fc.string({ unit: "binary", maxLength: 6 })),
});
const event: fc.Arbitrary<StreamEvent> = fc.oneof(
  { weight: 4, arbitrary: text.map(say) },
  { weight: 2, arbitrary: fc.tuple(text, fc.option(signature)).map(([content, by]) => think(content, by ?? undefined)) },
  { weight: 1, arbitrary: fc.base64String().map((content) => ({ kind: "thinking" as const, content, redacted: true as const })) },
  { weight: 2, arbitrary: fc.tuple(word, json, word).map(([id, input, name]) => use(id, input, name)) },
  { weight: 1, arbitrary: fc.constant({ kind: "progress" as const, of: "thinking" as const, units: 3 }) },
);
const documents = fc.constantFrom<readonly [string, string]>(
  [prompt, "\n"],
  ["@You:\nHi", "\n"],
  ["@You:\r\nHi\r\n \r\n", "\r\n"],
  ["```lua\nx = 1\n```\n@System:\na\n@You:\n````\nopen", "\n"],
);

const asWritten = (value: string): string => value.replace(/\r\n?/g, "\n").replace(/\p{Surrogate}/gu, "\ufffd");

/** What a document holds of events: neighbouring text is one, what is nothing is gone, and text keeps clear of blocks. */
function kept(events: readonly StreamEvent[]): StreamEvent[] {
  const merged: StreamEvent[] = [];
  for (const [index, one] of events.entries()) {
    const last = merged.at(-1);
    if (one.kind === "text" && last?.kind === "text") merged[merged.length - 1] = say(last.text + one.text);
    else if (one.kind === "text") merged.push(one);
    else merged.push(...keptBlock(one, events.slice(0, index).filter(({ kind }) => kind === "tool-use").length));
  }
  const parts = merged.filter((part) => part.kind !== "text" || part.text.trim() !== "");
  return parts.map((part, index) => (part.kind === "text" ? keptText(part.text, index > 0, index < parts.length - 1) : part));
}

function keptBlock(block: StreamEvent, number: number): StreamEvent[] {
  if (block.kind === "tool-use") {
    const id = asWritten(block.id).replace(/[`)\n]/g, "_") || `call_${number + 1}`;
    return [use(id, asWritten(block.json.trim() === "" ? "{}" : block.json), asWritten(block.name).replace(/[`\n]/g, "_") || "_")];
  }
  if (block.kind !== "thinking") return [];
  if (block.redacted) return block.content === "" ? [] : [block];
  const by = block.signature && !/["\r\n\p{Surrogate}]/u.test(block.signature.value) ? block.signature : undefined;
  const content = asWritten(by?.provider === "anthropic" ? block.content : block.content.trim());
  return content.trim() === "" && !by?.value ? [] : [think(content, by)];
}

function keptText(said: string, isBelow: boolean, isAbove: boolean): StreamEvent {
  const own = asWritten(said);
  const ticks = openTicks(own);
  const closed = ticks === 0 ? own : `${own}${own.endsWith("\n") ? "" : "\n"}${"`".repeat(ticks)}`;
  const end = isAbove ? `${closed}${closed.endsWith("\n") ? "" : "\n"}` : closed.replace(/\n+$/, "");
  return say((isBelow && !own.startsWith("\n") ? "\n" : "") + end);
}

/** The events without the line ends at the end of the last text: an empty line stands before a mark, however many there were. */
function trimmedEnd(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const last = events.at(-1);
  return last?.kind === "text" ? [...events.slice(0, -1), say(last.text.replace(/\n+$/, ""))] : events;
}

/** The backticks of the fence that a text leaves open, by the rules of the format. */
function openTicks(whole: string): number {
  let open = 0;
  for (const line of whole.split("\n")) {
    const [, ticks = "", rest = ""] = /^(`*)(.*)$/s.exec(line) ?? [];
    if (open > 0 && ticks.length >= open && /^[ \t\v\f]*$/.test(rest)) open = 0;
    else if (open === 0 && ticks.length >= 3 && !rest.includes("`")) open = ticks.length;
  }
  return open;
}

/** The events that the last assistant's message of a document holds. */
function read(document: string): StreamEvent[] {
  const placed = parseDocument(document).messages.findLast(({ message }) => message.role === "Assistant") as PlacedMessage;
  const { segments } = placed.message;
  return segments.flatMap((segment, index) => readSegment(document, placed.start, segment, segments[index + 1]));
}

function readSegment(source: string, start: number, segment: Segment, next: Segment | undefined): StreamEvent[] {
  switch (segment.kind) {
    case "text": {
      const whole = literalText(source, start, segment);
      const own = next !== undefined && isBlock(next) ? whole.replace(/\n$/, "") : whole;
      return own === "" ? [] : [say(own)];
    }
    case "thinking": {
      const { signature: by, redacted } = segment;
      const value = by && source.slice(start + by.value.start, start + by.value.end);
      const content = thinkingText(source, start, segment);
      return [redacted ? { kind: "thinking", content, redacted } : think(content, by && { provider: by.provider, value: value ?? "" })];
    }
    case "tool-use":
      return [use(segment.id, fenceContent(source, start, segment.fence), segment.name)];
    default:
      return [{ kind: "waiting", reason: segment.kind }];
  }
}

describe("whatever a model sends", () => {
  test("the document holds exactly that: reading it gives the events back", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), documents, (events, [above, lineEnd]) => {
        const written = above + reply(events, above, lineEnd);
        const document = parseDocument(written);
        expect(document.messages.slice(-2).map(({ message }) => message.role)).toEqual(["Assistant", "You"]);
        expect(read(written)).toEqual(kept(events));
        const uses = kept(events).filter(({ kind }) => kind === "tool-use");
        expect([...toolsWithoutResult(document)]).toHaveLength(uses.length);
        expect(written.match(/\(pending\)$/gm) ?? []).toHaveLength(uses.length);
        if (lineEnd === "\r\n") expect(written.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 500 },
    );
  });

  test("cut off behind any event it is the same up to there, with its mark; or nothing at all when nothing came", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), documents, (events, [above, lineEnd]) => {
        for (let count = 0; count <= events.length; count++) {
          const came = events.slice(0, count);
          const written = cut(came, above, lineEnd);
          if (kept(came).length === 0) expect(written).toBe("");
          else {
            const roles = parseDocument(`${above}${written}${lineEnd}@You:${lineEnd}again`).messages.map(({ message }) => message.role);
            expect(roles.slice(-2)).toEqual(["Assistant", "You"]);
            const found = read(above + written);
            expect(found.at(-1)).toEqual({ kind: "waiting", reason: "aborted" });
            expect(trimmedEnd(found.slice(0, -1))).toEqual(trimmedEnd(kept([...came, use("end")]).slice(0, -1)));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test("text that is cut into other pieces gives the same document", () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), cuts, (events, shares) => {
        const inPieces = events.flatMap((one) => {
          if (one.kind !== "text") return [one];
          const at = [0, ...shares.map((share) => Math.floor(share * one.text.length)), one.text.length].sort((a, b) => a - b);
          return at.slice(1).map((end, index) => say(one.text.slice(at[index], end)));
        });
        expect(reply(inPieces)).toBe(reply(events));
      }),
      { numRuns: 300 },
    );
  });
});
