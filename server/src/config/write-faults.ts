import type { OptionInfo, SettableBy } from "../../../shared/settings.js";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { describeNode } from "./check-value.js";
import type { ConfigMember, ConfigNode } from "./config-node.js";
import type { Operation } from "./operations.js";
import { maySet, type SchemaNode, type Vocabulary } from "./schema.js";
import { meantValueFix } from "./value-fixes.js";
import { inner, placeOf, replaceFix } from "./written-places.js";

/** What writes are checked against. */
export interface WriteRules {
  readonly vocabulary: Vocabulary;
  /** Who writes. */
  readonly by: SettableBy;
  /** The text that spans are offsets of. */
  readonly source: string;
}

/** The rules of a write, and what it comes to so far. */
export interface Collector extends WriteRules {
  readonly operations: Operation[];
  readonly problems: Diagnostic[];
}

/** A place in the schema, and the key that led there. */
export interface Place {
  readonly node: SchemaNode;
  readonly names: readonly string[];
  readonly key: Span;
}

/** Says who is to set an option instead. */
export function notSettable(to: Collector, { path, key, by }: { path: string; key: Span; by: SettableBy }): void {
  const who = { document: "", project: "settings or the project file", user: "your own settings", editor: "the settings of the editor" }[
    by
  ];
  to.problems.push(diagnostic("config/not-settable", key, `'${path}' cannot be set here. Set it in ${who}.`));
}

/** Says whether whoever writes may set an option, and tells it where they may not. */
export function checkSetter(to: Collector, { node, key }: Place, option: OptionInfo): boolean {
  if (maySet(option, to.by)) return true;
  notSettable(to, { path: node.path, key, by: option.by });
  return false;
}

/** Says that there is no provider of that name. */
export function unknownProvider(to: Collector, name: string, span: Span): void {
  const { providers } = to.vocabulary;
  const suggestions = suggest(name, providers);
  const text = `Unknown provider '${name}'.${didYouMean(suggestions) || ` Known are ${providers.join(", ")}.`}`;
  const fix = replaceFix(to.source, { span, text: name, with: suggestions });
  to.problems.push(diagnostic("config/unknown-provider", inner(to.source, span), text, { suggestions, ...fix }));
}

/** Tells of members whose name comes again: the last of them counts. JSON allows that, and nobody means it. */
export function* duplicateKeys(members: readonly ConfigMember[], source: string): Iterable<Diagnostic> {
  const last = new Map(members.map((member) => [member.name, member]));
  for (const member of members) {
    const counts = last.get(member.name);
    if (counts === undefined || counts === member) continue;
    const text = `'${member.name}' is written again below, and only the last one counts. Remove one of them.`;
    const related = [{ span: inner(source, counts.keySpan), message: "This one counts." }];
    yield diagnostic("config/duplicate-key", inner(source, member.keySpan), text, { related });
  }
}

interface Mismatch {
  readonly node: ConfigNode;
  readonly expected: string;
  /** The option whose values a misspelled string may have meant. */
  readonly option?: OptionInfo;
}

/** Says what a value must be, and what it is. */
export function mismatch(to: Collector, place: Place, { node, expected, option }: Mismatch): void {
  const name = place.node.path === "" ? "The options" : `'${place.node.path}'`;
  const isText = node.kind === "scalar" && typeof node.value === "string";
  const meant = option === undefined ? {} : meantValueFix(node, option, to);
  const suggestions = isText && option !== undefined && meant.data === undefined ? suggest(node.value as string, wordsOf(option)) : [];
  const fix =
    isText && meant.data === undefined ? replaceFix(to.source, { span: node.span, text: node.value as string, with: suggestions }) : meant;
  const text = `${name} must be ${expected}, not ${describeNode(node)}.${didYouMean(suggestions)}`;
  to.problems.push(diagnostic("config/type", placeOf(to.source, node), text, { ...(suggestions.length > 0 && { suggestions }), ...fix }));
}

function wordsOf({ types }: OptionInfo): string[] {
  return types.flatMap((type) => (type.kind === "enum" ? type.values : []));
}
