import { type Span, span } from "../../base/span.js";
import { actionWords, lexAction } from "../../engines/go/syntax/lex-action.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import type { ChatDocument, Message, PlacedMessage } from "../../syntax/ast.js";

/** An action of a Go template, as far as editing needs it. Spans and offsets are those of the message. */
export interface GoAction {
  /** With its braces; one that is not closed goes up to the next action, or as far as it is read. */
  readonly span: Span;
  /** What stands between the braces and trim markers, in its order and without blanks; empty in a comment. */
  readonly tokens: readonly Token[];
  /** The same with blanks, and with the `}}` where there is one: what the parser reads. */
  readonly lexed: readonly Token[];
  readonly isClosed: boolean;
  /** From `/*` to the end of the comment, where it is one. */
  readonly comment?: Span;
}

/** A message of a document that is written in Go templates. */
export interface GoMessage {
  /** Its index among the messages of the document, and its offset there. */
  readonly index: number;
  readonly start: number;
  readonly message: Message;
  /** From the marker to the end of the message. */
  readonly source: string;
  readonly actions: readonly GoAction[];
}

const words = actionWords(() => false);
const ofMessage = new WeakMap<Message, readonly GoAction[]>();
const ofDocument = new WeakMap<ChatDocument, readonly GoMessage[]>();

/** So many actions, and tokens in them, are looked at. More of them no person wrote, and looking takes too long. */
const mostActions = 20_000;
const mostTokens = 50_000;

/** The messages of a document that hold actions, in their order; none where there are too many actions, or templates are no Go. */
export function goMessages(document: ChatDocument): readonly GoMessage[] {
  const known = ofDocument.get(document);
  if (known !== undefined) return known;
  const found = hasTooMuch(document) ? [] : readAll(document);
  ofDocument.set(document, found);
  return found;
}

/** A broken action can hold very many others, and one action very many tokens. */
function readAll(document: ChatDocument): readonly GoMessage[] {
  const found: GoMessage[] = [];
  let actions = 0;
  let tokens = 0;
  for (const [index, placed] of document.messages.entries()) {
    for (const home of read(document, placed, index)) {
      found.push(home);
      actions += home.actions.length;
      for (const action of home.actions) tokens += action.tokens.length;
    }
    if (actions > mostActions || tokens > mostTokens) return [];
  }
  return found;
}

function hasTooMuch({ engine, messages }: ChatDocument): boolean {
  if (engine !== "go") return true;
  let actions = 0;
  for (const { message } of messages) for (const { kind } of message.segments) if (kind === "action") actions++;
  return actions > mostActions;
}

function read({ source: text }: ChatDocument, { start, message }: PlacedMessage, index: number): GoMessage[] {
  if (!message.segments.some(({ kind }) => kind === "action")) return [];
  const source = text.slice(start, start + message.span.end);
  const actions = ofMessage.get(message) ?? message.segments.flatMap((one) => (one.kind === "action" ? actionsIn(source, one.span) : []));
  ofMessage.set(message, actions);
  return [{ index, start, message, source, actions }];
}

/** A broken action can hold others: each begins one of its own. */
function actionsIn(source: string, { start, end }: Span): GoAction[] {
  // The end of a text is none of an action that is not closed.
  const text = source.startsWith("}}", end - 2) ? source.slice(0, end) : `${source.slice(0, end)}\n`;
  const nextClose = closesIn(text);
  const actions: GoAction[] = [];
  for (let at = start; at >= 0 && actions.length <= mostActions; at = text.indexOf("{{", (actions.at(-1) as GoAction).span.end))
    actions.push(actionAt(text, at, nextClose));
  return text.length === end ? actions : actions.map((action) => upTo(action, end));
}

function upTo({ comment, ...action }: GoAction, end: number): GoAction {
  const cut = (of: Span): Span => span(of.start, Math.min(end, of.end));
  return { ...action, span: cut(action.span), ...(comment && { comment: cut(comment) }) };
}

