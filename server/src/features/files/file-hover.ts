import type { FileAttachment, FileText, Refusal } from "../../base/file-answers.js";
import type { Span } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { HoverBlock } from "../hover.js";
import { firstLines, sizeText } from "../rendered-text.js";
import { type FilePlace, filePlaceAt, personalityAt } from "./file-places.js";

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
  /** Where it lies, and what it is. */
  readonly line: HoverBlock;
  /** How its text begins, or why nothing is known of it. */
  readonly content: readonly HoverBlock[];
}

/** What a hover shows of the file or the personality that is named at a UTF-16 offset; undefined where none is. */
export function fileHover(document: ChatDocument, offset: number, told: ToldFile | undefined): FileHover | undefined {
  const place = filePlaceAt(document, offset);
  if (place === undefined) return undefined;
  const personality = personalityAt(place);
  if (personality !== undefined)
    return { span: place.span, line: { kind: "line", name: personality, text: " (personality)" }, content: [] };
  if (told === undefined) return { span: place.span, line: { kind: "line", name: place.path, text: "" }, content: [] };
  return { span: place.span, line: { kind: "line", name: told.path, text: kindText(place, told) }, content: contentBlocks(told) };
}

const refusals: Readonly<Record<Refusal, string>> = {
  missing: "It does not exist.",
  folder: "It is a folder.",
  unreadable: "It cannot be read.",
  special: "It is neither a file nor a folder.",
  "too-large": "It is too large to be read.",
  forbidden: "It lies outside of the workspace folders, which are not trusted.",
};

function kindText(place: FilePlace, { attachment }: ToldFile): string {
  if (attachment.kind !== "file") return "";
  const { size, dimensions } = attachment;
  const type = place.type ?? attachment.type ?? "unknown type";
  const extent = dimensions === undefined ? [] : [`${dimensions.width} × ${dimensions.height} pixels`];
  return ` (${[type, sizeText(size), ...extent].join(", ")})`;
}

function contentBlocks({ attachment, text }: ToldFile): HoverBlock[] {
  if (attachment.kind !== "file") return [{ kind: "line", text: refusals[attachment.kind] }];
  if (text?.kind !== "text" || text.text.trim() === "") return [];
  return [{ kind: "block", language: "text", text: firstLines(text.text) }];
}
