import type { FixData, Rewrite } from "../../../base/diagnostic.js";
import { certain, possible, replaced } from "../../../base/rewrites.js";
import type { Span } from "../../../base/span.js";
import { isClearlyNearest, suggest } from "../../../base/suggest.js";
import { functionSignatures } from "../functions/signatures.js";
import type { Fault, Tree } from "../syntax/ast.js";
import { keywords } from "../syntax/tokens.js";
import { type ActionFault, actionFault, type FaultAdvice, type Habit, insideText, rewriting } from "./advice/action-fault.js";
import { definitionInBlock, missingEnd, strayEnd, unquotedName } from "./advice/blocks.js";
import { assignment, commas, foreignComment, looseComment, quotes, trimBlank, unclosedAction } from "./advice/marks.js";
import { call, member, negation, operator } from "./advice/operators.js";
import {
  bareName,
  declaration,
  elseCondition,
  elseIf,
  foreignEnd,
  foreignLoop,
  handlebars,
  headerWord,
  missingName,
} from "./advice/words.js";

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
  missingName,
  unclosedAction,
];

/**
 * What a fault of the template of a message most likely comes from; empty where nothing is recognised. `variables` are the names of
 * the frontmatter. Offsets are those of the tree's text.
 */
export function adviseFault(fault: Fault, { text, faults }: Pick<Tree, "text" | "faults">, variables: readonly string[] = []): FaultAdvice {
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
  return misspelledName(at, variables);
}

function meansEnd(fault: Fault, text: string): boolean {
  if (fault.opener !== undefined) return false;
  const at = actionFault(fault, text);
  const isMisspelled = /^function /.test(fault.message) && suggestedWords(at, insideText(at))[0] === "end";
  return isMisspelled || /^-?end\b/.test(insideText(at)) || [foreignEnd, definitionInBlock].some((habit) => habit(at) !== undefined);
}

/** A function or a variable that does not exist. */
function misspelledName(at: ActionFault, variables: readonly string[]): FaultAdvice {
  const { fault, text } = at;
  const { message, span, candidates } = fault;
  const name = text.slice(span.start, span.end);
  if (candidates !== undefined) {
    const suggestions = suggest(
      name,
      candidates.filter((one) => one !== "$"),
    );
    if (suggestions.length > 0) return { suggestions, data: changing(span, name, suggestions) };
    return { says: "A variable lives to the end of its block, in one message." };
  }
  if (!/^function ".*" not defined$/.test(message)) return {};
  const variable = readVariable(at, variables);
  if (variable !== undefined) return variable;
  const suggestions = suggestedWords(at, name);
  return suggestions.length === 0 ? {} : { suggestions, data: changing(span, name, suggestions) };
}

/** Other names in the place of one; the first may be applied unseen where it is nearer than the others. */
function changing(span: Span, name: string, suggestions: readonly string[]): FixData {
  const isSafe = isClearlyNearest(name, suggestions);
  const choices = suggestions.map((near, index): Rewrite => {
    return (isSafe && index === 0 ? certain : possible)(`Change '${name}' to '${near}'`, replaced(span, near));
  });
  return { kind: "rewrite", choices };
}

/** What may be written alone in an action. */
const aloneWords = ["end", "else", "break", "continue"];

/** The first word of an action may be one of the language; one that is alone hardly is a function. */
function suggestedWords({ fault, inside, tokens }: ActionFault, name: string): string[] {
  const isFirst = fault.span.start === inside.start;
  const alone = isFirst && tokens.length === 1 ? suggest(name, aloneWords) : [];
  return alone.length > 0 ? alone : suggest(name, [...functionSignatures.keys(), ...(isFirst ? keywords : [])]);
}

/** A name of the frontmatter that stands where a value is wanted. */
function readVariable({ fault: { span }, text, tokens }: ActionFault, variables: readonly string[]): FaultAdvice | undefined {
  const name = text.slice(span.start, span.end);
  const index = tokens.findIndex(({ start }) => start === span.start);
  const next = tokens.slice(index + 1).find(({ kind }) => kind !== "field");
  const isValue = (next === undefined || next.kind === "pipe" || next.kind === "shut") && tokens[index - 1]?.kind !== "pipe";
  if (!variables.includes(name) || !isValue) return undefined;
  // Where the dot may be something else, the scope has a name.
  const isDotElsewhere = /\{\{(?:-\s)?\s*(?:with|range|define|block)\b/.test(text.slice(0, span.start));
  const field = `${isDotElsewhere ? "$" : ""}.inputs.${name}`;
  const says = `A variable of the frontmatter is read as ${field}.`;
  return rewriting(says, certain(`Change '${name}' to '${field}'`, replaced(span, field)));
}
