import { cutText } from "../base/cut-text.js";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { FileAnswers } from "../base/file-answers.js";
import { secretName } from "../base/secret-name.js";
import { type Span, shift } from "../base/span.js";
import type { EmittedFile, OutputPiece } from "../engines/engine.js";
import type { FileKind, FileSupport } from "../providers/support.js";

/** What came out of a message, with the files that will be sent; what else was to be a file is the text in its place. */
export interface CheckedPieces {
  readonly pieces: readonly OutputPiece[];
  /** In offsets of the document, one for each place. */
  readonly problems: readonly Diagnostic[];
}

/** The message whose pieces are looked at: its offset in the document and its role. */
export interface PieceOrigin {
  readonly start: number;
  readonly role: string;
}

/** All files of a conversation together may have so many bytes: no provider takes a larger request. */
const mostBytes = 64 * 1024 * 1024;

/** Longer text is cut in messages, in UTF-16 units. */
const longestShown = 200;

const kindNames: { readonly [Kind in FileKind]: string } = { text_file: "text files", image: "images", pdf: "PDFs" };

/**
 * Makes what decides about the files of one evaluation, once its options are known: what the provider takes, what a
 * system prompt can hold, and how much it is in all. A file that a person should think twice about is told of
 * (spec/flemma-templates.md §5).
 */
export function createAttachmentCheck(files: Pick<FileAnswers, "attachments">, support: FileSupport) {
  const counted = new Set<string>();
  let bytes = 0;

  return function check(pieces: readonly OutputPiece[], origin: PieceOrigin): CheckedPieces {
    if (!pieces.some(({ kind }) => kind === "file")) return { pieces, problems: [] };
    const problems = new Map<string, Diagnostic>();
    const tell = (span: Span, found: readonly Diagnostic[]): void => {
      for (const problem of found) problems.set(`${problem.code} ${span.start} ${problem.message}`, problem);
    };
    const checked = pieces.map((piece): OutputPiece => {
      if (piece.kind !== "file") return piece;
      const { span, literal } = piece;
      const at = shift(span, origin.start);
      const refusal = refusalOf(piece, at, origin.role);
      tell(span, refusal === undefined ? cautions(piece.file, at) : [refusal]);
      return refusal === undefined ? piece : { kind: "text", text: literal, span };
    });
    return { pieces: checked, problems: [...problems.values()] };
  };

  function refusalOf(piece: Extract<OutputPiece, { kind: "file" }>, at: Span, role: string): Diagnostic | undefined {
    const { file, literal } = piece;
    const sent = `'${cutText(literal, longestShown)}' is sent as text instead.`;
    const what = `${kindNames[file.kind]} (${file.type})`;
    if (support.takes[file.kind] === undefined) {
      const advice = "Choose another provider, or remove the file.";
      return diagnostic("file/refused-by-provider", at, `${support.name} takes no ${what}: ${sent} ${advice}`);
    }
    if (role === "System" && file.kind !== "text_file")
      return diagnostic("file/not-in-system", at, `A system prompt holds no ${what}: ${sent} Move it into a message of @You.`);
    if (fits(file.path)) return undefined;
    const limit = `Together the files of this document are larger than ${mostBytes / 1024 / 1024} MB`;
    return diagnostic("file/too-large", at, `${limit}: ${sent} Attach fewer or smaller files.`);
  }

  /** Says whether there is room for a file, and takes it: a file that is attached twice is there once. */
  function fits(path: string): boolean {
    if (counted.has(path)) return true;
    const attachment = files.attachments.get(path);
    const size = attachment?.kind === "file" ? attachment.size : 0;
    if (bytes + size > mostBytes) return false;
    bytes += size;
    counted.add(path);
    return true;
  }

  function cautions({ path }: EmittedFile, at: Span): Diagnostic[] {
    const attachment = files.attachments.get(path);
    if (attachment?.kind !== "file") return [];
    const found: Diagnostic[] = [];
    const secret = secretName(path, attachment);
    if (secret !== undefined)
      found.push(
        diagnostic(
          "file/secret-name",
          at,
          `'${secret}' is named like a secret, and goes to ${support.name}. Make sure that it holds none.`,
        ),
      );
    if (attachment.isOutside)
      found.push(
        diagnostic(
          "file/outside-workspace",
          at,
          `'${path}' lies outside of the workspace, and goes to ${support.name}. Make sure that it may.`,
        ),
      );
    return found;
  }
}