/** Finds the next `}}` from an offset on, −1 where there is none; offsets only grow, so that nothing is searched twice. */
function closesIn(text: string): (from: number) => number {
  let known = -1;
  let isLast = false;
  return (from) => {
    if (!isLast && known < from) {
      known = text.indexOf("}}", from);
      isLast = known < 0;
    }
    return known;
  };
}

function actionAt(text: string, start: number, nextClose: (from: number) => number): GoAction {
  const isTrimmed = text[start + 2] === "-" && /\s/.test(text[start + 3] ?? "");
  const inside = start + (isTrimmed ? 4 : 2);
  if (text.startsWith("/*", inside)) return commentAt(text, start, inside);
  const all = tokensFrom(text, inside);
  const last = all[all.length - 1] as Token;
  const opener = all.findIndex(({ text: mark, end }, index) => mark === "{" && isBrace(all[index + 1], end));
  const lexed = all.slice(0, opener < 0 ? all.length : opener).filter(({ kind }) => kind !== "error");
  const tokens = lexed.filter(({ kind }) => kind !== "space" && kind !== "close");
  if (opener >= 0) return { span: span(start, all[opener]?.start as number), tokens, lexed, isClosed: false };
  if (last.kind === "close") return { span: span(start, last.end), tokens, lexed, isClosed: true };
  return { span: span(start, resume(text, Math.max(last.start, inside), nextClose)), tokens, lexed, isClosed: false };
}

/** An action that is not closed need not be read beyond the next one: of many such, each would be read to the end. */
function tokensFrom(text: string, inside: number): readonly Token[] {
  const next = text.indexOf("{{", inside);
  if (next < 0) return lexAction(text, inside, words);
  const short = lexAction(text.slice(0, next), inside, words);
  const last = short[short.length - 1] as Token;
  const isOver = last.kind !== "error" || last.text === "unclosed action" || last.end < next;
  return isOver ? short : lexAction(text, inside, words);
}

function isBrace(token: Token | undefined, start: number): boolean {
  return token?.text === "{" && token.start === start;
}

/** Behind an error the next `}}` ends the action, unless another one begins before it. */
function resume(text: string, from: number, nextClose: (from: number) => number): number {
  const close = nextClose(from);
  const open = text.indexOf("{{", from);
  if (open >= 0 && (close < 0 || open < close)) return open;
  return close < 0 ? text.length : close + 2;
}

function commentAt(text: string, start: number, inside: number): GoAction {
  const close = text.indexOf("*/", inside + 2);
  const comment = span(inside, close < 0 ? text.length : close + 2);
  const end = close < 0 ? -1 : text.indexOf("}}", close + 2);
  return { span: span(start, end < 0 ? text.length : end + 2), tokens: [], lexed: [], isClosed: end >= 0, comment };
}

/** An action and the message it stands in. */
export interface ActionPlace {
  readonly home: GoMessage;
  readonly action: GoAction;
  /** The offset within the message. */
  readonly at: number;
}

/** The action whose inside holds a UTF-16 offset of the document, its ends included. */
export function actionPlace(document: ChatDocument, offset: number): ActionPlace | undefined {
  const home = goMessages(document).findLast(({ start }) => start <= offset);
  if (home === undefined) return undefined;
  const at = offset - home.start;
  const action = home.actions.findLast(({ span: { start } }) => start + 2 <= at);
  if (action === undefined || at > action.span.end - (action.isClosed ? 2 : 0)) return undefined;
  return { home, action, at };
}

/** The word an action begins with, where it is one of the language. */
export function keywordOf({ tokens }: GoAction): Token | undefined {
  return tokens[0]?.kind === "keyword" ? tokens[0] : undefined;
}

/** The token that an offset of the message lies in or touches; between two, the one that starts there. */
export function tokenAt({ tokens }: GoAction, at: number): Token | undefined {
  return tokens.find(({ start, end }) => start <= at && at < end) ?? tokens.find(({ end }) => end === at);
}
