import type { TextEdit } from "../base/text-edit.js";
import { ownLineEnd } from "../syntax/lines.js";
import { cutEnd, placeInReply } from "./place-in-reply.js";
import { openFence, replyMarker, separator } from "./reply.js";

/** A reply that was interrupted, as its journal has it. */
export interface InterruptedReply {
  /** Its document text, from the first unit on. */
  readonly text: string;
  /** The last lines of the text above it. */
  readonly before: string;
  /** UTF-16 units above it, when it was sent. */
  readonly length: number;
  readonly isComplete: boolean;
}

/** How a document gets back what it lacks of a reply. */
export interface Restoration {
  readonly edit: TextEdit;
  /** The part of the reply that the document does not hold; empty when it lacks nothing but the mark of an aborted reply. */
  readonly missing: string;
  /** False when the place of the reply was not found, and it goes to the end. */
  readonly isPlaced: boolean;
}

const mark = "<!-- flemma:aborted: Connection closed before the reply was complete. -->";

/**
 * The edit that puts what a text lacks of a reply into its place, byte for byte; undefined when it lacks nothing. What the text
 * has of the reply stays, edited or not, and so does everything else. A reply that is not complete gets the mark of an aborted
 * one, so that the document can be sent.
 */
export function restoreReply(text: string, reply: InterruptedReply): Restoration | undefined {
  const lineEnd = ownLineEnd(text);
  const whole = withLineEnds(reply.text, lineEnd);
  const start = whole.indexOf(replyMarker);
  const place = placeInReply(text, { text: whole, before: withLineEnds(reply.before, lineEnd), length: reply.length });
  const { at, from, isBelow } = place ?? { at: text.length, from: Math.max(0, start) };
  const begun = start + replyMarker.length;
  if (from < begun && whole.slice(begun).trim() === "") return undefined;
  const marked = cutEnd.exec(text.slice(at))?.[0] ?? "";
  const missing = whole.slice(from);
  const isNothing = from >= begun && missing.replace(cutEnd, "").trim() === "";
  if (isNothing && (reply.isComplete ? missing.trim() === "" || marked !== "" : marked !== "")) return undefined;
  const setOff = place === undefined ? separator(text, lineEnd) : isBelow ? lineEnd : "";
  const upper = text.slice(0, at) + setOff + missing;
  const below = text.slice(at + marked.length);
  const restored = reply.isComplete ? withoutSecondTurn(upper, { below, lineEnd }) : cutOff(upper, lineEnd);
  const gap = below !== "" && !/^[\r\n]/.test(below) && !/[\r\n]$/.test(restored) ? lineEnd : "";
  const edit = { span: { start: at, end: at + marked.length }, newText: restored.slice(at) + gap };
  return { edit, missing: isNothing ? "" : missing, isPlaced: place !== undefined };
}

/** The journal has the line ends that the document had. */
function withLineEnds(text: string, lineEnd: string): string {
  return text.replace(/\r\n|\n|\r/g, lineEnd);
}

/** A document that ends in a reply that was cut off: its open fence is closed, and the mark stands below it. */
function cutOff(text: string, lineEnd: string): string {
  const fence = openFence(text);
  const line = /[\r\n]$/.test(text) ? text : text + lineEnd;
  const closed = fence === "" ? line : line + fence + lineEnd;
  return `${closed}${closed.endsWith(lineEnd + lineEnd) ? "" : lineEnd}${mark}${lineEnd}`;
}

/** A complete reply ends in a turn to write in, which is one too many where somebody has written one already. */
function withoutSecondTurn(text: string, { below, lineEnd }: { readonly below: string; readonly lineEnd: string }): string {
  const turn = text.lastIndexOf("@You:");
  const isDoubled = text.slice(turn).trim() === "@You:" && /^@You:[ \t]*(?:[\r\n]|$)/.test(below.trimStart());
  if (!isDoubled) return text;
  const gap = below.startsWith(lineEnd + lineEnd) ? "" : below.startsWith(lineEnd) ? lineEnd : lineEnd + lineEnd;
  return text.slice(0, turn).replace(/[\r\n]+$/, "") + gap;
}
