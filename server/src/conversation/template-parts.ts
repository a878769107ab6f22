import { basename } from "../base/paths.js";
import type { Span } from "../base/span.js";
import type { EmittedFile, OutputPiece } from "../engines/engine.js";
import type { Message, ToolResult } from "../syntax/ast.js";
import { fenceContent } from "../syntax/literal.js";
import { pairTools, type ToolPairing } from "../syntax/tool-pairing.js";
import type { FileContent } from "../workspace/contents.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { FilePart, Part } from "./parts.js";

/** A part of a message, and the places it comes from. */
export interface PlacedPart {
  readonly part: Part;
  /** Spans in offsets of the message; lengths are UTF-16 units of a text, and add up to all of it. */
  readonly stretches: readonly { readonly length: number; readonly span: Span }[];
  /** The file that the part is made of. */
  readonly file?: EmittedFile;
}

/** The parts of a rendered message. Of a file whose content is not there, the text stands that is typed in its place. */
export function templateParts({ snapshot, result, contents }: Evaluated, index: number): PlacedPart[] {
  const { document } = snapshot;
  const placed = document.messages[index];
  if (placed === undefined) return [];
  const { message, start } = placed;
  const tools = pairTools(document);
  const given = result?.messages[index]?.pieces ?? [];
  const pieces = message.role === "System" ? joinedPieces(given, contents) : given;
  const parts: PlacedPart[] = [];
  let text = "";
  let stretches: PlacedPart["stretches"][number][] = [];

  function addText(added: string, span: Span): void {
    text += added;
    stretches.push({ length: added.length, span });
  }

  function flush(): void {
    if (text !== "") parts.push({ part: { kind: "text", text }, stretches });
    text = "";
    stretches = [];
  }

  function add(part: PlacedPart): void {
    flush();
    parts.push(part);
  }

  for (const piece of pieces) {
    if (piece.kind === "text") addText(piece.text, piece.span);
    else if (piece.kind === "segment") {
      for (const part of resultParts(document.source, { message, start, index: piece.index, tools })) add(part);
    } else {
      const { file, literal, span } = piece;
      const content = contents?.get(file.path);
      if (content === undefined) addText(literal, span);
      else add({ part: filePart(file, content), stretches: [{ length: 0, span }], file });
    }
  }
  flush();
  return parts;
}

/** A system prompt is text alone: texts and files are joined by line ends. */
function joinedPieces(pieces: readonly OutputPiece[], contents: Evaluated["contents"]): OutputPiece[] {
  let last: "none" | "text" | "file" = "none";
  return pieces.map((piece): OutputPiece => {
    if (piece.kind === "segment") return piece;
    const content = piece.kind === "file" ? contents?.get(piece.file.path) : undefined;
    const text = piece.kind === "text" ? piece.text : (content?.text ?? piece.literal);
    const kind = content === undefined ? "text" : "file";
    if (text === "" && kind === "text") return piece;
    const separator = last !== "none" && (kind === "file" || last === "file") ? "\n" : "";
    last = kind;
    return { kind: "text", text: separator + text, span: piece.span };
  });
}

/** The part that a file is in a message (spec/contracts.md). */
function filePart({ path, type, kind }: EmittedFile, { size, sha256, text = "" }: FileContent): FilePart {
  const part = { filename: basename(path), mime_type: type, bytes: size, sha256 };
  return kind === "text_file" ? { kind, ...part, text } : { kind, ...part };
}

/** A result of a tool and the message that it stands in. */
interface PlacedResult {
  readonly message: Message;
  readonly start: number;
  /** Of the segment. */
  readonly index: number;
  readonly tools: ToolPairing;
}

function resultParts(source: string, { message, start, index, tools }: PlacedResult): PlacedPart[] {
  const segment = message.segments[index];
  if (segment?.kind !== "tool-result") return [];
  const part = toolResult(source, start, { segment, tools });
  return part === undefined ? [] : [{ part, stretches: [{ length: 0, span: segment.span }] }];
}

/** A final result is one part; a placeholder (pending, approved, rejected, denied, aborted) is none. */
function toolResult(source: string, start: number, { segment, tools }: { segment: ToolResult; tools: ToolPairing }): Part | undefined {
  const { id, status, fence } = segment;
  if (status !== undefined && status !== "error") return undefined;
  const text = fenceContent(source, start, fence);
  const name = tools.nameOf(segment);
  return {
    kind: "tool_result",
    tool_use_id: id,
    ...(name !== undefined && { name }),
    is_error: status === "error",
    parts: text === "" ? [] : [{ kind: "text", text }],
  };
}
