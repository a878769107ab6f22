import { type Span, shift, span } from "../../base/span.js";
import { functionSignatures } from "../../engines/go/functions/signatures.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import type { SemanticToken } from "../semantic-tokens.js";
import type { GoAction, GoMessage } from "./actions.js";
import { goVariables, type VariableUse } from "./variables.js";

/** The tokens of the actions of a message that touch a span of the document, in their order. */
export function goTokens(home: GoMessage, within: Span): SemanticToken[] {
  const { byStart } = goVariables(home);
  const { start } = home;
  const wanted = home.actions.filter((action) => start + action.span.start < within.end && within.start < start + action.span.end);
  return wanted.flatMap((action) => actionTokens(home, action, byStart)).map((token) => ({ ...token, span: shift(token.span, start) }));
}

function actionTokens({ source }: GoMessage, action: GoAction, variables: ReadonlyMap<number, VariableUse>): SemanticToken[] {
  const { start, end } = action.span;
  const open = start + (/^\{\{-[ \t\r\n]/.test(source.slice(start, start + 4)) ? 3 : 2);
  const close = action.isClosed ? end - (/[ \t\r\n]-\}\}$/.test(source.slice(end - 4, end)) ? 3 : 2) : end;
  // Of `{{- -}}` the dash is part of the end, though Go reads it as a number that is none.
  const inside: SemanticToken[] =
    action.comment === undefined
      ? action.tokens
          .filter((token) => open <= token.start && token.end <= close)
          .map((token) => ({ span: span(token.start, token.end), ...meaning(token, variables) }))
      : [plain(action.comment, "comment")];
  const closing = action.isClosed ? [plain(span(close, end), "macro")] : [];
  return [plain(span(start, open), "macro"), ...inside, ...closing];
}

function meaning({ kind, start, text }: Token, variables: ReadonlyMap<number, VariableUse>): Pick<SemanticToken, "type" | "modifiers"> {
  switch (kind) {
    case "keyword":
    case "bool":
    case "nil":
      return { type: "keyword", modifiers: [] };
    case "string":
    case "raw":
    case "character":
      return { type: "string", modifiers: [] };
    case "number":
      return { type: "number", modifiers: [] };
    case "identifier":
      return { type: "function", modifiers: functionSignatures.has(text) ? ["defaultLibrary"] : [] };
    case "field":
      return { type: "property", modifiers: [] };
    case "variable": {
      const role = variables.get(start)?.role;
      return { type: "variable", modifiers: role === "declaration" ? ["declaration"] : role === "write" ? ["modification"] : [] };
    }
    default:
      return { type: "operator", modifiers: [] };
  }
}

function plain(at: Span, type: SemanticToken["type"]): SemanticToken {
  return { span: at, type, modifiers: [] };
}
