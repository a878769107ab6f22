import type { Diagnostic } from "../base/diagnostic.js";
import { type Span, shift } from "../base/span.js";
import { conversation, isRendered, messageParts } from "../conversation/conversation.js";
import type { Part } from "../conversation/parts.js";
import type { PlacedMessage } from "../syntax/ast.js";
import { pairTools } from "../syntax/tool-pairing.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { diagnostics } from "./diagnostics.js";
import { fenced, partBody, partTitle } from "./rendered-text.js";

/** The rendered prompt for a person, and where each stretch of it comes from. */
export interface Preview {
  readonly markdown: string;
  readonly parts: readonly Part[];
  readonly diagnostics: readonly Diagnostic[];
  /** `start` and `end` are UTF-16 offsets in `markdown`; `span` is in the document. */
  readonly map: readonly { readonly start: number; readonly end: number; readonly span: Span }[];
}

/** So many stretches are told apart; what follows them is one, for nobody looks for the origin of every word there. */
const mostStretches = 10_000;

/**
 * The prompt as it would be sent. `message` is the one-based number of a role marker, which limits the preview to
 * that message; without it, all messages that are sent are shown. Undefined when there is no such message.
 */
export function preview(evaluated: Evaluated, message?: number): Preview | undefined {
  const { messages } = evaluated.snapshot.document;
  if (message !== undefined && messages[message - 1] === undefined) return undefined;
  const shown = message === undefined ? sentMessages(evaluated) : [message - 1];
  const parts: Part[] = [];
  const map: { start: number; end: number; span: Span }[] = [];
  let markdown = "";
  for (const index of shown) {
    const section = renderSection(evaluated, index);
    if (markdown !== "") markdown += "\n";
    for (const entry of section.map) map.push({ ...entry, start: entry.start + markdown.length, end: entry.end + markdown.length });
    markdown += section.markdown;
    parts.push(...section.parts);
  }
  return { markdown, parts, diagnostics: diagnostics(evaluated), map: coarse(map) };
}

function coarse(map: Preview["map"]): Preview["map"] {
  const rest = map.slice(mostStretches - 1);
  const [first] = rest;
  const last = rest.at(-1);
  if (first === undefined || last === undefined || rest.length === 1) return map;
  const end = rest.reduce((furthest, { span }) => Math.max(furthest, span.end), 0);
  const start = rest.reduce((nearest, { span }) => Math.min(nearest, span.start), end);
  return [...map.slice(0, mostStretches - 1), { start: first.start, end: last.end, span: { start, end } }];
}

function sentMessages(evaluated: Evaluated): number[] {
  const { messages } = evaluated.snapshot.document;
  const system = messages.findLastIndex(({ message }) => message.role === "System");
  const turns = conversation(evaluated).messages.map(({ index }) => index);
  return system < 0 ? turns : [system, ...turns];
}

interface Section {
  readonly markdown: string;
  readonly parts: readonly Part[];
  readonly map: readonly { start: number; end: number; span: Span }[];
}

function renderSection(evaluated: Evaluated, index: number): Section {
  const { snapshot, result } = evaluated;
  const { document } = snapshot;
  const placed = document.messages[index] as PlacedMessage;
  const output = result?.messages[index];
  const parts = messageParts({ source: document.source, placed, output, tools: pairTools(document) });
  const { message, start } = placed;
  let markdown = `## @${message.role}\n\n`;
  const heading = { start: 0, end: markdown.length, span: shift(message.marker, start) };
  if (!isRendered(evaluated, index)) return { markdown: `${markdown}_This message cannot be rendered._\n`, parts, map: [heading] };
  const bodyStart = markdown.length;
  markdown += parts.map(partMarkdown).join("\n");
  const isPlain = parts.length === 1 && parts[0]?.kind === "text";
  const body =
    isPlain && output !== undefined
      ? pieceMap(output.pieces, bodyStart, start)
      : [{ start: bodyStart, end: markdown.length, span: shift(message.span, start) }];
  return { markdown: `${markdown}\n`, parts, map: [heading, ...body] };
}

function pieceMap(
  pieces: readonly { readonly kind: string; readonly text?: string; readonly span?: Span }[],
  from: number,
  start: number,
): Section["map"] {
  const map: { start: number; end: number; span: Span }[] = [];
  let at = from;
  for (const { text, span } of pieces) {
    if (text === undefined || span === undefined) continue;
    map.push({ start: at, end: at + text.length, span: shift(span, start) });
    at += text.length;
  }
  return map;
}

function partMarkdown(part: Part): string {
  if (part.kind === "text") return part.text;
  return `**${partTitle(part)}**\n\n${fenced(partBody(part), part.kind === "tool_use" ? "json" : "")}`;
}
