import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import { isClearlyNearest, suggest } from "../../../base/suggest.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, closingBracket, type Fault, isOnNewLine, spaced } from "./fault.js";
import { holds } from "./holds.js";

/** `// comment`, `/* comment *\/` and `# comment`. */
export function foreignComment({ source, tokens, at, place }: Fault): Advice | undefined {
  const token = tokens[at];
  if (token !== undefined && at === 0 && place.kind !== "expression" && token.type === "#" && /^#\s/.test(source.slice(token.start))) {
    return { says: "A Lua comment starts with '--'.", choices: [certain("Start the comment with '--'", replaced(token, "--"))] };
  }
  if (token === undefined || (source[token.start] !== "/" && source[token.start] !== "*")) return undefined;
  const start = source[token.start - 1] === "/" ? token.start - 1 : token.start;
  if (source.startsWith("/*", start)) {
    const says = "Lua comments are '-- …' and '--[[ … ]]'.";
    const close = source.indexOf("*/", start + 2);
    if (close < 0 || close + 2 > place.code.end) return { says, choices: [] };
    return {
      says,
      choices: [certain("Make it a Lua comment", replaced(span(start, start + 2), "--[["), replaced(span(close, close + 2), "]]"))],
    };
  }
  if (!source.startsWith("//", start)) return undefined;
  const says = "A Lua comment starts with '--'; for whole division write 'math.floor(a / b)'.";
  const before = tokens.findLast(({ end }) => end <= start);
  const startsLine = before === undefined || isOnNewLine(source, before.end, start);
  // Behind a value of an expression it divides: see `wholeDivision`.
  if (place.kind === "expression" && !startsLine) return undefined;
  const make = startsLine ? certain : possible;
  return { says, choices: [make("Start the comment with '--'", replaced(span(start, start + 2), "--"))] };
}

/** `set x = 1`, `let x = 1`, `var x = 1`: words that declare a variable elsewhere. */
export function foreignDeclaration({ tokens, at, place }: Fault): Advice | undefined {
  const [first, second] = tokens;
  const isTakenApart = ["let", "const", "var"].includes(first?.text ?? "") && (second?.type === "[" || second?.type === "{");
  if (isTakenApart) return { says: "Lua takes no table apart: write 'local a, b = t.a, t.b'.", choices: [] };
  const word = tokens[at - 1];
  const name = tokens[at];
  if (place.kind === "expression" || word?.type !== "name" || name?.type !== "name") return undefined;
  if (word.text === "set" && tokens[at + 1] === undefined)
    return { says: "Lua templates have no blocks that are set. Set a variable: '{% x = \"text\" %}'.", choices: [] };
  const drop = certain(`Drop '${word.text}'`, replaced(span(word.start, name.start), ""));
  if (["set", "assign"].includes(word.text)) return { says: `An assignment in Lua needs no '${word.text}'.`, choices: [drop] };
  if (!["let", "var", "const"].includes(word.text)) return undefined;
  const says = `Lua has no '${word.text}'. 'local' declares a variable for this message; without it, later messages see it too.`;
  const local = certain("Change it to 'local'", replaced(word, "local"));
  return { says, choices: place.kind === "frontmatter" ? [drop] : [local, { ...drop, certain: false }] };
}

const keywords = "and do else elseif end false for function if in local nil not or repeat return then true until while".split(" ");
const aliases: ReadonlyMap<string, string> = new Map([
  ["elif", "elseif"],
  ["elsif", "elseif"],
  ["endif", "end"],
  ["endfor", "end"],
  ["endwhile", "end"],
  ["fi", "end"],
  ["done", "end"],
  ["foreach", "for"],
  ["func", "function"],
  ["fn", "function"],
  ["fun", "function"],
  ["def", "function"],
]);

