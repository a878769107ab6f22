import fc from "fast-check";
import type { Ledger } from "../support/fake-providers/ledger.js";

/** A reply as it stands in a document, and what the user says to it. */
interface Exchange {
  readonly reply: string;
  readonly answer: string;
}

const word = fc.constantFrom("alpha", "béta 😀", "\\@You:", "**bold**", "@Assistant: inline", "\ud800", " ", "<b>", "a\n\nb");
const id = fc.constantFrom("search:0", "search:1", "toolu_1", "call.1", "call:1", "x".repeat(70));
const json = fc.constantFrom("{}", '{ "n": 12345678901234567890 }', '{"f":1.0,"f":2}', "[1]", '"text"');
const call = fc.record({
  id,
  name: fc.constantFrom("read", "server:find"),
  json,
  isSigned: fc.boolean(),
  answer: fc.constantFrom("", " (error)", " (pending)", "none"),
});

const thinking = (tag: string, content: string): string => `<thinking${tag}>\n${content}\n</thinking>\n`;

/** Thinking with signatures that a ledger has issued. */
function thoughts({ sign, enter }: Ledger) {
  enter("b3BhcXVl", { kind: "redacted", of: "" });
  const encrypted_content = sign({ kind: "reasoning", of: JSON.stringify(["rs", []]) });
  const item = Buffer.from(JSON.stringify({ type: "reasoning", id: "rs", summary: [], encrypted_content })).toString("base64");
  const signed = (provider: string, value: string): string => thinking(` ${provider}:signature="${value}"`, "thought");
  return {
    any: [
      signed("anthropic", sign({ kind: "thinking", of: "thought" })),
      signed("openai", item),
      signed("codex", item),
      signed("vertex", sign({ kind: "text", of: "" })),
      signed("other", "x"),
      signed("anthropic", ""),
      thinking("", "thought"),
      thinking(" redacted", "b3BhcXVl"),
    ],
    ofCall: (name: string) => signed("vertex", sign({ kind: "tool-use", of: name.replace(":", "__") })),
  };
}

/**
 * Conversations with tools, repeated ids, results that are missing or open, thinking of all providers and replies that were cut
 * off. Every reply says something: one that does not is left out where roles alternate, and what follows joins what stands before.
 */
export function conversations(ledger: Ledger): fc.Arbitrary<readonly Exchange[]> {
  const { any, ofCall } = thoughts(ledger);
  const piece = fc.oneof(
    word.map((text) => `${text}\n`),
    fc.constantFrom(...any),
  );
  const exchange = fc.record({
    before: fc.array(piece, { maxLength: 3 }),
    calls: fc.array(call, { maxLength: 2 }),
    after: fc.array(piece, { maxLength: 2 }),
    isAborted: fc.boolean(),
    said: fc.array(word, { maxLength: 2 }),
  });
  return fc.array(
    exchange.map(({ before, calls, after, isAborted, said }): Exchange => {
      const uses = calls.map((use) => {
        const block = `**Tool Use:** \`${use.name}\` (\`${use.id}\`)\n\n\`\`\`json\n${use.json}\n\`\`\`\n`;
        return use.isSigned ? `${ofCall(use.name)}${block}` : block;
      });
      const results = calls.flatMap((use) =>
        use.answer === "none" ? [] : [`**Tool Result:** \`${use.id}\`${use.answer}\n\n\`\`\`\nout\n\`\`\`\n`],
      );
      const mark = isAborted ? ["\n<!-- flemma:aborted: stopped -->\n"] : [];
      // Thinking below a call is how other programs write what was thought before it.
      const rest = calls.length > 0 ? after.filter((text) => !text.startsWith("<thinking")) : after;
      return {
        reply: `@Assistant:\n${[...before, "ok\n", ...uses, ...rest, ...mark].join("\n")}\n`,
        answer: `@You:\n${[...results, ...said, "more"].join("\n")}\n`,
      };
    }),
    { minLength: 1, maxLength: 4 },
  );
}
