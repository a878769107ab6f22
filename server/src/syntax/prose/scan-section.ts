import { type Diagnostic, diagnostic, type FixData } from "../../base/diagnostic.js";
import { type Span, span } from "../../base/span.js";
import type { Steps } from "../../base/steps.js";
import type { LuaBlock, Placeholder, Text } from "../ast.js";
import { readLine } from "../lines.js";
import { closeFence } from "../unclosed.js";
import { scanProse } from "./scan-prose.js";
import { type NearMiss, type SectionBlock, sectionLayoutInSteps } from "./section-layout.js";
import { trimmed } from "./white-space.js";

/** The pieces of a stretch of prose, which tile it, and what is wrong with its fences. */
interface SectionScan {
  readonly pieces: readonly (Text | Placeholder | LuaBlock)[];
  readonly problems: readonly Diagnostic[];
}

/** About so many pieces are found in one step. */
const piecesInStep = 1000;

/**
 * Divides a stretch of prose into literal text, placeholders and Lua blocks (spec/prose-substitution.md §1, §3). What
 * placeholders there are is told by the prose of each block alone: nothing is found in what is dropped.
 */
export function* scanSection(text: string, within: Span): Steps<SectionScan> {
  const { blocks, trailing, nearMisses } = yield* sectionLayoutInSteps(text, within);
  const pieces: (Text | Placeholder | LuaBlock)[] = [];
  let at = within.start;
  for (const block of blocks) {
    yield* addProse(block.prose);
    addText(block.fence.start);
    pieces.push({ kind: "lua-block", span: block.fence, code: block.code });
    at = block.fence.end;
    if (pieces.length % piecesInStep < 2) yield;
  }
  yield* addProse(trimmed(text, trailing));
  addText(within.end);
  const unclosed = blocks.filter(({ isClosed }) => !isClosed).map((block) => unclosedBlock(text, block, within.end));
  const nearCloses = blocks.flatMap(({ isClosed, nearClose }) => (isClosed && nearClose ? [nearlyClosed(nearClose)] : []));
  return { pieces, problems: [...nearMisses.map(nearMiss), ...nearCloses, ...unclosed] };

  function* addProse(prose: Span): Steps<void> {
    for (const piece of scanProse(text, prose)) {
      if (piece.kind !== "placeholder") continue;
      addText(piece.span.start);
      pieces.push({ kind: "placeholder", span: piece.span, path: piece.body });
      at = piece.span.end;
      if (pieces.length % piecesInStep < 2) yield;
    }
  }

  function addText(end: number): void {
    if (end > at) pieces.push({ kind: "text", span: span(at, end) });
    at = Math.max(at, end);
  }
}

function unclosedBlock(text: string, { fence, nearClose }: SectionBlock, end: number): Diagnostic {
  const opener = readLine(text, fence.start);
  const at = span(opener.start, opener.end);
  const message = 'This Lua block is never closed. Close it with a line that is exactly "```".';
  const data = nearClose === undefined ? closeFence(text, opener, end, "Close the Lua block") : closeAt(nearClose, "likely");
  return diagnostic("prose/unclosed-fence", at, message, { data });
}

function nearlyClosed(at: Span): Diagnostic {
  const message =
    'This line does not close the Lua block, though it closes a fence of Markdown. Close it with a line that is exactly "```".';
  return diagnostic("prose/near-fence", at, message, { data: closeAt(at, "possible") });
}

/** The fix that makes a line of nearly the right form close a block. */
function closeAt(line: Span, chance: "likely" | "possible"): FixData {
  const choice = { title: "Close the Lua block here", edits: [{ span: line, newText: "```" }], certain: chance === "likely" };
  return { kind: "rewrite", choices: [choice] };
}

const reasons: Readonly<Record<NearMiss["reason"], string>> = {
  case: "the word must be written in small letters",
  indented: "it must start in the first column",
  tildes: "it must be made of backticks",
  words: "nothing may stand beside the word",
  space: "no blank may stand around the word",
};

function nearMiss({ span: at, close, reason }: NearMiss): Diagnostic {
  const message = `This is no Lua block, but text: ${reasons[reason]}. Open it with exactly "\`\`\`lua", or show code with "\`\`\`\`lua".`;
  const edits = [{ span: at, newText: "```lua" }, ...(close ? [{ span: close, newText: "```" }] : [])];
  const choices = [{ title: "Make it a Lua block", edits, certain: false }];
  return diagnostic("prose/near-fence", at, message, { data: { kind: "rewrite", choices } });
}
