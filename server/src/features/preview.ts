import type { PreviewMessage } from "../../../shared/methods.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { lineAt } from "../base/source-text.js";
import { type Span, shift } from "../base/span.js";
import { complete, type Steps } from "../base/steps.js";
import { isRendered, placedParts } from "../conversation/conversation.js";
import type { Part } from "../conversation/parts.js";
import type { PlacedPart } from "../conversation/template-parts.js";
import type { PlacedMessage } from "../syntax/ast.js";
import { sentMessages, systemIndex } from "../syntax/sent-messages.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { diagnostics } from "./diagnostics.js";
import { escapeMarkdown, fenced, firstLines, partBody, partTitle } from "./rendered-text.js";

/** The rendered prompt for a person, and where each stretch of it comes from. */
export interface Preview {
  readonly markdown: string;
  readonly parts: readonly Part[];
  readonly diagnostics: readonly Diagnostic[];
  /** `start` and `end` are UTF-16 offsets in `markdown`; `span` is in the document. */
  readonly map: readonly { readonly start: number; readonly end: number; readonly span: Span }[];
  readonly messages: readonly PreviewedMessage[];
}

/** A message of a preview; those who draw the conversation themselves find everything by it. */
export interface PreviewedMessage extends Omit<PreviewMessage, "parts"> {
  readonly parts: readonly PreviewedPart[];
}

type PreviewedPart = Omit<PreviewMessage["parts"][number], "file"> & {
  /** Absolute path of the file that it holds. */
  readonly path?: string;
};

/** The roles that are sent. */
const sentRoles: { readonly [role: string]: PreviewMessage["role"] } = { System: "system", You: "user", Assistant: "assistant" };

/** So many stretches are told apart; what follows them is one, for nobody looks for the origin of every word there. */
const mostStretches = 10_000;

/** So many messages, or parts of one, are rendered in one step. */
const inOneStep = 200;

/**
 * The prompt as it would be sent. `message` is the one-based number of a role marker, which limits the preview to
 * that message; without it, all messages that are sent are shown. Undefined when there is no such message.
 */
export function preview(evaluated: Evaluated, message?: number): Preview | undefined {
  return complete(previewInSteps(evaluated, message));
}

/** As `preview`, in steps of some messages each. */
export function* previewInSteps(evaluated: Evaluated, message?: number): Steps<Preview | undefined> {
  const { messages } = evaluated.snapshot.document;
  if (message !== undefined && messages[message - 1] === undefined) return undefined;
  const shown = message === undefined ? messagesInOrder(evaluated) : [message - 1];
  const parts: Part[] = [];
  const map: Stretch[] = [];
  const drawn: PreviewedMessage[] = [];
  let markdown = "";
  for (const [count, index] of shown.entries()) {
    if (count % inOneStep === inOneStep - 1) yield;
    if (markdown !== "") markdown += "\n";
    const section = yield* renderSection(evaluated, index, { offset: markdown.length, index: parts.length });
    for (const stretch of section.map) map.push(stretch);
    drawn.push(section.message);
    markdown += section.markdown;
    for (const part of section.parts) parts.push(part);
  }
  yield;
  return { markdown, parts, diagnostics: diagnostics(evaluated), map: coarse(map), messages: drawn };
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

function messagesInOrder(evaluated: Evaluated): number[] {
  const { document } = evaluated.snapshot;
  const system = systemIndex(document);
  const turns = [...sentMessages(document)].filter((index) => index !== system);
  return system < 0 ? turns : [system, ...turns];
}

interface Stretch {
  start: number;
  end: number;
  readonly span: Span;
}

interface Section {
  readonly markdown: string;
  readonly parts: readonly Part[];
  readonly map: readonly Stretch[];
  readonly message: PreviewedMessage;
}

/** Renders a message that stands at an offset of the whole; its parts are counted from an index on. */
function* renderSection(evaluated: Evaluated, index: number, from: { readonly offset: number; readonly index: number }): Steps<Section> {
  const { message, start } = evaluated.snapshot.document.messages[index] as PlacedMessage;
  const placed = placedParts(evaluated, index);
  const parts = placed.map(({ part }) => part);
  let markdown = `## @${message.role}\n\n`;
  const heading = { start: from.offset, end: from.offset + markdown.length, span: shift(message.marker, start) };
  const line = lineAt(evaluated.snapshot.text, start) + 1;
  const role = sentRoles[message.role] ?? "user";
  if (!isRendered(evaluated, index)) {
    const failed = `${markdown}_This message cannot be rendered._\n`;
    return { markdown: failed, parts, map: [heading], message: { role, line, parts: [] } };
  }
  const map: Stretch[] = [heading];
  const places: PreviewedPart[] = [];
  for (const [at, one] of placed.entries()) {
    if (at % inOneStep === inOneStep - 1) yield;
    if (at > 0) markdown += "\n";
    const shown = partMarkdown(one, evaluated);
    const offset = from.offset + markdown.length;
    for (const stretch of stretchesOf(one, { from: offset, to: offset + shown.length, start })) map.push(stretch);
    const title = one.part.kind === "text" ? undefined : partTitle(one.part);
    places.push({
      index: from.index + at,
      ...extentOf(shown, offset, role),
      ...(title !== undefined && { title }),
      ...(one.file && { path: one.file.path }),
    });
    markdown += shown;
  }
  return { markdown: `${markdown}\n`, parts, map: joined(map), message: { role, line, rendered: true, parts: places } };
}

/** Of a system prompt, nothing is sent of the blanks around it. */
function extentOf(shown: string, from: number, role: PreviewMessage["role"]): { start: number; end: number } {
  if (role !== "system") return { start: from, end: from + shown.length };
  const start = from + shown.length - shown.trimStart().length;
  return { start, end: start + shown.trim().length };
}

/** Where the stretches of a text lie in the preview; every other part is one stretch. */
function stretchesOf({ part, stretches }: PlacedPart, { from, to, start }: { from: number; to: number; start: number }): Stretch[] {
  if (part.kind !== "text") return stretches.map(({ span }) => ({ start: from, end: to, span: shift(span, start) }));
  let at = from;
  return stretches.map(({ length, span }) => {
    at += length;
    return { start: at - length, end: at, span: shift(span, start) };
  });
}

/** Neighbours from the same place are one stretch. */
function joined(map: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const next of map) {
    const last = result.at(-1);
    if (last?.span.start === next.span.start && last.span.end === next.span.end) last.end = next.end;
    else result.push(next);
  }
  return result;
}

function partMarkdown({ part, file }: PlacedPart, { files }: Evaluated): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "text_file":
      return `**${escapeMarkdown(partTitle(part))}**\n\n${fenced(firstLines(part.text))}`;
    case "image":
    case "pdf": {
      const attachment = file && files?.attachments.get(file.path);
      const { width, height } = (attachment?.kind === "file" && attachment.dimensions) || {};
      const size = width === undefined ? "" : `, ${width} × ${height} pixels`;
      return `**${escapeMarkdown(partTitle(part))}**${size}`;
    }
    default:
      return `**${partTitle(part)}**\n\n${fenced(partBody(part), part.kind === "tool_use" ? "json" : "")}`;
  }
}
