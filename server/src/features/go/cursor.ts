import type { Span } from "../../base/span.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { type ActionPlace, actionPlace } from "./actions.js";

/** What is being written at a place in an action. Offsets are those of the message. */
export type GoCursor =
  /** The name of a template, in a string that may not be closed yet; `word` is what stands between the quotes. */
  | { readonly kind: "template"; readonly word: Span; readonly isQuoted: boolean }
  /** A string that is the whole argument of a function. */
  | { readonly kind: "argument"; readonly callee: string; readonly word: Span; readonly quote: '"' | "`" }
  /** A field behind its dot, a variable, or a word; `token` is absent where nothing is written yet. */
  | { readonly kind: "field" | "variable" | "word"; readonly token: Token | undefined; readonly before: readonly Token[] };

/** A cursor in an action. */
export interface GoCursorPlace extends ActionPlace {
  readonly cursor: GoCursor;
}

const templateName = /^\{\{(?:-\s)?\s*(?:define|block|template)\s+(?:(["`])((?:\\.|(?!\1)[^\\\n])*))?$/;
const openString = /(?:^|[\s(|{])([A-Za-z_]\w*)\s+(["`])((?:\\.|(?!\2)[^\\\n])*)$/;

/** Tells what is written at a UTF-16 offset of the document; undefined in comments, other strings and numbers, and in text. */
export function goCursor(document: ChatDocument, offset: number): GoCursorPlace | undefined {
  const place = actionPlace(document, offset);
  if (place === undefined) return undefined;
  const { home, action, at } = place;
  if (action.comment !== undefined) return undefined;
  const written = home.source.slice(action.span.start, at);
  const cursor = namedTemplate(home.source, written, at) ?? wordAt(place) ?? argumentAt(place, written);
  return cursor && { ...place, cursor };
}

function namedTemplate(source: string, written: string, at: number): GoCursor | undefined {
  const [found, quote, name] = templateName.exec(written) ?? [];
  if (found === undefined) return undefined;
  if (quote === undefined || name === undefined) return { kind: "template", word: { start: at, end: at }, isQuoted: false };
  return { kind: "template", word: { start: at - name.length, end: stringEnd(source, at, quote) }, isQuoted: true };
}

/** Where the string ends that holds an offset: at its quote, or where it is not closed, at the cursor. */
function stringEnd(source: string, at: number, quote: string): number {
  const rest = /^(?:\\.|[^\\\r\n])*/.exec(source.slice(at))?.[0] ?? "";
  const closer = rest.indexOf(quote);
  const brace = rest.indexOf("}}");
  return closer < 0 || (brace >= 0 && brace < closer) ? at : at + closer;
}

function wordAt({ home, action, at }: ActionPlace): GoCursor | undefined {
  const { tokens, span } = action;
  const touched = tokens.filter(({ start, end }) => start < at && at <= end);
  const token = touched.find(({ end }) => at < end) ?? touched.at(-1);
  const before = tokens.filter(({ end }) => end <= (token?.start ?? at));
  switch (token?.kind) {
    case "identifier":
    case "keyword":
    case "bool":
    case "nil":
      return { kind: "word", token, before };
    case "field":
    case "dot":
      return { kind: "field", token, before };
    case "variable":
      return { kind: "variable", token, before };
    case "string":
    case "raw":
    case "character":
    case "number":
      return undefined;
    case "mark":
      return token.text === "," ? undefined : { kind: "word", token: undefined, before: tokens.filter(({ end }) => end <= at) };
  }
  // What was not read, for it is broken, ends what is known.
  const known = tokens.findLast(({ end }) => end <= at)?.end ?? span.start + 2;
  if (!/^[-\s]*$/.test(home.source.slice(known, at))) return undefined;
  return { kind: "word", token: undefined, before: token === undefined ? before : [...before, token] };
}

function argumentAt({ home, at }: ActionPlace, written: string): GoCursor | undefined {
  const [found, callee, quote, name] = openString.exec(written) ?? [];
  if (found === undefined || callee === undefined || name === undefined || (quote !== '"' && quote !== "`")) return undefined;
  return { kind: "argument", callee, quote, word: { start: at - name.length, end: stringEnd(home.source, at, quote) } };
}
