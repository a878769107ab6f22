import type { Rewrite } from "../../base/diagnostic.js";
import { certain, inserted } from "../../base/rewrites.js";
import type { Span } from "../../base/span.js";
import type { TextEdit } from "../../base/text-edit.js";
import type { Token } from "../../lua/lex.js";
import type { LuaProblem } from "../../lua/parse.js";
import { tokensOf } from "./habits/fault.js";

/** In longer code nobody looks for one word, and looking at it takes time. */
const longest = 50_000;
/** A text that lacks more of them is not slightly wrong. */
const mostEnds = 3;

/** A block that is open, and how the line on which it opens is indented. */
interface OpenBlock {
  /** The word that opens it. */
  readonly word: string;
  readonly indentation: string;
  /** Some line in it is indented more: only then a line that is not lies behind it. */
  hasBody: boolean;
}

/**
 * Where the indentation of code shows that a block ends whose `end` is missing: behind the last line that belongs to it.
 * `code` is all that may be looked at, the frontmatter or one tag. Undefined when the indentation shows nothing, or only
 * that `end` is missing behind all of it, and for every other problem.
 */
export function missingEnd(source: string, code: Span, { message, related, span }: LuaProblem): Rewrite | undefined {
  const opener = related?.[0]?.span;
  if (!message.startsWith("'end' expected") || opener === undefined || code.end - code.start > longest) return undefined;
  if (opener.start < code.start || span.end > code.end) return undefined;
  const ends = missingEnds(source, tokensOf(source, code));
  return ends.length === 0 || ends.length > mostEnds ? undefined : certain("Insert 'end' where the indentation shows it", ...ends);
}

function missingEnds(source: string, tokens: readonly Token[]): TextEdit[] {
  const open: OpenBlock[] = [];
  const found: TextEdit[] = [];
  let indentation = "";
  let isHeader = false;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const lineIndentation = before && indentationOf(source, before, token);
    if (before && lineIndentation !== undefined) {
      indentation = lineIndentation;
      const ends: string[] = [];
      while (isBehind(open.at(-1), token, indentation)) {
        // What closes `repeat` is no `end`.
        if (open.at(-1)?.word === "repeat") return [];
        ends.push(`\n${open.pop()?.indentation}end`);
      }
      if (ends.length > 0) found.push(inserted(before.end, ends.join("")));
      for (const block of open) block.hasBody ||= indentation.length > block.indentation.length;
    }
    const { type } = token;
    if (type === "end" || type === "until") open.pop();
    else if (opens(type) && !(type === "do" && isHeader)) open.push({ word: type, indentation, hasBody: false });
    isHeader = type === "for" || type === "while" || (isHeader && type !== "do");
  }
  return found;
}

function opens(type: string): boolean {
  return ["function", "if", "for", "while", "do", "repeat"].includes(type);
}

/** Says whether the first token of a line shows by its indentation that it stands behind a block. */
function isBehind(block: OpenBlock | undefined, { type }: Token, indentation: string): boolean {
  if (!block?.hasBody) return false;
  const isPart = ["end", "until", "else", "elseif", ")", "}"].includes(type);
  return isPart ? indentation.length < block.indentation.length : indentation.length <= block.indentation.length;
}

/** The blanks before a token that is the first of its line; undefined for others. */
function indentationOf(source: string, before: Token, token: Token): string | undefined {
  return /[\r\n]([^\r\n\S]*)$/.exec(source.slice(before.end, token.start))?.[1];
}
