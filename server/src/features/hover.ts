import { placeInDocument } from "../base/diagnostic.js";
import { overlaps, type Span, shift, touches } from "../base/span.js";
import { dataOf } from "../config/config-node.js";
import { isRendered, messageParts } from "../conversation/conversation.js";
import type { Code, Expression, PlacedMessage } from "../syntax/ast.js";
import { systemIndex } from "../syntax/sent-messages.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import { diagnostics } from "./diagnostics.js";
import { faultOf, isInside } from "./fault-at.js";
import { fileHover, type ToldFile } from "./files/file-hover.js";
import { type ActionTarget, actionHover, pendingActionHover } from "./go/hover.js";
import { describedHover, longest, nameHover, tagBlocks, valueBlocks } from "./hover-values.js";
import { dataKeyAt } from "./lua/frontmatter-data.js";
import { messageInDocument } from "./nested-message.js";
import { optionHover } from "./options/option-hover.js";
import { proseNameHover } from "./prose/name-hover.js";
import { placeholderHover } from "./prose/placeholder-hover.js";
import { escapeMarkdown, fenced, inlineCode, partBody, partTitle, shorten } from "./rendered-text.js";

/** A piece of a hover, plain text but for `doc`: a title, a line (with a name in front), a block shown as it is, or a sentence in Markdown of our own. */
export type HoverBlock =
  | { readonly kind: "title"; readonly text: string }
  | { readonly kind: "line"; readonly name?: string; readonly text: string }
  /** The message of a diagnostic of this place. */
  | { readonly kind: "fault"; readonly text: string }
  | { readonly kind: "doc"; readonly text: string }
  | { readonly kind: "block"; readonly language: string; readonly text: string };

/** What a hover shows, and the document span it is about. */
export interface Hover {
  readonly span: Span;
  readonly blocks: readonly HoverBlock[];
}

/** What stands at an offset, as far as syntax tells. */
export type HoverTarget =
  | { readonly kind: "role"; readonly placed: PlacedMessage; readonly index: number }
  | { readonly kind: "tag"; readonly placed: PlacedMessage; readonly index: number; readonly tag: Expression | Code }
  /** A Lua block and a placeholder of prose. */
  | { readonly kind: "lua-block" | "placeholder"; readonly span: Span }
  | (ActionTarget & { readonly kind: "action" })
  | { readonly kind: "reference" | "frontmatter" };

/** Finds what a hover at a UTF-16 offset would be about; undefined where there is nothing to tell. */
export function hoverTarget({ document }: Snapshot, offset: number): HoverTarget | undefined {
  const { frontmatter, messages } = document;
  if (frontmatter !== undefined && touches(frontmatter.body, offset) && offset < frontmatter.close.start) return { kind: "frontmatter" };
  const index = messages.findLastIndex(({ start }) => start <= offset);
  const placed = messages[index];
  if (placed === undefined) return undefined;
  const at = offset - placed.start;
  if (at <= placed.message.roleSpan.end + 1) return { kind: "role", placed, index };
  const segment = placed.message.segments.find(({ span }) => span.start <= at && at < span.end);
  if (segment?.kind === "expression" || segment?.kind === "code") return { kind: "tag", placed, index, tag: segment };
  if (segment?.kind === "lua-block" || segment?.kind === "placeholder")
    return { kind: segment.kind, span: shift(segment.span, placed.start) };
  if (segment?.kind === "action") return { kind: "action", placed, index, span: segment.span };
  return segment?.kind === "file-reference" ? { kind: "reference" } : undefined;
}

/**
 * The hover at a UTF-16 offset of an evaluated document: the rendered turn on a role marker; value, type and
 * text on an expression; value and place of assignment on a name; the file that a path means. The evaluation must have
 * probed the offset; `told` is about the file that is named there.
 */
export function hover(evaluated: Evaluated, offset: number, told?: ToldFile): Hover | undefined {
  const target = hoverTarget(evaluated.snapshot, offset);
  switch (target?.kind) {
    case undefined:
      return undefined;
    case "role":
      return roleHover(evaluated, target);
    case "frontmatter":
      return (
        optionHover(evaluated.snapshot.document, offset, evaluated.result?.config) ??
        mentionHover(evaluated, offset, told) ??
        nameHover(evaluated, offset) ??
        keyHover(evaluated.snapshot, offset)
      );
    case "tag":
      return tagHover(evaluated, target, { offset, told });
    case "lua-block":
      return mentionHover(evaluated, offset, told) ?? blockHover(evaluated, offset);
    case "placeholder":
      return placeholderHover(evaluated, offset);
    case "action":
      return actionHover(evaluated, target, { offset, told });
    case "reference":
      return mentionHover(evaluated, offset, told);
  }
}

