import type { Expression } from "../../lua/ast.js";
import type { Token } from "../../lua/lex.js";
import { parseTemplate } from "../../lua/parse.js";

const partners: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Says whether an expression may end with a token: then what follows belongs to it. */
export function endsOperand(token: Token | undefined): boolean {
  return token !== undefined && ["name", "string", ")", "]", "}"].includes(token.type);
}

const beforeOperands: ReadonlySet<string> = new Set("= , ( { [ + - * / % ^ .. == ~= < > <= >= # and or not".split(" "));

/** Says whether behind a token an operand must follow. */
export function wantsOperand(token: Token | undefined): boolean {
  return token !== undefined && beforeOperands.has(token.type);
}

/**
 * The expression that ends with the token at `last`: a name with its members, indexes and calls. It is read from the
 * tokens alone, so it is found in code that is not finished; undefined when none ends there.
 */
export function expressionBefore(source: string, tokens: readonly Token[], last: number): Expression | undefined {
  const first = startOf(tokens, last);
  const start = tokens[first ?? -1]?.start;
  const end = tokens[last]?.end;
  if (start === undefined || end === undefined) return undefined;
  const [hole] = parseTemplate(source, [{ kind: "expression", span: { start, end } }]).holes;
  return hole?.expression;
}

/** Index of the first token of the suffixed expression that ends with the token at `last`. */
function startOf(tokens: readonly Token[], last: number): number | undefined {
  let at = last;
  for (;;) {
    const token = tokens[at];
    if (token === undefined) return undefined;
    if (token.type === "name") {
      const separator = tokens[at - 1]?.type;
      if ((separator !== "." && separator !== ":") || !endsOperand(tokens[at - 2])) return at;
      at -= 2;
    } else if (token.type === "string") {
      if (!endsOperand(tokens[at - 1])) return at;
      at--;
    } else {
      const open = openerOf(tokens, at);
      if (open === undefined) return undefined;
      if (!endsOperand(tokens[open - 1])) return open;
      at = open - 1;
    }
  }
}

/** Index of the bracket that the one at `close` closes. */
export function openerOf(tokens: readonly Token[], close: number): number | undefined {
  const wanted = partners[tokens[close]?.type ?? ""];
  if (wanted === undefined) return undefined;
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const type = tokens[at]?.type ?? "";
    if (type in partners) depth++;
    else if (type === "(" || type === "[" || type === "{") depth--;
    if (depth === 0) return at;
  }
  return undefined;
}
