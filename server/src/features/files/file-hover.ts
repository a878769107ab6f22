import type { FileAttachment, FileText, Refusal } from "../../base/file-answers.js";
import type { Span } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { HoverBlock } from "../hover.js";
import { type FilePlace, filePlaceAt, personalityAt } from "./file-places.js";
import { sizeText } from "./size-text.js";

/** What the host tells of a file that is named somewhere. */
export interface ToldFile {
  /** Absolute. */
  readonly path: string;
  readonly attachment: FileAttachment;
  /** Absent where it holds no text. */
  readonly text?: FileText;
}

/** A file as a hover shows it. */
export interface FileHover {
  readonly span: Span;
  /** Where it lies and what it is, or why nothing is known of it. */
  readonly line: HoverBlock;
  /** How its text begins. */
  readonly content: readonly HoverBlock[];
}

const mostLines = 20;
const mostUnits = 2000;

/** What a hover shows of the file or the personality that is named at a UTF-16 offset; undefined where none is. */
export function fileHover(document: ChatDocument, offset: number, told: ToldFile | undefined): FileHover | undefined {
  const place = filePlaceAt(document, offset);
  if (place === undefined) return undefined;
  const personality = personalityAt(place);
  if (personality !== undefined)
    return { span: place.span, line: { kind: "line", name: personality, text: " (personality)" }, content: [] };
  if (told === undefined) return { span: place.span, line: { kind: "line", name: place.path, text: "" }, content: [] };
  return { span: place.span, line: { kind: "line", name: told.path, text: stateText(place, told) }, content: contentBlocks(told) };
}

const refusals: Readonly<Record<Refusal, string>> = {
  missing: " does not exist.",
  folder: " is a folder.",
  unreadable: " cannot be read.",
  special: " is neither a file nor a folder.",
  "too-large": " is too large to be read.",
  forbidden: " lies outside of the workspace folders, which are not trusted.",
};

function stateText(place: FilePlace, { attachment }: ToldFile): string {
  if (attachment.kind !== "file") return refusals[attachment.kind];
  const { size, dimensions } = attachment;
  const type = place.type ?? attachment.type ?? "unknown type";
  const extent = dimensions === undefined ? [] : [`${dimensions.width} × ${dimensions.height} pixels`];
  return ` (${[type, sizeText(size), ...extent].join(", ")})`;
}

function contentBlocks({ text }: ToldFile): HoverBlock[] {
  if (text?.kind !== "text" || text.text.trim() === "") return [];
  const lines = text.text.trimEnd().split(/\r\n?|\n/);
  const shown = lines.slice(0, mostLines).join("\n");
  const cut = shown.length > mostUnits ? `${shown.slice(0, mostUnits).replace(/[\ud800-\udbff]$/, "")}…` : shown;
  const block: HoverBlock = { kind: "block", language: "text", text: cut };
  const left = lines.length - mostLines;
  return left > 0 ? [block, { kind: "line", text: `… and ${left} more ${left === 1 ? "line" : "lines"}` }] : [block];
}