/** Why there are no values yet. */
const pendingTexts = {
  running: "Evaluation is still running.",
  paused: "Evaluation is paused while a reply is being written.",
};

/**
 * What syntax alone tells about a UTF-16 offset, for the time until values are known: an assistant's turn and a key of
 * JSON or YAML frontmatter in full, of a path what is told of its file, of everything else what stands there; and why there
 * are no values.
 */
export function pendingHover(
  snapshot: Snapshot,
  offset: number,
  { why = "running", told }: { why?: keyof typeof pendingTexts; told?: ToldFile | undefined } = {},
): Hover | undefined {
  const target = hoverTarget(snapshot, offset);
  if (target === undefined) return undefined;
  const running: HoverBlock = { kind: "line", text: pendingTexts[why] };
  const file = fileHover(snapshot.document, offset, told);
  if (file !== undefined) return { span: file.span, blocks: [file.line, ...file.content, running] };
  switch (target.kind) {
    case "role": {
      const { placed } = target;
      if (placed.message.role === "Assistant") return roleHover({ snapshot, outcome: "done" }, target);
      return { span: roleSpan(placed), blocks: [{ kind: "title", text: `@${placed.message.role}` }, running] };
    }
    case "frontmatter": {
      const option = optionHover(snapshot.document, offset, undefined);
      if (option !== undefined) return { ...option, blocks: [...option.blocks, running] };
      return keyHover(snapshot, offset) ?? describedHover(snapshot, offset) ?? { span: { start: offset, end: offset }, blocks: [running] };
    }
    case "tag": {
      const span = shift(target.tag.span, target.placed.start);
      const text = snapshot.text.text.slice(span.start, span.end);
      const described = describedHover(snapshot, offset);
      if (described) return { span: described.span, blocks: [...described.blocks, running] };
      return { span, blocks: [{ kind: "block", language: "", text: shorten(text, longest) }, running] };
    }
    case "lua-block":
    case "placeholder": {
      const described = describedHover(snapshot, offset) ?? proseNameHover(snapshot, offset) ?? { span: target.span, blocks: [] };
      return { span: described.span, blocks: [...described.blocks, running] };
    }
    case "action": {
      const found = pendingActionHover(snapshot, target, offset);
      return { ...found, blocks: [...found.blocks, running] };
    }
    case "reference":
      return undefined;
  }
}

function roleSpan({ start, message }: PlacedMessage): Span {
  return { start, end: start + message.roleSpan.end + 1 };
}

function roleHover(evaluated: Evaluated, { placed, index }: Extract<HoverTarget, { kind: "role" }>): Hover {
  const { message } = placed;
  const parts = messageParts(evaluated, index);
  const span = roleSpan(placed);
  const note = roleNote(evaluated, index);
  const blocks: HoverBlock[] = [{ kind: "title", text: `@${message.role} as it will be sent${note}` }];
  for (const part of parts) {
    if (part.kind === "text")
      blocks.push({
        kind: "block",
        language: "markdown",
        text: shorten(message.role === "System" ? part.text.trim() : part.text, longest),
      });
    else {
      const body = partBody(part);
      blocks.push({ kind: "line", text: partTitle(part) });
      if (body !== "") blocks.push({ kind: "block", language: part.kind === "tool_use" ? "json" : "text", text: shorten(body, longest) });
    }
  }
  if (parts.length === 0)
    blocks.push({ kind: "line", text: isRendered(evaluated, index) ? "This message is empty." : failure(evaluated, placed) });
  return { span, blocks };
}

function roleNote({ snapshot }: Evaluated, index: number): string {
  const { messages } = snapshot.document;
  const role = messages[index]?.message.role;
  if (role === "System") return systemIndex(snapshot.document) === index ? "" : " (replaced by a later @System: it is not sent)";
  return role === "You" || role === "Assistant" ? "" : " (unknown role: it is not sent)";
}

function failure(evaluated: Evaluated, { start, message }: PlacedMessage): string {
  const all = diagnostics(evaluated);
  const first =
    evaluated.result === undefined
      ? all.find(({ code }) => code.startsWith("limit/") || code === "document/too-large")
      : all.find((entry) => entry.blocks && isInside(placeInDocument(entry), shift(message.span, start)));
  return `This message cannot be rendered: ${first === undefined ? "its template failed." : messageInDocument(first, evaluated.files)}`;
}

