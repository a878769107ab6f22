import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noAnswers } from "../../server/src/base/file-answers.js";
import { complete } from "../../server/src/base/steps.js";
import { luaOutside, parseChatInSteps } from "../../server/src/engines/document-engine.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import { resultOfOtherWords } from "../../server/src/evaluation/other-words.js";
import type { EvaluationResult } from "../../server/src/evaluation/types.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import type { ChatDocument } from "../../server/src/syntax/ast.js";
import { surroundingsOf } from "../conformance/harness.js";
import { fuzzing } from "../hostile/fuzz-settings.js";
import { luaExpression, luaProgram } from "../hostile/lua-programs.js";

const limits = { ...passiveLimits, timeMs: 1e9 };

/** `withSyntax`: as a long text is evaluated. */
function run(text: string, withSyntax = false): EvaluationResult {
  return evaluate({ text, surroundings: surroundingsOf("/chats"), limits, files: noAnswers, omitOutput: true, withSyntax });
}

function parse(text: string, previous?: ChatDocument): ChatDocument {
  return complete(parseChatInSteps(text, luaOutside, previous));
}

/** What is taken from the evaluation of one text for another, without what says whether it may be; undefined where nothing is. */
function taken(from: string, to: string, withSyntax = false): object | undefined {
  const before = parse(from);
  const result = resultOfOtherWords(run(from, withSyntax), before, parse(to, before));
  return result && { ...result, passes: undefined };
}

const own = (text: string, withSyntax = false) => ({ ...run(text, withSyntax), passes: undefined });

const text = `\`\`\`lua
name = "Ada"
local function broken() error("no") end
\`\`\`
@System:
You help {{ name }}.

@You:
Dear {{ name:upper() }}, some words.
{% for item in values({ 1, 2 }) do %}
- {{ item }} of them {{ -item }}
{% end %}

@Assistant:
Yes.

@You:
{{ missing }} and {{ nil .. "x" }} and {{ nam }}.
`;

describe("the evaluation of a text is that of another whose words alone are others", () => {
  test.each<[string, string, string]>([
    ["longer words before a tag", "Dear", "My very dear"],
    ["words that are gone between tags", " of them", " "],
    ["words behind a tag", "some words.", "some 漢字 😀 words!"],
    ["words of the assistant", "Yes.", "Yes, indeed."],
    ["words in the last line of a loop", "- {{", "-- {{"],
    ["spaces at the end of a message", "some words.", "some words.  "],
    ["words in the empty line behind a message", "Yes.\n\n", "Yes.\nMore\n"],
    ["words in the empty line behind an expression", "You help {{ name }}.\n\n", "You help {{ name }}.\nMore\n"],
  ])("%s", (_name, before, after) => {
    const other = text.replace(before, after);
    expect(other).not.toBe(text);
    expect(taken(text, other)).toEqual(own(other));
    expect(taken(other, text)).toEqual(own(text));
  });

  test.each(["Done {{ name }}.\n", "Done.\n", "Done {{ name }}.\n\n"])("lines at the end of all: %j", (end) => {
    const whole = `${text}\n@You:\n${end}`;
    for (const added of ["More", "More words\nin\n\nlines.\n", "\n\n"]) expect(taken(whole, whole + added)).toEqual(own(whole + added));
  });

  test("in several messages at once", () => {
    const other = text.replace("help", "please help").replace("Dear", "D").replace("Yes", "No");
    expect(taken(text, other)).toEqual(own(other));
  });
});

