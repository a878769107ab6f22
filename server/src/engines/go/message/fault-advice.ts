import type { Rewrite } from "../../../base/diagnostic.js";
import { certain, possible, replaced } from "../../../base/rewrites.js";
import { isClearlyNearest, suggest } from "../../../base/suggest.js";
import { functionSignatures } from "../functions/signatures.js";
import type { Fault, Tree } from "../syntax/ast.js";
import { actionFault, type FaultAdvice, type Habit, insideText } from "./advice/action-fault.js";
import { definitionInBlock, missingEnd, strayEnd, unquotedName } from "./advice/blocks.js";
import { assignment, commas, foreignComment, looseComment, quotes, trimBlank, unclosedAction } from "./advice/marks.js";
import { call, member, negation, operator } from "./advice/operators.js";
import { bareName, declaration, elseCondition, elseIf, foreignEnd, foreignLoop, handlebars, headerWord } from "./advice/words.js";

/** The first that recognises a fault speaks; the more special ones come first. */
const habits: readonly Habit[] = [
  looseComment,
  foreignComment,
  trimBlank,
  elseIf,
  elseCondition,
  foreignEnd,
  handlebars,
  foreignLoop,
  headerWord,
  strayEnd,
  definitionInBlock,
  unquotedName,
  quotes,
  commas,
  operator,
  negation,
  member,
  call,
  assignment,
  declaration,
  bareName,
  unclosedAction,
];

/** What a fault of the template of a message most likely comes from; empty where nothing is recognised. Offsets are those of the tree's text. */
export function adviseFault(fault: Fault, { text, faults }: Pick<Tree, "text" | "faults">): FaultAdvice {
  if (fault.isLimit) return {};
  const { opener } = fault;
  if (opener !== undefined) {
    const { says = "", data } = missingEnd(text, opener);
    // Another fault tells where the end was meant to be.
    const isMeant = faults.some((other) => other.span.start > opener.start && meansEnd(other, text));
    return isMeant || data === undefined ? { says } : { says, data };
  }
  const at = actionFault(fault, text);
  for (const habit of habits) {
    const found = habit(at);
    if (found !== undefined) return found;
  }
  return misspelledName(fault, text);
}

function meansEnd(fault: Fault, text: string): boolean {
  if (fault.opener !== undefined) return false;
  const at = actionFault(fault, text);
  return /^-?end\b/.test(insideText(at)) || [foreignEnd, definitionInBlock].some((habit) => habit(at) !== undefined);
}

/** A function or a variable that does not exist. */
function misspelledName({ message, span, candidates }: Fault, text: string): FaultAdvice {
  const name = text.slice(span.start, span.end);
  if (candidates !== undefined) {
    const suggestions = suggest(
      name,
      candidates.filter((one) => one !== "$"),
    );
    if (suggestions.length > 0) return { suggestions, data: { kind: "replace", span, with: suggestions } };
    return { says: "A variable lives to the end of its block, in one message." };
  }
  if (!/^function ".*" not defined$/.test(message)) return {};
  const suggestions = suggest(name, functionSignatures.keys());
  const isSafe = isClearlyNearest(name, suggestions);
  const choices = suggestions.map((near, index): Rewrite => {
    const edit = replaced(span, near);
    return (isSafe && index === 0 ? certain : possible)(`Change '${name}' to '${near}'`, edit);
  });
  // Where the dot may be something else, the scope has a name.
  const isDotElsewhere = /\{\{(?:-\s)?\s*(?:with|range|define|block)\b/.test(text.slice(0, span.start));
  const field = `${isDotElsewhere ? "$" : ""}.inputs.${name}`;
  const says = suggestions.length === 0 ? `A variable of the frontmatter is ${field}.` : undefined;
  return {
    ...(says !== undefined && { says }),
    ...(suggestions.length > 0 && { suggestions }),
    data: { kind: "rewrite", choices: [...choices, possible(`Read the variable ${field}`, replaced(span, field))] },
  };
}
