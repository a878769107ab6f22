import { certain, inserted, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import { type Advice, type Fault, isOnNewLine, spaced } from "./fault.js";
import { isWord } from "./operators.js";

const compound: ReadonlyMap<string, string> = new Map([
  ["+=", "+"],
  ["-=", "-"],
  ["*=", "*"],
  ["/=", "/"],
  ["%=", "%"],
  ["^=", "^"],
  ["..=", ".."],
  ["||=", "or"],
  ["&&=", "and"],
  ["??=", "or"],
]);

/** `x += 1`, `x++` and their like: the target is written again in front. */
export function compoundAssignment(fault: Fault): Advice | undefined {
  const { source, tokens, place } = fault;
  const sign = signAfterTarget(fault);
  if (sign === undefined) return undefined;
  if (place.kind === "expression")
    return { says: `Lua has no '${sign.text}', and an expression changes nothing. Write '{% x = x ${sign.lua} 1 %}'.`, choices: [] };
  const target = targetBefore(fault, sign.first);
  if (target === undefined) return undefined;
  const name = source.slice(target.start, target.end);
  const says = `Lua has no '${sign.text}'. Write the target again: '${name} = ${name} ${sign.lua} …'.`;
  const again = inserted(target.start, `${name} = `);
  if (sign.step) {
    const title = `Write '${name} = ${name} ${sign.lua} 1'`;
    return { says, choices: [certain(title, again, replaced(sign.span, ` ${sign.lua} 1`))] };
  }
  const value = valueSpan(source, tokens, sign.next);
  if (value === undefined) return { says, choices: [] };
  const word = /[a-z]/.test(sign.lua) ? spaced(source, sign.span, sign.lua) : sign.lua;
  const edits = value.isOne
    ? [again, replaced(sign.span, word)]
    : [again, replaced(span(sign.span.start, value.start), `${word.trimEnd()} (`), inserted(value.end, ")")];
  return { says, choices: [certain(`Write '${name} = ${name} ${sign.lua} …'`, ...edits)] };
}

interface Sign {
  readonly text: string;
  readonly lua: string;
  readonly step: boolean;
  readonly span: Span;
  /** Index of its first token, and of the first behind it. */
  readonly first: number;
  readonly next: number;
}

function signAfterTarget({ source, tokens, at, place }: Fault): Sign | undefined {
  for (let first = Math.max(0, at - 1); first <= at + 1; first++) {
    const token = tokens[first];
    const start = token?.start ?? -1;
    if (token === undefined || isWord(source, token)) continue;
    for (const [text, lua] of compound) {
      if (!source.startsWith(text, start) || start + text.length > place.code.end) continue;
      const next = tokens.findIndex((other) => other.start >= start + text.length);
      return { text, lua, step: false, span: span(start, start + text.length), first, next };
    }
    if (source.startsWith("++", start)) return { text: "++", lua: "+", step: true, span: span(start, start + 2), first, next: first + 2 };
  }
  const end = tokens[at]?.end ?? -1;
  if (!source.startsWith("--", end) || !/^--\s*(\r|\n|;|$)/.test(source.slice(end, place.code.end))) return undefined;
  return { text: "--", lua: "-", step: true, span: span(end, end + 2), first: at + 1, next: at + 1 };
}

/** The variable or field that ends right before a token: names with dots and plain indexes, no calls. */
function targetBefore({ source, tokens }: Fault, index: number): Span | undefined {
  const last = tokens[index - 1];
  let first = index - 1;
  if (last === undefined) return undefined;
  for (;;) {
    const token = tokens[first];
    if (token?.type === "]") {
      const open = tokens.findLastIndex(({ type }, i) => type === "[" && i < first);
      if (open < 1) return undefined;
      first = open - 1;
    } else if (token?.type !== "name") return undefined;
    else if (tokens[first - 1]?.type === ".") first -= 2;
    else break;
  }
  const start = tokens[first]?.start ?? last.start;
  return /[()]/.test(source.slice(start, last.end)) ? undefined : span(start, last.end);
}

/** The value behind an assignment sign: one operand, or the rest of its line. */
function valueSpan(
  source: string,
  tokens: Fault["tokens"],
  first: number,
): { readonly start: number; readonly end: number; readonly isOne: boolean } | undefined {
  const start = tokens[first];
  if (first < 0 || start === undefined) return undefined;
  let last = first;
  while (
    tokens[last + 1] !== undefined &&
    !/[\n\r]/.test(source.slice(start.start, tokens[last + 1]?.start)) &&
    tokens[last + 1]?.type !== ";"
  )
    last++;
  const second = tokens[first + 1];
  const isAtom = start.type === "name" || start.type === "number" || start.type === "string";
  const isOne = isAtom && (last === first || second?.type === "name" || !isOperator(source, second));
  return { start: start.start, end: (tokens[last] as typeof start).end, isOne };
}

function isOperator(source: string, token: Fault["tokens"][number] | undefined): boolean {
  return token !== undefined && (/^[^\w\s;]/.test(source.slice(token.start, token.end)) || token.type === "and" || token.type === "or");
}

/** `x = y = 2`: an assignment is no value in Lua. */
export function chainedAssignment({ source, tokens, at, place }: Fault): Advice | undefined {
  const [name, sign] = [tokens[at - 1], tokens[at]];
  if (place.kind === "expression" || sign?.type !== "=" || name?.type !== "name" || tokens[at + 1]?.start === sign.end) return undefined;
  const isSecond = tokens.slice(0, at - 1).some(({ type, end }) => type === "=" && !isOnNewLine(source, end, sign.start));
  return isSecond ? { says: "An assignment is no value in Lua: write one statement for each variable.", choices: [] } : undefined;
}
