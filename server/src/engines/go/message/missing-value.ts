import { type Diagnostic, diagnostic } from "../../../base/diagnostic.js";
import { span } from "../../../base/span.js";
import { didYouMean, suggest } from "../../../base/suggest.js";
import type { Run } from "../execute/run.js";
import type { ActionNode, FieldNode, VariableNode } from "../syntax/ast.js";
import { type GoMap, type GoValue, kindOf } from "../values/go-value.js";
import { mapGet, mapKeys } from "../values/maps.js";

interface Missed {
  readonly dot: GoValue;
  isBrief(): boolean;
}

/**
 * What is wrong with an action that printed `<no value>`: its path names a key that is not there. Undefined for all other
 * actions. Spans are those of the text that runs. `isBrief` is asked then, and says whether advice is left out.
 */
export function missingValue(run: Run, { pipe }: ActionNode, { dot, isBrief }: Missed): Diagnostic | undefined {
  const [command, another] = pipe.commands;
  const [operand, argument] = command?.operands ?? [];
  if (another !== undefined || argument !== undefined || (operand?.kind !== "field" && operand?.kind !== "variable")) return undefined;
  const names = operand.kind === "field" ? operand.names : operand.fields;
  const start = operand.kind === "field" ? dot : variable(run, operand);
  const missed = firstMissing(start, names);
  if (missed === undefined) return undefined;
  const { index, among } = missed;
  const name = names[index] as string;
  const at = nameSpan(operand, names, index);
  const suggestions = isBrief() ? [] : suggest(name, mapKeys(among));
  const where = index === 0 ? "Nothing is called" : `'${names[index - 1]}' has no`;
  return diagnostic("expression/no-value", at, `${where} '${name}', so <no value> is printed.${didYouMean(suggestions)}`, {
    ...(suggestions.length > 0 && { suggestions }),
    ...(suggestions.length > 0 && { data: { kind: "replace", span: at, with: suggestions } }),
  });
}

function variable({ names, values, top, base }: Run, { name }: VariableNode): GoValue {
  for (let index = top - 1; index >= base; index--) if (names[index] === name) return values[index];
  return undefined;
}

/** The first key of a path that is not there, and the map that lacks it. */
function firstMissing(from: GoValue, names: readonly string[]): { index: number; among: GoMap } | undefined {
  let value = from;
  for (const [index, name] of names.entries()) {
    if (kindOf(value) !== "map") return undefined;
    const found = mapGet(value as GoMap, name);
    if (found === undefined) return { index, among: value as GoMap };
    value = found;
  }
  return undefined;
}

/** Where a name of a path stands, its dot excluded: paths have no blanks in them. */
function nameSpan({ span: whole }: FieldNode | VariableNode, names: readonly string[], index: number) {
  const behind = names.slice(index + 1).reduce((length, name) => length + 1 + name.length, 0);
  const end = whole.end - behind;
  return span(end - (names[index] as string).length, end);
}