function tagHover(
  evaluated: Evaluated,
  { placed, index, tag }: Extract<HoverTarget, { kind: "tag" }>,
  { offset, told }: { readonly offset: number; readonly told: ToldFile | undefined },
): Hover | undefined {
  const file = fileHover(evaluated.snapshot.document, offset, told);
  const name = file === undefined ? nameHover(evaluated, offset) : undefined;
  const span = shift(tag.span, placed.start);
  const fault = faultOf(evaluated, span);
  const blocks = file === undefined ? [...(name?.blocks ?? [])] : [file.line];
  if (fault !== undefined) blocks.push({ kind: "fault", text: messageInDocument(fault, evaluated.files) });
  const output = evaluated.result?.messages[index];
  const value = output?.values.find((entry) => entry.span.start === tag.span.start);
  if (value !== undefined && fault === undefined) blocks.push(...valueBlocks(value));
  else if (fault === undefined || told?.attachment.kind === "file") blocks.push(...(file?.content ?? []));
  if (output?.tag?.span.start === tag.span.start) blocks.push(...tagBlocks(output.tag));
  if (blocks.length === 0) return undefined;
  return { span: (file ?? name)?.span ?? span, blocks };
}

/** Value and description of a name in a Lua block of prose. */
function blockHover(evaluated: Evaluated, offset: number): Hover | undefined {
  const name = nameHover(evaluated, offset);
  const described = proseNameHover(evaluated.snapshot, offset);
  if (name === undefined || described === undefined) return name ?? described;
  return { ...name, blocks: [...name.blocks, ...described.blocks.filter(({ kind }) => kind === "line")] };
}

/** What is known of a file where it is named, what is wrong there, and what an include that was watched renders to. */
function mentionHover(evaluated: Evaluated, offset: number, told: ToldFile | undefined): Hover | undefined {
  const file = fileHover(evaluated.snapshot.document, offset, told);
  if (file === undefined) return undefined;
  const faults = diagnostics(evaluated).filter((entry) => overlaps(placeInDocument(entry), file.span));
  const reasons = faults.map((entry): HoverBlock => ({ kind: "fault", text: messageInDocument(entry, evaluated.files) }));
  const { probe } = evaluated.result ?? {};
  if (reasons.length === 0 && probe?.kind === "call" && probe.type === "string") {
    const text = shorten(probe.display, longest);
    const rendered: HoverBlock[] = [
      { kind: "line", text: "rendered as" },
      { kind: "block", language: "text", text },
    ];
    return { span: file.span, blocks: [file.line, ...rendered] };
  }
  const content = reasons.length === 0 || told?.attachment.kind === "file" ? file.content : [];
  return { span: file.span, blocks: [file.line, ...reasons, ...content] };
}

function keyHover({ document }: Snapshot, offset: number): Hover | undefined {
  const key = dataKeyAt(document, offset);
  if (key === undefined) return undefined;
  const { kind, path, keySpan, node } = key;
  const value: HoverBlock = { kind: "block", language: "json", text: shorten(JSON.stringify(dataOf(node), null, 2), longest) };
  return { span: keySpan, blocks: [{ kind: "line", name: path, text: ` (${kind})` }, value] };
}

/** The hover for an editor that shows diagnostics where it shows hovers: without their messages; undefined when nothing else is left. */
export function withoutFaults({ span, blocks }: Hover): Hover | undefined {
  const rest = blocks.filter(({ kind }) => kind !== "fault");
  return rest.length === 0 ? undefined : { span, blocks: rest };
}

/** A hover as Markdown; fences are longer than any run of backticks inside. */
export function hoverMarkdown({ blocks }: Hover): string {
  return blocks.map(blockMarkdown).join("\n\n");
}

function blockMarkdown(block: HoverBlock): string {
  switch (block.kind) {
    case "title":
      return `**${escapeMarkdown(block.text)}**`;
    case "line":
      return (block.name === undefined ? "" : inlineCode(block.name)) + escapeMarkdown(block.text);
    case "fault":
      return escapeMarkdown(block.text);
    case "doc":
      return block.text;
    case "block":
      return fenced(block.text, block.language);
  }
}

/** A hover for clients that show plain text only. */
export function hoverPlainText({ blocks }: Hover): string {
  return blocks.map((block) => (block.kind === "line" ? (block.name ?? "") + block.text : block.text)).join("\n\n");
}
