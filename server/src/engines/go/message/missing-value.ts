import { type Diagnostic, diagnostic, sketch } from "../../../base/diagnostic.js";
import { type Span, shift, span } from "../../../base/span.js";
import { didYouMean, suggest } from "../../../base/suggest.js";
import type { Crowd } from "../../crowd.js";
import type { Given, Run } from "../execute/run.js";
import type { ActionNode, FieldNode, VariableNode } from "../syntax/ast.js";
import { type GoMap, type GoValue, kindOf } from "../values/go-value.js";
import { mapGet, mapKeys } from "../values/maps.js";

/** What printed `<no value>` in one message. */
export interface MissingValues {
  /** Is told of an action that printed something, and of the dot it ran with. */
  printed(run: Run, node: ActionNode, given: Given): void;
  /** A diagnostic of each action, however often it printed; without those that the crowd counts. */
  list(): readonly Diagnostic[];
}

interface Surroundings {
  /** Offset of the message in the document. */
  readonly start: number;
  /** Is asked before each diagnostic, and says whether advice is left out. */
  isBrief(): boolean;
  readonly crowd: Crowd | undefined;
}

/** Collects what is wrong with actions that print `<no value>`: their path names a key that is not there. */
export function createMissingValues({ start, isBrief, crowd }: Surroundings): MissingValues {
  const told = new Set<ActionNode>();
  const found: Diagnostic[] = [];
  return {
    printed(run, node, { value, dot }) {
      if (value !== undefined || told.has(node)) return;
      const missed = missedKey(run, node, dot);
      if (missed === undefined) return;
      told.add(node);
      const at = shift(nameSpan(missed), start);
      const brief = isBrief();
      if (!crowd?.passes(sketch("expression/no-value", at))) found.push(noValue(missed, at, brief));
    },
    list: () => found,
  };
}

/** A path, and the first of its names that is not there. */
interface MissedKey {
  readonly operand: FieldNode | VariableNode;
  readonly names: readonly string[];
  readonly index: number;
  /** What lacks it. */
  readonly among: GoMap;
}

function missedKey(run: Run, { pipe }: ActionNode, dot: GoValue): MissedKey | undefined {
  const [command, another] = pipe.commands;
  const [operand, argument] = command?.operands ?? [];
  if (another !== undefined || argument !== undefined || (operand?.kind !== "field" && operand?.kind !== "variable")) return undefined;
  const names = operand.kind === "field" ? operand.names : operand.fields;
  const from = operand.kind === "field" ? dot : variable(run, operand);
  const missed = firstMissing(from, names);
  return missed && { operand, names, ...missed };
}

function noValue({ names, index, among }: MissedKey, at: Span, isBrief: boolean): Diagnostic {
  const name = names[index] as string;
  const suggestions = isBrief ? [] : suggest(name, mapKeys(among));
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
function nameSpan({ operand, names, index }: MissedKey): Span {
  const behind = names.slice(index + 1).reduce((length, name) => length + 1 + name.length, 0);
  const end = operand.span.end - behind;
  return span(end - (names[index] as string).length, end);
}
