import type { EngineName } from "../base/engine-name.js";
import type { Steps } from "../base/steps.js";
import type { ChatDocument } from "../syntax/ast.js";
import { parseFrontmatter, parseInSteps } from "../syntax/parse-document.js";
import { engineChoice, isBrokenCode } from "./engine-choice.js";

/** What is said of the template language outside of a document. */
export interface EngineOutside {
  /** That of documents which choose none. */
  readonly below: EngineName;
  /** That of all documents, whatever they choose. */
  readonly above?: EngineName;
  /** That which the document chose while its frontmatter could be read last. */
  readonly lastGood?: EngineName;
}

/** Where nothing is said. */
export const luaOutside: EngineOutside = { below: "lua" };

/** Says whether two say the same. */
export function saysSame(a: EngineOutside, b: EngineOutside): boolean {
  return a.below === b.below && a.above === b.above && a.lastGood === b.lastGood;
}

/**
 * The language of a document: its text says it without being run, unless somebody above it does (spec/flemma-templates.md §6).
 * While its frontmatter is broken, the language stays what it was, as all options do.
 */
export function documentEngine(text: Pick<ChatDocument, "frontmatter" | "source">, outside: EngineOutside): EngineName {
  const { below, above, lastGood = below } = outside;
  const chosen = above ?? engineChoice(text).engine;
  if (chosen !== undefined || lastGood === below) return chosen ?? below;
  const { frontmatter, source } = text;
  const isBroken =
    frontmatter !== undefined && isBrokenCode(frontmatter.language, source.slice(frontmatter.body.start, frontmatter.body.end));
  return isBroken ? lastGood : below;
}

/** Parses a `.chat` text in its own language, in steps; see `parseInSteps` of the document parser. */
export function parseChatInSteps(source: string, outside: EngineOutside, previous?: ChatDocument): Steps<ChatDocument> {
  const frontmatter = parseFrontmatter(source);
  const engine = documentEngine({ source, ...(frontmatter && { frontmatter }) }, outside);
  return parseInSteps(source, previous, engine);
}
