import { type Span, span } from "../../base/span.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import type { GoAction } from "./actions.js";
import { type GoEnvironment, operandValue, pipeOf, pipeOfTokens, pipeValue } from "./pipes.js";
import { fieldOf, type GoKnown, unknownValue } from "./value.js";

/** A field that is named in an action. */
export interface FieldUse {
  readonly name: string;
  /** The name without its dot, in offsets of the message. */
  readonly span: Span;
  /** What it is a field of. */
  readonly owner: GoKnown;
  readonly value: GoKnown;
}

/** Longer parentheses are not looked into, in tokens. */
const longest = 100;

/** Every field that an action names, in the order of the text; a lone dot behind a value is one whose name is still missing. */
export function fieldUses(action: GoAction, environment: GoEnvironment): FieldUse[] {
  const { tokens } = action;
  const uses: FieldUse[] = [];
  let value: GoKnown | undefined;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const owner = before !== undefined && before.end === token.start ? value : undefined;
    if (token.kind === "field" || (token.kind === "dot" && owner !== undefined)) {
      const use = fieldUse(token, owner ?? environment.dot);
      uses.push(use);
      value = use.value;
    } else value = valueAt(action, index, environment);
  }
  return uses;
}

/** The functions that take a map and a key of it; `index` takes any number of keys, one below the other. */
const takeKey = new Set(["index", "get", "hasKey"]);

/** Every key that an action gives as a literal to a function that takes one out of a map: `index .m "name"`. */
export function keyUses(action: GoAction, environment: GoEnvironment): FieldUse[] {
  const whole = pipeOf(action);
  const uses: FieldUse[] = [];
  const left = whole === undefined ? [] : [whole];
  for (let pipe = left.pop(); pipe !== undefined; pipe = left.pop()) {
    for (const { operands } of pipe.commands) {
      for (const operand of operands) {
        const inner = operand.kind === "chain" ? operand.of : operand;
        if (inner.kind === "pipe") left.push(inner);
      }
      const [callee, map, ...keys] = operands;
      if (callee?.kind !== "identifier" || !takeKey.has(callee.name) || map === undefined) continue;
      let owner = operandValue(map, environment);
      for (const key of callee.name === "index" ? keys : keys.slice(0, 1)) {
        if (key.kind !== "string" || key.source.slice(1, -1) !== key.value) break;
        const value = fieldOf(owner, key.value);
        uses.push({ name: key.value, span: span(key.span.start + 1, key.span.end - 1), owner, value });
        owner = value;
      }
    }
  }
  return uses;
}

function fieldUse(token: Token, owner: GoKnown): FieldUse {
  const name = token.text.slice(1);
  return { name, span: span(token.start + 1, token.end), owner, value: name === "" ? unknownValue : fieldOf(owner, name) };
}

/** The value of an operand that ends with a token; undefined where fields cannot follow. */
function valueAt(action: GoAction, index: number, environment: GoEnvironment): GoKnown | undefined {
  const { tokens } = action;
  const token = tokens[index] as Token;
  switch (token.kind) {
    case "variable":
      return token.text === "$" ? environment.scope : environment.variable(token.start);
    case "identifier":
      return unknownValue;
    case "shut":
      return tokens[index + 1]?.start === token.end ? parenthesised(action, index, environment) : undefined;
    default:
      return undefined;
  }
}

function parenthesised({ tokens, lexed }: GoAction, shut: number, environment: GoEnvironment): GoKnown {
  let depth = 0;
  for (let open = shut; open >= 0 && shut - open < longest; open--) {
    const { kind } = tokens[open] as Token;
    if (kind === "shut") depth++;
    else if (kind === "open" && --depth === 0) {
      const from = (tokens[open] as Token).start;
      const pipe = pipeOfTokens(lexed.slice(indexFrom(lexed, from), indexFrom(lexed, (tokens[shut] as Token).end)));
      return pipe === undefined ? unknownValue : pipeValue(pipe, environment);
    }
  }
  return unknownValue;
}

/** Index of the first token that does not begin before an offset. */
function indexFrom(tokens: readonly Token[], at: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle] as Token).start < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
