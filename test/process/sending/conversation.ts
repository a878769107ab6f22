import { type Reply, textOf } from "../../support/fake-providers/reply.js";
import type { Exchange } from "../../support/fake-providers/server.js";
import type { SentPart, WireName } from "../../support/fake-providers/wire.js";

/** The line that marks a reply as aborted. */
const marker = /\n<!-- flemma:aborted: (.*) -->\n$/;

/** Says whether a text ends with the mark of an aborted reply. */
export function isAborted(text: string): boolean {
  return marker.test(text);
}

/** A document with its next turn: pending results are filled in, or a new `@You:` asks; `ask` is the text of the turn. */
export function withNextTurn(text: string, ask: string): string {
  const filled = text.replace(/^(\*\*Tool Result:\*\* `[^`]*`) \(pending\)\n\n```\n```\n/gm, "$1\n\n```\nIt says: 42.\n```\n");
  return isAborted(filled) ? `${filled}\n@You:\n${ask}\n` : `${filled}${ask}\n`;
}

/** What a reply comes to, without white space: text in one piece, thinking and tools in their order. */
export interface Said {
  readonly text: string;
  readonly thinking: readonly string[];
  readonly tools: readonly string[];
}

/** What was said of a reply, so far as a wire gives it back. */
export function saidBy(reply: Reply, wire: WireName): Said {
  const thinking = reply.parts.flatMap((part) => {
    if (part.kind === "redacted") return wire === "anthropic" ? [part.data] : [];
    return part.kind === "thinking" ? [squashed(part.pieces.join(""))] : [];
  });
  const tools = reply.parts.flatMap((part) => (part.kind === "tool-use" ? [toolOf(part.name, part.pieces.join(""))] : []));
  return { text: squashed(textOf(reply)), thinking: givenBack(thinking, wire), tools };
}

/** Gemini gets signatures back, but no thinking; Chat Completions has one thought in a message. */
function givenBack(thinking: readonly string[], wire: WireName): readonly string[] {
  if (wire === "gemini") return [];
  return wire === "chat-completions" ? [thinking.join("")].filter((thought) => thought !== "") : thinking;
}

/** What a request gives back of the assistant's last turn; the mark of an aborted reply is not part of it. */
export function givenBackIn({ turns, wire }: Exchange): Said {
  const parts = turns.findLast(({ role }) => role === "assistant")?.parts ?? [];
  const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");
  const thinking = parts.flatMap((part) => (part.kind === "thinking" ? [thoughtOf(part)] : []));
  const tools = parts.flatMap((part) => (part.kind === "tool-use" ? [toolOf(part.name, part.json)] : []));
  const name = wire?.name ?? "anthropic";
  return { text: squashed(text.replace(/<!-- .* -->$/, "")), thinking: name === "gemini" ? [] : thinking, tools };
}

function thoughtOf({ text, signature = "" }: SentPart & { kind: "thinking" }): string {
  return squashed(text) || (signature.startsWith("Emw") ? signature : "");
}

/** Numbers of any length compare by what JSON makes of them; that they survive as they are is for the bytes to show. */
function toolOf(name: string, json: string): string {
  return `${name} ${JSON.stringify(JSON.parse(json))}`;
}

/** Halves of characters, which no document can hold, are replacement characters. */
function squashed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd").replace(/\s+/g, "");
}
