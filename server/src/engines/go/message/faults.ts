import type { DiagnosticCode } from "../../../base/codes.js";
import { type Diagnostic, diagnostic, type MissingFile } from "../../../base/diagnostic.js";
import { type Span, shift, span } from "../../../base/span.js";
import { didYouMean, suggest } from "../../../base/suggest.js";
import { shiftProblem } from "../../../syntax/problems.js";
import { limitText } from "../../limit-text.js";
import type { EmbedReason, Failure } from "../execute/failure.js";
import type { Fault, Tree } from "../syntax/ast.js";
import type { Place } from "../syntax/node-text.js";
import { adviseFault } from "./fault-advice.js";
import { faultSpan } from "./fault-span.js";
import { messageName } from "./message-tree.js";

/** Where the texts of a rendering stand. */
export interface FaultPlaces {
  /** The document offset of the message that a tree was read from; undefined for texts that are embedded, whose name is their path. */
  offsetOf(tree: Tree): number | undefined;
  /** What the message that is rendered calls now, in offsets of the document: faults elsewhere come from there. */
  readonly call: Span;
  /** The names of the templates there are. */
  templates(): readonly string[];
  /** What may be meant by a reference to a text that there is not, in a text. */
  texts(ref: string, tree: Tree): EmbedAdvice;
}

/** What may be meant by a reference to a text. */
export interface EmbedAdvice {
  readonly suggestions: readonly string[];
  readonly missing?: MissingFile;
}

/** Go names where an action began, with a line of the text: here, the place itself tells. */
const startedElsewhere = /(?: in action)? started at \S+:\d+$/;

/** Where the text of a mistake stands in the document, and the names of the variables of the frontmatter. */
export interface FaultyText {
  readonly offset: number;
  readonly variables: readonly string[];
  /** Says whether a fault is told without advice: of very many, those that are not shown. */
  isBrief(): boolean;
}

/** The diagnostic of a mistake in a text. */
export function faultDiagnostic(fault: Fault, tree: Tree, { offset, variables, isBrief }: FaultyText): Diagnostic {
  const { at, text } = faultPlace(fault, tree);
  const { says, suggestions = [], data } = isBrief() ? {} : adviseFault(fault, tree, variables);
  const message = `${text}${says === undefined ? "" : ` ${says}`}${didYouMean(suggestions)}`;
  const made = diagnostic(fault.isLimit ? "limit/depth" : "template/syntax", at, message, {
    ...(suggestions.length > 0 && { suggestions }),
    ...(data && { data }),
  });
  return shiftProblem(made, offset);
}

/** The diagnostic of what ended a rendering. */
export function failureDiagnostic(failure: Failure, places: FaultPlaces): Diagnostic {
  const { kind, message, reason, place } = failure;
  const { tree, node, fault } = place;
  const own = places.offsetOf(tree);
  const code = codeOf(kind, reason, message);
  const found = fault === undefined ? { at: placeSpan(node), text: failureText(code, message) } : faultPlace(fault, tree);
  const { says = "", suggestions = [], target, missing } = adviceFor(failure, places);
  const at = shift(found.at, own ?? 0);
  const isElsewhere = own === undefined || at.start < places.call.start || at.end > places.call.end;
  const isFixed = target !== undefined && suggestions.length > 0;
  const made = diagnostic(code, at, found.text + (says === "" ? "" : ` ${says}`) + didYouMean(suggestions), {
    ...(isElsewhere && { related: [{ span: places.call, message: "This led there." }] }),
    ...(suggestions.length > 0 && { suggestions }),
    ...(isFixed && { data: { kind: "replace", span: shift(target, own ?? 0), with: suggestions } }),
    ...(missing && { missing }),
  });
  return own === undefined ? { ...made, file: tree.name } : made;
}

function failureText(code: DiagnosticCode, message: string): string {
  if (code === "limit/memory" || code === "limit/depth") return limitText({ limit: code === "limit/depth" ? "depth" : "memory", message });
  return sentence(message);
}

interface Advice extends Partial<EmbedAdvice> {
  readonly says?: string;
  /** What a suggestion takes the place of. */
  readonly target?: Span;
}

/** What may be meant by a mistake in a text that is embedded, by the name of a template, or by a reference to a text, that means nothing. */
function adviceFor({ message, reason, place: { node, tree, fault } }: Failure, places: FaultPlaces): Advice {
  if (fault !== undefined) {
    const { says, suggestions = [] } = adviseFault(fault, tree);
    return { ...(says !== undefined && { says }), suggestions, target: fault.span };
  }
  if (node?.kind === "template" && message.endsWith(" not defined")) {
    // A text that is embedded has templates of its own.
    const all = places.offsetOf(tree) === undefined ? [...tree.templates.keys()] : places.templates();
    const names = all.filter((name) => name !== messageName && name !== tree.name);
    return { suggestions: suggest(node.name, names), target: within(node.nameSpan) };
  }
  const ref = node?.kind === "command" && reason === "missing" ? node.operands[1] : undefined;
  return ref?.kind === "string" ? { ...places.texts(ref.value, tree), target: within(ref.span) } : {};
}

/** What stands between quotes. */
function within({ start, end }: Span): Span {
  return span(start + 1, end - 1);
}

function faultPlace(fault: Fault, { text }: Tree): { at: Span; text: string } {
  return { at: faultSpan(fault, text), text: sentence(fault.message.replace(startedElsewhere, "")) };
}

/** From where Go says a rendering is to the end of what it is in. */
export function placeSpan(node: Place | undefined): Span {
  if (node === undefined) return span(0, 0);
  if (node.kind === "template") return node.nameSpan;
  if (node.kind === "action") return span(node.at, node.pipe.span.end);
  if (node.kind !== "command") return span(Math.min(node.at, node.span.end), node.span.end);
  return span(node.at, Math.max(node.at, node.operands.at(-1)?.span.end ?? 0));
}

const embedCodes: { readonly [reason in EmbedReason]: DiagnosticCode } = {
  missing: "include/missing",
  cycle: "include/circular",
  depth: "include/too-deep",
};

function codeOf(kind: Failure["kind"], reason: EmbedReason | undefined, message: string): DiagnosticCode {
  if (reason !== undefined) return embedCodes[reason];
  if (kind === "Parse") return "template/syntax";
  if (kind !== "Limit") return "template/runtime";
  return /deep|depth/.test(message) ? "limit/depth" : "limit/memory";
}

function sentence(text: string): string {
  const first = text.charAt(0);
  const line = (/^[a-z][a-z']* /.test(text) ? first.toUpperCase() : first) + text.slice(1);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