/** `retrun 5`, `if x thne`, `x adn y`, `End`: a keyword that is misspelled or comes from elsewhere. */
export function misspelledKeyword({ source, problem, tokens, at }: Fault): Advice | undefined {
  if (problem.message.startsWith("undefined label")) return undefined;
  const wanted = /^'(then|do|end|in)' expected/.exec(problem.message)?.[1];
  const candidates = [tokens[at], tokens[at - 1]].filter((token) => token?.type === "name") as Token[];
  const isCode = (word: string): boolean => keywords.includes(word);
  for (const token of candidates) {
    const own = suggest(token.text, keywords).filter(isCode);
    const alias = aliases.get(token.text);
    const swapped = keywords.find((keyword) => isAnagram(token.text, keyword));
    const nearest = wanted !== undefined && own.includes(wanted) ? wanted : isClearlyNearest(token.text, own) ? own[0] : undefined;
    const word = alias ?? swapped ?? (nearest !== undefined && isClose(token.text, nearest) ? nearest : undefined);
    if (word === undefined) continue;
    if (token.text === "def") return pythonFunction(tokens, token);
    const isDefined = holds(source, new RegExp(`\\b${token.text}\\s*=`));
    const make = isDefined ? possible : certain;
    return { says: `Did you mean '${word}'?`, choices: [make(`Change '${token.text}' to '${word}'`, replaced(token, word))] };
  }
  return undefined;
}

/** `def f(x):` of Python. The block that follows needs an `end`, too. */
function pythonFunction(tokens: readonly Token[], word: Token): Advice {
  const colon = tokens.find(({ type }, index) => type === ":" && tokens[index - 1]?.type === ")");
  const edits = [replaced(word, "function"), ...(colon === undefined ? [] : [replaced(colon, "")])];
  return { says: "Lua writes 'function f(x) … end'.", choices: [possible("Change 'def' to 'function'", ...edits)] };
}

/** `if x thne`, `for i = 1, 3 od`: the word that the parser waits for, misspelled. */
export function misspelledHeaderWord({ problem, tokens, at }: Fault): Advice | undefined {
  const word = /^'(then|do)' expected/.exec(problem.message)?.[1];
  const token = tokens[at];
  if (word === undefined || token?.type !== "name" || !isClose(token.text, word)) return undefined;
  return { says: `Did you mean '${word}'?`, choices: [certain(`Change '${token.text}' to '${word}'`, replaced(token, word))] };
}

/** `local x 5`, `x "a"`: an assignment without its sign. */
export function missingEquals({ problem, tokens, at }: Fault): Advice | undefined {
  const [before, name, value] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (name?.type !== "name" || (value?.type !== "number" && value?.type !== "string" && value?.type !== "{")) return undefined;
  const isLocal = before?.type === "local";
  if (!isLocal && !problem.message.startsWith("'=' expected")) return undefined;
  return { says: "Insert '='.", choices: [(isLocal ? certain : possible)("Insert '='", inserted(name.end, " ="))] };
}

/** One slip, two in longer words: less than that is another word. */
function isClose(word: string, keyword: string): boolean {
  if (word.toLowerCase() === keyword || isAnagram(word, keyword)) return true;
  return word.length >= 3 && Math.abs(word.length - keyword.length) <= 1 && word[0]?.toLowerCase() === keyword[0];
}

function isAnagram(word: string, keyword: string): boolean {
  const letters = (of: string): string => [...of.toLowerCase()].sort().join("");
  return letters(word) === letters(keyword);
}

/** `if x`, `while x`, `for … in …` without their `then` or `do`. */
export function missingHeaderWord({ source, problem, tokens, at }: Fault): Advice | undefined {
  const word = /^'(then|do)' expected/.exec(problem.message)?.[1];
  const token = tokens[at];
  if (word === undefined || token === undefined) return undefined;
  const says = `A '${word === "then" ? "then" : "do"}' must follow here.`;
  if (source[token.start] === ":")
    return { says, choices: [certain(`Change ':' to '${word}'`, replaced(token, spaced(source, token, word)))] };
  if (token.type === "then" || token.type === "do")
    return { says: `Lua writes '${word}' here.`, choices: [certain(`Change '${token.type}' to '${word}'`, replaced(token, word))] };
  const before = tokens[at - 1];
  const behind = inserted(token.end, ` ${word}`);
  const title = `Insert '${word}'`;
  const choices = [certain(title, behind)];
  if (before !== undefined) choices.unshift(certain(title, inserted(before.end, ` ${word}`)));
  return { says: `Insert '${word}'.`, choices };
}