describe("another text is evaluated by itself:", () => {
  test.each<[string, string, string]>([
    ["another expression", "name:upper()", "name:lower()"],
    ["another code tag", "{ 1, 2 }", "{ 1, 2, 3 }"],
    ["another frontmatter", '"Ada"', '"Bea"'],
    ["another role", "@System:", "@You:"],
    ["a line more, which errors behind it name", "some words.", "some\nwords."],
    ["a line end more, of an old kind", "some words.", "some\rwords."],
    ["a line less", "Yes.\n", "Yes."],
    ["a tag more", "some words", "some {{ words }}"],
    ["a tag less", " {{ -item }}", ""],
    ["a tag that trims", "{{ name }}", "{{- name }}"],
    ["a message more", "Yes.", "Yes.\n@You:\nWords."],
    ["words beside what is wrong", "and {{ nam", "or {{ nam"],
    ["a file", "some words", "@./some"],
    ["a fault of syntax", "some words", "some {{ words"],
  ])("%s", (_name, before, after) => {
    const other = text.replace(before, after);
    expect(other).not.toBe(text);
    expect(taken(text, other)).toBeUndefined();
  });

  test.each([
    ["in a loop", (words: string) => `@You:\n{% for i = 1, 500 do %}${words}{% end %}`],
    ["in a loop that does more", (words: string) => `@You:\n{% for i = 1, 100 do %}{% local a = i + i * i %}${words}{% end %}`],
    ["in a function", (words: string) => `@You:\n{% local function f(i) %}${words}{% if i > 0 then f(i - 1) end end f(99) %}`],
  ])("very long words %s, which may come to a limit", (_name, withWords) => {
    const short = withWords("words");
    const lengths = [10, 100, 1000, 10_000, 100_000, 1_000_000];
    const all = lengths.map((length) => ({ to: withWords("x".repeat(length)), result: taken(short, withWords("x".repeat(length))) }));
    for (const { to, result } of all) if (result !== undefined) expect(result).toEqual(own(to));
    expect(all.at(0)?.result).toBeDefined();
    expect(all.at(-1)?.result).toBeUndefined();
    expect(run(all.at(-1)?.to ?? "").problems.map(({ code }) => code)).toEqual(["limit/memory"]);
  });

  test("words that are put out once may be as long as most of them, however much ran beside them", () => {
    const withWords = (words: string): string => `@You:\n{% for i = 1, 100000 do %}{% end %}\n@You:\n${words} {{ 1 }}\n`;
    const [short, long] = [withWords("words"), withWords("x".repeat(10_000))];
    expect(taken(short, long)).toEqual(own(long));
    expect(taken(short, withWords("x".repeat(40_000_000)))).toBeUndefined();
    const inLoop = short.replace("{% end", "words {% end");
    expect(taken(inLoop, inLoop.replace("words {% end", `${"x".repeat(1000)} {% end`))).toBeUndefined();
  });

  test.each<[string, string]>([
    ["the clock", "@You:\nWords {{ os.time() }}\n"],
    ["the date", "@You:\nWords {{ os.date('%Y') }}\n"],
    ["the clock, in the frontmatter", "```lua\nyear = os.date('%Y')\n```\n@You:\nWords {{ year }}\n"],
    ["files", "@You:\nWords {{ vim.fn.filereadable('a') }}\n"],
    ["a file that is included", "@You:\nWords {{ include('a') }}\n"],
    ["a personality, which is told the date", "@You:\nWords {{ include('urn:flemma:personality:coding-assistant') }}\n"],
    ["a broken frontmatter", "```lua\nx =\n```\n@You:\nWords {{ 1 }}\n"],
    [
      "much memory",
      "@You:\nWords {{ #string.rep('x', 9000000) + #string.rep('y', 9000000) + #string.rep('z', 9000000) + #string.rep('z', 9000000) }}\n",
    ],
    ["a limit", "@You:\nWords {% while true do %}{% end %}\n"],
    ["Go", "```lua\nflemma.opt.templating.engine = 'go'\n```\n@You:\nWords {{ len .turns }}\n"],
    ["prose", "```lua\nflemma.opt.templating.engine = 'prose'\n```\n@You:\nWords {{ x }}\n"],
  ])("one that has to do with %s", (_name, source) => {
    const other = source.replace("Words", "Other words");
    const result = run(source);
    const isSame = taken(source, other) === undefined;
    // What a run asks of files is answered before its result counts: whoever remembers it looks at that.
    expect(isSame || Object.values(result.asks).flat().length > 0).toBe(true);
  });
});

const recorded = join(import.meta.dirname, "../conformance/flemma");
const recordedTexts = readdirSync(recorded, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".chat"))
  .map((name) => readFileSync(join(recorded, name), "utf8"));

const generated = fc
  .tuple(luaProgram, luaProgram, fc.array(luaExpression, { minLength: 1, maxLength: 4 }))
  .map(
    ([before, inside, printed]) =>
      `\`\`\`lua\n${before}\n\`\`\`\n@You:\nWords: ${printed.map((value) => `{{ ${value} }} words`).join("\n")}\n{% ${inside.replaceAll("\n", " %} text {%- ")} %}\n@You:\nMore {{ a }}{{ t }} words {{ s }}\n`,
  );

/** A place in the texts between tags, or in the empty lines behind a message. */
const wordEdit = fc.record({
  segment: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.constantFrom(0, 0, 0, 1, 3),
  added: fc.constantFrom("x", " ", "words", "é", "😀", ".", "  ", "{", "-", "\\", "@", "\t", "\n", "\nwords", "\n\n"),
});
type WordEdit = typeof wordEdit extends fc.Arbitrary<infer T> ? T : never;

function withWords(source: string, { segment, at, length, added }: WordEdit): string {
  const texts = parse(source).messages.flatMap(({ start, message }) =>
    [...message.segments, { kind: "text", span: message.trailing }]
      .filter(({ kind }) => kind === "text")
      .map(({ span }) => ({ start: start + span.start, length: span.end - span.start + 1 })),
  );
  const place = texts[segment % Math.max(1, texts.length)];
  if (place === undefined) return source;
  const offset = place.start + Math.floor(at * place.length);
  return source.slice(0, offset) + added + source.slice(offset + length);
}

/** Faults that the text alone tells, which the evaluation of a long text tells as well. */
const faultyTexts = [
  "@You:\nSome words {{ 1\n\n@You:\nMore words\n\n@Assistant:\nYes.\n",
  "@You: words\n\n@You:\nMore words\n",
  "Words before all.\n@You: here\n@You:\nWords {{ 1 }}\n",
  "@Assistant:\nWords\n\n**Tool Use:** `read` (`t1`)\n```json\n{}\n```\n\n@You:\nMore words\n",
  "@You:\nWords\n**Tool Result:** `t1`\n```\n```\nWords\n\n@Nobody:\nWords\n",
  "```lua\nx = 1\n@You:\nWords\n",
];

test("whatever is taken from the evaluation of one text for another is what the other gives", () => {
  let count = 0;
  const texts = fc.oneof(fc.constantFrom(...recordedTexts), generated, fc.constantFrom(...faultyTexts));
  const property = fc.property(texts, fc.array(wordEdit, { minLength: 1, maxLength: 3 }), fc.boolean(), (source, edits, withSyntax) => {
    const other = edits.reduce(withWords, source);
    const result = other === source ? undefined : taken(source, other, withSyntax);
    if (result === undefined) return;
    count++;
    expect(result).toEqual(own(other, withSyntax));
  });
  const { numRuns = 0, ...settings } = fuzzing<[string, WordEdit[], boolean]>("other words", 600);
  fc.assert(property, { ...settings, numRuns });
  expect(count).toBeGreaterThan(numRuns / 20);
}, 600_000);
