import type { FixData, Rewrite } from "../../../../base/diagnostic.js";
import { type Span, shift, span } from "../../../../base/span.js";
import type { Fault } from "../../syntax/ast.js";
import { actionWords, lexAction } from "../../syntax/lex-action.js";
import type { Token } from "../../syntax/tokens.js";

/** What a person is told about a fault beyond the words of Go. Offsets are those of the text. */
export interface FaultAdvice {
  /** Sentences to put behind the message. */
  readonly says?: string;
  /** Names that may have been meant, nearest first: what `didYouMean` is told of, behind all else. */
  readonly suggestions?: readonly string[];
  /** How it could be written. */
  readonly data?: FixData;
}

/** A fault, and the action it stands in. */
export interface ActionFault {
  readonly fault: Fault;
  readonly text: string;
  /** From its `{{` to behind its `}}`, or where that is missing, to the end of the line. */
  readonly action: Span;
  /** What stands between the braces, without trim markers and blanks around it. */
  readonly inside: Span;
  /** The tokens of the inside as far as they can be read, without blanks. */
  readonly tokens: readonly Token[];
}

/** Recognises one habit of another language, or one kind of slip. */
export type Habit = (at: ActionFault) => FaultAdvice | undefined;

const words = actionWords(() => false);
/** What hides a `}}`, or is one. */
const significant = /\}\}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`/g;

/** The action that a fault stands in. */
export function actionFault(fault: Fault, text: string): ActionFault {
  const open = Math.max(0, text.lastIndexOf("{{", fault.span.start));
  const close = closeOf(text, open + 2);
  const from = open + (/^\{\{-\s/.test(text.slice(open, open + 4)) ? 3 : 2);
  const raw = text.slice(from, close).replace(/\s-$/, "");
  const start = from + (raw.length - raw.trimStart().length);
  const inside = span(start, Math.max(start, from + raw.trimEnd().length));
  // The text before it is left out: there can be very many faults in a long one.
  const tokens = lexAction(`${text.slice(inside.start, inside.end)}}}`, 0, words)
    .filter(({ kind }) => !["space", "error", "close"].includes(kind))
    .map((token): Token => ({ ...token, ...shift(token, inside.start) }));
  return { fault, text, action: span(open, text.startsWith("}}", close) ? close + 2 : close), inside, tokens };
}

function closeOf(text: string, from: number): number {
  significant.lastIndex = from;
  for (let found = significant.exec(text); found !== null; found = significant.exec(text)) if (found[0] === "}}") return found.index;
  const line = /^[^\r\n]*/.exec(text.slice(from))?.[0] ?? "";
  return from + line.length;
}

/** What stands between the braces of the action. */
export function insideText({ text, inside }: ActionFault): string {
  return text.slice(inside.start, inside.end);
}

/** Advice with ways to write it. */
export function rewriting(says: string, ...choices: Rewrite[]): FaultAdvice {
  return { says, ...(choices.length > 0 && { data: { kind: "rewrite", choices } }) };
}
