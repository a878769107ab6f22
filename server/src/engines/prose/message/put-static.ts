import type { Span } from "../../../base/span.js";
import { scanProse } from "../../../syntax/prose/scan-prose.js";
import { trimmed } from "../../../syntax/prose/white-space.js";
import type { Output } from "../../output.js";
import type { ProseText } from "../language/prose-text.js";
import type { SubstitutedPiece } from "../language/substitute.js";
import type { ProseRead } from "../section/run-section.js";

/** Puts out prose without placeholders, its escapes resolved. Nothing runs, and nothing is charged for but the text. */
export function putStatic(
  source: string,
  span: Span,
  { output, proseAt }: { readonly output: Output; proseAt(span: Span): ProseText },
): ProseRead {
  const prose = trimmed(source, span);
  const { text, inSource } = proseAt(prose);
  const mark = output.mark();
  const pieces: SubstitutedPiece[] = [];
  for (const piece of scanProse(text)) {
    const { start, end } = piece.span;
    const made = { span: inSource(piece.span), text: text.slice(piece.kind === "escape" ? start + 1 : start, end) };
    output.at(made.span);
    output.text(made.text);
    pieces.push(made);
  }
  return { prose, outcome: "read", pieces, mark };
}