/** `if x = 1 then`: an assignment where a value is compared. */
export function assignmentInCondition({ source, problem, tokens, at }: Fault): Advice | undefined {
  const token = tokens[at];
  if (token === undefined || source[token.start] !== "=" || /^[=>]/.test(source.slice(token.start + 1))) return undefined;
  if (!/^'(then|do)' expected/.test(problem.message)) return undefined;
  return { says: "Lua compares with '=='.", choices: [certain("Change '=' to '=='", replaced(token, "=="))] };
}

/** A bracket that is opened and not closed. */
export function missingBracket({ source, problem, tokens, at }: Fault): Advice | undefined {
  const close = /^'([)\]}])' expected/.exec(problem.message)?.[1];
  const opener = problem.related?.[0]?.span;
  const token = tokens[at];
  if (close === undefined || opener === undefined || token === undefined) return undefined;
  // It is closed further on: what stands in it is at fault.
  const open = tokens.findIndex(({ start }) => start === opener.start);
  if (open >= 0 && closingBracket(tokens, open) !== undefined) return missingComma(tokens, at);
  const title = `Insert '${close}'`;
  const text = /[ \t]/.test(source[opener.end] ?? "") ? ` ${close}` : close;
  const isLast = at === tokens.length - 1;
  const behind = (isLast ? certain : possible)(title, inserted(token.end, text));
  const before = tokens[at - 1];
  const choices = before === undefined || before.start < opener.start ? [behind] : [behind, possible(title, inserted(before.end, text))];
  return { says: `Close the '${source.slice(opener.start, opener.end)}' with '${close}'.`, choices };
}

/** `f(1 2)`, `{ a b }`: two values side by side. */
function missingComma(tokens: readonly Token[], at: number): Advice | undefined {
  const [before, token] = [tokens[at - 1], tokens[at]];
  const isBetween =
    ["name", "string", "number", ")", "}"].includes(before?.type ?? "") && ["name", "string", "number", "{"].includes(token?.type ?? "");
  if (before === undefined || !isBetween) return undefined;
  return { says: "A comma or an operator is missing here.", choices: [possible("Insert ','", inserted(before.end, ","))] };
}

/** A string of frontmatter that its line ends. In tags it leaves the tag open instead. */
export function unfinishedString({ source, problem }: Fault): Advice | undefined {
  if (!problem.message.startsWith("unfinished string")) return undefined;
  const { start, end } = problem.span;
  const quote = source[start];
  if (quote !== '"' && quote !== "'") return undefined;
  const text = source.slice(start, end);
  const tail = /[\s,;)}\]]*$/.exec(text)?.[0] ?? "";
  const title = `Close the string with ${quote}`;
  const at = [...new Set([end - tail.length, end - (/\s*$/.exec(text)?.[0].length ?? 0)])];
  return { says: `Close the string with ${quote}.`, choices: at.map((place) => certain(title, inserted(place, quote))) };
}

/** An `end` that closes nothing. */
export function strayEnd({ source, problem, tokens, at, place }: Fault): Advice | undefined {
  const token = tokens[at];
  if (token === undefined || !/^'<eof>' expected near '(end|else|elseif|until)'/.test(problem.message)) return undefined;
  const word = source.slice(token.start, token.end);
  const says = `Nothing is open that '${word}' belongs to.`;
  if (word !== "end") return { says, choices: [] };
  const start = source[token.start - 1] === " " && /\s/.test(source[token.end] ?? "") ? token.start - 1 : token.start;
  const whole = tokens.length === 1 && place.kind === "code" ? place.span : { start, end: token.end };
  return { says, choices: [possible("Remove this 'end'", replaced(whole, ""))] };
}
