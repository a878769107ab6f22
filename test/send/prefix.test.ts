import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networkProviders, requestOf } from "./request-of.js";

/** A reply, and what the user says to it: the uses of tools by their ids, and which of them are answered how. */
interface Exchange {
  readonly reply: string;
  readonly answer: string;
}

const word = fc.constantFrom("alpha", "béta 😀", "\\@You:", "**bold**", "@Assistant: inline", "\ud800", " ", "<b>", "a\n\nb");
const id = fc.constantFrom("search:0", "search:1", "toolu_1", "call.1", "call:1", "x".repeat(70));
const json = fc.constantFrom("{}", '{ "n": 12345678901234567890 }', '{"f":1.0,"f":2}', "[1]", '"text"');
const signer = fc.constantFrom("anthropic", "openai", "codex", "vertex", "other");
const reasoning = Buffer.from('{"type":"reasoning","id":"rs","encrypted_content":"x"}').toString("base64");

const piece = fc.oneof(
  word.map((text) => `${text}\n`),
  signer.map((name) => `<thinking ${name}:signature="${reasoning}">\nthought\n</thinking>\n`),
  fc.constantFrom("<thinking>\nthought\n</thinking>\n", "<thinking redacted>\nopaque\n</thinking>\n"),
);

const call = fc.record({
  id,
  name: fc.constantFrom("read", "server:find"),
  json,
  answer: fc.constantFrom("", " (error)", " (pending)", "none"),
});

const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    before: fc.array(piece, { maxLength: 3 }),
    calls: fc.array(call, { maxLength: 2 }),
    after: fc.array(piece, { maxLength: 2 }),
    aborted: fc.boolean(),
    said: fc.array(word, { maxLength: 2 }),
  })
  .map(({ before, calls, after, aborted, said }) => {
    const uses = calls.map((use) => `**Tool Use:** \`${use.name}\` (\`${use.id}\`)\n\n\`\`\`json\n${use.json}\n\`\`\`\n`);
    const results = calls.flatMap((use) =>
      use.answer === "none" ? [] : [`**Tool Result:** \`${use.id}\`${use.answer}\n\n\`\`\`\nout\n\`\`\`\n`],
    );
    const mark = aborted ? ["\n<!-- flemma:aborted: stopped -->\n"] : [];
    return {
      // A reply that says nothing is left out where roles alternate, and what the user says then joins what he said before.
      reply: `@Assistant:\n${[...before, "ok\n", ...uses, ...after, ...mark].join("\n")}\n`,
      answer: `@You:\n${[...results, ...said, "more"].join("\n")}\n`,
    };
  });

const conversation = fc.array(exchange, { minLength: 1, maxLength: 4 });

/** The bytes of a request up to where a new message would begin: without what closes its list of messages and the body. */
function withoutEnd(body: string): string {
  expect(body.endsWith("]}")).toBe(true);
  return body.slice(0, -2);
}

describe("the next turn begins with every byte of the request before it", () => {
  test.each(networkProviders)("%s", (provider) => {
    fc.assert(
      fc.property(conversation, (exchanges) => {
        const settings = { provider, vertex: { project_id: "p" }, tools: ["read", "bash"] };
        let text = "@System:\nBe {{ 1 }}.\n@You:\nhi\n";
        let before = withoutEnd(requestOf(text, settings).request.body);
        for (const { reply, answer } of exchanges) {
          text += reply + answer;
          const { body } = requestOf(text, settings).request;
          expect(body.slice(0, before.length)).toBe(before);
          before = withoutEnd(body);
        }
      }),
      { numRuns: 60 },
    );
  });
});
