import type { Span } from "../../../base/span.js";
import type { UnknownName } from "../../../lua/errors.js";
import type { Advice, LuaPlace } from "./fault.js";
import { foreignCall } from "./foreign-calls.js";
import { prefixedString } from "./literals.js";
import { codePointName, hasSign, plainParts } from "./look-alikes.js";
import { loopOverCall } from "./loop-advice.js";
import { findSigns, signAdvice } from "./typography.js";

/** Where a name was read: the span of its tag with the delimiters, or of the whole code. */
interface NamePlace {
  readonly kind: LuaPlace["kind"];
  readonly whole: Span;
}

/**
 * What to write for a name that nothing defines: one with characters that only look like signs, or one that is a function
 * elsewhere. `fitting` are the known names that it may be a slip of. Undefined for any other name.
 */
export function unknownName(unknown: UnknownName, fitting: readonly string[], place: NamePlace): Advice | undefined {
  const { name, site } = unknown;
  const { source } = site.chunk;
  if (hasSign(name)) return signsInName(unknown, place);
  const hidden = hiddenDefinition(unknown);
  if (hidden !== undefined) return hidden;
  return fitting.some((known) => unknown.isOwn(known))
    ? undefined
    : (prefixedString(source, site.span) ?? loopOverCall(source, site.span) ?? foreignCall(source, site.span));
}

function signsInName({ name, site: { chunk, span: at }, candidates }: UnknownName, { kind, whole }: NamePlace): Advice | undefined {
  const all = findSigns(chunk.source, whole, kind);
  const near = all.filter((one) => one.span.start < at.end && at.start < one.span.end);
  if (near.length === 0) return undefined;
  const advice = signAdvice(chunk.source, near, all);
  // Written in plain characters, the name has to be one that is known.
  const [first = ""] = plainParts(name);
  const isText = near.some(({ edits }) => edits.length > 1);
  const isKnown = isText || /^\d*$/.test(first) || [...candidates()].includes(first);
  return isKnown ? advice : { ...advice, choices: [] };
}

/** A variable is set under the same name, but for a character that cannot be seen. */
function hiddenDefinition({ name, candidates }: UnknownName): Advice | undefined {
  const hidden = [...candidates()].find((known) => known !== name && hasSign(known) && plainParts(known).join("") === name);
  if (hidden === undefined) return undefined;
  const points = [...hidden].filter(hasSign).map(codePointName);
  return {
    says: `A variable is set whose name is the same but for ${points.join(", ")}, which may not be seen. Write its name anew there.`,
    choices: [],
  };
}
