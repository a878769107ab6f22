import { type Diagnostic, diagnostic, mostShown, placeInDocument, sumOf, type Tally, tallyOn } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import type { ChatDocument } from "../syntax/ast.js";
import { documentProblems } from "../syntax/document-problems.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import { changedFiles } from "./rules/changed-files.js";
import { otherEngine } from "./rules/other-engine.js";
import { isOtherFormat, otherFormatHint } from "./rules/other-format.js";
import { cutOff } from "./rules/outcome.js";
import { volatileValues } from "./rules/volatile-values.js";

/** What is shown of everything that is wrong with an evaluated document (see `shown`), in the order of the text, each fault once. */
export function diagnostics(evaluated: Evaluated): Diagnostic[] {
  return shown(allFaults(evaluated), unlisted(evaluated));
}

/** Counts everything that is wrong, also what is not shown. */
export function tallyOf(evaluated: Evaluated): Tally {
  const { unlisted: rest } = evaluated.result ?? {};
  return sumOf([tallyOn(allFaults(evaluated)), ...(rest ? [rest] : [])]);
}

function unlisted({ result }: Evaluated): number {
  const { errors = 0, warnings = 0, notes = 0 } = result?.unlisted ?? {};
  return errors + warnings + notes;
}

function allFaults(evaluated: Evaluated): Diagnostic[] {
  const { snapshot, result } = evaluated;
  if (isOtherFormat(snapshot)) return [...otherFormatHint(evaluated)];
  const own = result?.includesSyntax ? [] : documentProblems(snapshot.document);
  const found = [...own, ...(result?.problems ?? [])];
  const language = result === undefined || snapshot.isLong ? [] : otherEngine(snapshot.document, found);
  return inOrder([...found, ...cutOff(evaluated), ...changedFiles(evaluated), ...volatileValues(evaluated), ...language]);
}

/** What is shown before anything was evaluated. */
export function syntaxDiagnostics(document: ChatDocument): Diagnostic[] {
  return shown(inOrder(documentProblems(document)));
}

/** What is shown while the evaluation of `snapshot` takes long: its syntax, unless it is long, and what is `known` of an older text, moved to where it is now. */
export function interimDiagnostics(snapshot: Snapshot, known: readonly Diagnostic[]): Diagnostic[] {
  // Whether anything is said of it hangs on options, which its evaluation tells.
  if (isOtherFormat(snapshot)) return [];
  const hints = snapshot.isTooLarge ? cutOff({ snapshot, outcome: "syntax-only" }) : [];
  const own = snapshot.isLong ? [] : documentProblems(snapshot.document);
  return shown(inOrder([...own, ...known, ...hints]));
}

/**
 * Of more than a thousand diagnostics in the order of the text the first thousand, what blocks a send before all
 * else, and where the first is left out, one more that says how many there are; there are `unlisted` besides `all`.
 */
export function shown(all: readonly Diagnostic[], unlisted = 0): Diagnostic[] {
  const left = all.length - mostShown + unlisted;
  if (all.length <= mostShown) return [...all];
  const kept = new Set([...all.filter(({ blocks }) => blocks), ...all.filter(({ blocks }) => !blocks)].slice(0, mostShown));
  const first = all.findIndex((entry) => !kept.has(entry));
  const behind = all.slice(first).filter((entry) => kept.has(entry));
  return [...all.slice(0, first), moreProblems(left, all[first] as Diagnostic), ...behind];
}

function moreProblems(count: number, first: Diagnostic): Diagnostic {
  const what = count === 1 ? "1 more problem is" : `${count.toLocaleString("en-US")} more problems are`;
  return diagnostic(
    "document/more-problems",
    placeInDocument(first),
    `From here on ${what} not shown. Mend those that are, and the next ones show.`,
  );
}

/** Those of included files stand where the document leads to them. Of several with the same code at the same place the last counts. */
function inOrder(all: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...all].sort(compare);
  return sorted.filter((entry, index) => compare(entry, sorted[index + 1]) !== 0);
}

function compare(a: Diagnostic, b: Diagnostic | undefined): number {
  if (b === undefined) return -1;
  return compareSpans(placeInDocument(a), placeInDocument(b)) || compareNested(a, b) || compareTexts(a.code, b.code);
}

function compareNested(a: Diagnostic, b: Diagnostic): number {
  if (a.file === undefined && b.file === undefined) return 0;
  return compareTexts(a.file ?? "", b.file ?? "") || compareSpans(a.span, b.span);
}

function compareSpans(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
