import type { OptionInfo } from "../../../shared/settings.js";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { describeNode, expectation } from "./check-value.js";
import type { ConfigNode } from "./config-node.js";
import { editsOf, type ListItem, type ParsedItem, parseItem } from "./list-items.js";
import type { ListEdit } from "./operations.js";
import { composedFix, prefixedFix } from "./value-fixes.js";
import { type Collector, checkSetter, mismatch, type Place, type WriteRules } from "./write-faults.js";
import { inner, nameSpan, placeOf, replaceFix } from "./written-places.js";

/** What a list that is written does; undefined, with its faults told, when it is refused. */
export function listEdits(to: Collector, place: Place, { of, node }: { of: string; node: ConfigNode }): ListEdit[] | undefined {
  const before = to.problems.length;
  const items: (ParsedItem & { readonly span: Span })[] = [];
  for (const { text, span } of listItems(to, place, node)) {
    const item = parseItem(text);
    if (item === undefined) to.problems.push(composed({ text, span }, to));
    else items.push({ ...item, span: nameSpan(to.source, span, { text, at: item.at }) });
  }
  for (const item of items) checkItem(to, of, item);
  return to.problems.slice(before).some(({ severity }) => severity === "error") ? undefined : editsOf(items);
}

/** Appends to a list, prepends or removes: by a call or an operator, whose items have no prefix. */
export function editList(
  to: Collector,
  place: Place,
  { action, node }: { action: "append" | "prepend" | "remove"; node: ConfigNode },
): void {
  const { option, path } = place.node;
  const list = option?.types.find((type) => type.kind === "list");
  if (option === undefined || list === undefined || !checkSetter(to, place, option)) return;
  const before = to.problems.length;
  const edits: ListEdit[] = [];
  for (const { text, span } of listItems(to, place, node)) {
    const item = parseItem(text);
    if (item === undefined || item.at > 0) to.problems.push(prefixedItem({ text, span }, to));
    else {
      checkItem(to, list.of, { ...item, span });
      edits.push({ kind: action, item: text, span });
    }
  }
  // Each goes to the very front: the last one first, so that they stand there as they are written.
  if (action === "prepend") edits.reverse();
  if (!to.problems.slice(before).some(({ severity }) => severity === "error")) to.operations.push({ kind: "list", path, edits });
}

/** The strings of a list; a single string is a list of one. Whatever else there is, is a fault. */
function listItems(to: Collector, place: Place, node: ConfigNode): ListItem[] {
  if (node.kind === "scalar" && typeof node.value === "string") return [{ text: node.value, span: inner(to.source, node.span) }];
  const option = place.node.option as OptionInfo;
  if (node.kind !== "table" || node.shape === "object" || (node.members.length > 0 && place.node.section === undefined)) {
    mismatch(to, place, { node, expected: expectation(option, to.vocabulary) });
    return [];
  }
  return node.items.flatMap((item) => {
    if (item.kind === "scalar" && typeof item.value === "string") return [{ text: item.value, span: inner(to.source, item.span) }];
    const text = `An item of '${place.node.path}' must be a string, not ${describeNode(item)}.`;
    to.problems.push(diagnostic("config/type", placeOf(to.source, item), text));
    return [];
  });
}

function composed({ text, span }: ListItem, { vocabulary, source }: WriteRules): Diagnostic {
  const message = `Operators cannot be combined: '${text}' has two. Write one of + ^ ! or $ before a name.`;
  return diagnostic("config/composed-operator", span, message, composedFix({ text, span }, vocabulary, source));
}

function prefixedItem({ text, span }: ListItem, { vocabulary, source }: WriteRules): Diagnostic {
  const message = `'${text}' has an operator of its own, but the call already says what to do. Give the plain name.`;
  return diagnostic("config/composed-operator", span, message, prefixedFix({ text, span }, vocabulary, source));
}

/** Tools must exist; what is approved should. Presets are looked at when everything is known. */
function checkItem(to: Collector, of: string, { prefix, name, span }: Pick<ParsedItem, "prefix" | "name"> & { readonly span: Span }): void {
  const { tools } = to.vocabulary;
  if (prefix === "preset" || (of !== "tool" && of !== "approval") || tools.includes(name)) return;
  // What no tool could be called, such as $HOME, is left alone; tools of other servers (server:tool) are not known here.
  if (of === "approval" && !/^[A-Za-z_][\w-]*$/.test(name)) return;
  const suggestions = suggest(name, tools);
  const text = `flemma.opt: unknown value '${name}'.${didYouMean(suggestions)}`;
  const code = of === "tool" ? "config/unknown-tool" : "config/unknown-approval";
  to.problems.push(diagnostic(code, span, text, { suggestions, ...replaceFix(to.source, { span, text: name, with: suggestions }) }));
}
