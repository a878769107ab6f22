import { certain, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, closingBracket, type Fault, isOnNewLine } from "./fault.js";

const branches = "Write 'if … then … elseif … then … end'.";
const parts = "Write '{{ include(\"part.md\") }}' for a part of the text.";
const libraries = `string, table, math and os are there. ${parts}`;
const functions = "Write a function: '{% function name(x) %} … {% end %}', and call it: '{% name(1) %}'.";
const nothing = "Drop it.";

type Row = readonly [words: string, instead: string];

/** Words that begin a statement in Python, JavaScript, PHP, Ruby or Go, and what Lua has in their place. */
const statements: readonly Row[] = [
  ["switch case when match cond default", branches],
  ["try except catch rescue", "Write 'local ok, value = pcall(f)'."],
  ["throw raise", "Write 'error(\"text\")'."],
  ["finally ensure defer", "What follows 'pcall(f)' runs in any case."],
  ["continue", "Put the rest of the loop's body into an 'if'."],
  ["pass void", nothing],
  ["del delete unset", "Write 'x = nil'."],
  ["class struct interface trait enum module namespace package", "Write a table: 'x = { name = 1 }'."],
  ["echo puts", "Write '{{ x }}' to put out a value."],
  ["async await go yield", "Call the function."],
  ["lambda", "Write 'function(x) return … end'."],
  ["global nonlocal", "A variable without 'local' is global."],
];

/** Tags of Jinja, Liquid, Twig, Django and Handlebars. */
const tags: readonly Row[] = [
  ["import from use using require export", libraries],
  ["render embed partial layout template", parts],
  ["extends block parent super section slot", `${parts} It is given values: 'include("part.md", { title = "x" })'.`],
  ["macro call caller", functions],
  ["with", "Set a variable: '{% local x = 1 %}'."],
  ["capture", "Set a variable: '{% x = \"text\" %}'."],
  ["increment decrement", "Write 'x = x + 1'."],
  ["cycle", "Write 'for item, loop in each(list) do', and choose by 'loop.index % 2'."],
  ["tablerow ifchanged regroup", "Write 'for item in values(list) do … end'."],
  ["comment", "A comment is written '{% -- … %}'."],
  ["raw verbatim noparse literal", "Two braces as text are written '{{ \"{{\" }}'."],
  ["autoescape spaceless trans blocktrans translate language load csrf_token debug profile strict", nothing],
  ["filter apply", "Call a function: '{{ string.upper(x) }}'."],
  ["ifequal ifnotequal", "Write 'if a == b then … end'."],
];

const words: ReadonlyMap<string, string> = new Map([
  ...saying("Lua has no", statements),
  ...saying("Lua templates have no", tags),
  ["print", "'print' is a function: 'print(x)'."],
  ["include", "'include' is a function: '{{ include(\"part.md\", { name = value }) }}'."],
]);

function saying(start: string, rows: readonly Row[]): (readonly [string, string])[] {
  return rows.flatMap(([names, instead]) => names.split(" ").map((name) => [name, `${start} '${name}'. ${instead}`] as const));
}

/** What can follow the name of a variable: the word is one, then. */
const uses = new Set(["=", ",", ".", ":", "[", "(", "+", "-", "*", "/"]);

/** `{% with x = 1 %}`, `{% endblock %}`, `continue`: says what Lua has for a statement of another language. */
export function foreignStatement({ source, tokens, at, place }: Fault): Advice | undefined {
  if (place.kind === "expression") return undefined;
  const candidates = place.kind === "code" ? [0, at - 1, at] : at < 0 ? [tokens.length - 1] : [at - 1, at];
  for (const index of candidates) {
    const word = tokens[index];
    if (word === undefined || !isFirst(source, tokens, index)) continue;
    const next = tokens[index + 1];
    const behind = next?.type === "(" ? tokens[(closingBracket(tokens, index + 1) ?? tokens.length) + 1] : undefined;
    const isUsed = next !== undefined && uses.has(next.type) && !isOnNewLine(source, word.end, next.start);
    if (isUsed && behind?.type !== "{") continue;
    const text = source.slice(word.start, word.end);
    const says = words.get(text) ?? (place.kind === "code" && tokens.length === 1 ? closerOf(text) : undefined);
    if (says !== undefined) return { says, choices: [] };
  }
  return undefined;
}

function isFirst(source: string, tokens: readonly Token[], index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  return token?.type === "name" && (before === undefined || isOnNewLine(source, before.end, token.start));
}

/** `{% endblock %}`: its opener is none in Lua. */
function closerOf(word: string): string | undefined {
  const opener = /^end_?(\w+)$/.exec(word)?.[1];
  return opener === undefined || !words.has(opener) ? undefined : `Lua templates have no '${opener}', which this would close. ${nothing}`;
}

/** `{% do xs.append(1) %}`: Jinja's `do` in front of a call. In Lua it opens a block. */
export function statementMark({ problem, tokens, place, source }: Fault): Advice | undefined {
  const [word, first, sign] = tokens;
  if (place.kind !== "code" || word?.type !== "do" || first?.type !== "name" || tokens.at(-1)?.type !== ")") return undefined;
  const opener = problem.related?.[0]?.span.start;
  const isOwn = /^'end' expected/.test(problem.message) && (opener === undefined || opener === word.start);
  if (!isOwn || !["(", ".", ":", "["].includes(sign?.type ?? "") || /\bend\b/.test(source.slice(word.end, place.code.end)))
    return undefined;
  return {
    says: "A call needs no 'do' in Lua, where it opens a block.",
    choices: [certain("Drop 'do'", replaced(span(word.start, first.start), ""))],
  };
}
