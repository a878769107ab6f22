import type { DiagnosticCode } from "../base/codes.js";
import type { Diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import { type Span, shift, span } from "../base/span.js";
import { applyEdits, mapThroughEdits, type TextEdit, writtenSpans } from "../base/text-edit.js";
import { parseData } from "../config/parse-data.js";
import { functionSignatures } from "../engines/go/functions/signatures.js";
import { faultSpan } from "../engines/go/message/fault-span.js";
import { parseMessageTree } from "../engines/go/message/message-tree.js";
import { messageProgram } from "../engines/lua/program.js";
import { parseChunk } from "../lua/parse.js";
import type { ChatDocument, Message, Segment } from "../syntax/ast.js";
import { messageAt } from "../syntax/message-at.js";
import { parseMessage } from "../syntax/parse-message.js";
import type { Snapshot } from "../workspace/snapshot.js";

/** `no`: the fault stays, or the new text has faults of its own. `hidden`: it is gone, but others come to light, more than before or amid the edits. */
export type Outcome = "no" | "hidden" | "clean";

/** Longer messages are not parsed again to try a fix, in UTF-16 units. */
const longest = 500_000;
/** So much text is parsed for the fixes of one document: hostile ones have a fault in every line. In UTF-16 units. */
const mostParsed = 1_000_000;

/** What was found out about the fixes of a document, so that asking again costs nothing. */
interface Tried {
  left: number;
  readonly outcomes: Map<string, Outcome>;
  /** The problems of a part as it is, by its start. */
  readonly before: Map<number, readonly Found[]>;
}

const triedOf = new WeakMap<ChatDocument, Tried>();

/**
 * Tries edits on the message or the frontmatter that holds a diagnostic or a place that explains it, by its syntax alone.
 * Edits that reach elsewhere do not count as mending.
 */
export function tryEdits({ document }: Snapshot, diagnostic: Diagnostic, edits: readonly TextEdit[]): Outcome {
  const tried = triedOf.get(document) ?? { left: mostParsed, outcomes: new Map(), before: new Map() };
  triedOf.set(document, tried);
  const key = JSON.stringify([diagnostic.code, diagnostic.span.start, edits]);
  const known = tried.outcomes.get(key);
  if (known !== undefined) return known;
  const outcome = tryInTags(document, diagnostic, edits) ?? tryInPart(document, diagnostic, edits, tried);
  tried.outcomes.set(key, outcome);
  return outcome;
}

/**
 * Tags around a fault that are faultless alone once they are edited are so in their message, too. That spares parsing
 * a long message for every fault in it. Undefined when they are not.
 */
function tryInTags(document: ChatDocument, diagnostic: Diagnostic, edits: readonly TextEdit[]): Outcome | undefined {
  if (!/^(expression|template)\/(syntax|runtime|undefined-variable)$/.test(diagnostic.code)) return undefined;
  const placed = messageAt(document.messages, diagnostic.span.start);
  if (placed === undefined) return undefined;
  const { start, message } = placed;
  const points = [diagnostic.span.start, ...edits.flatMap(({ span }) => [span.start, span.end])].map((offset) => offset - start);
  const first = segmentAt(message, Math.min(...points));
  const last = segmentAt(message, Math.max(...points) - 1);
  if (first === undefined || last === undefined || !isTag(first) || !isTag(last)) return undefined;
  // A block that is open around them is reported at the last of them, or of those with code: that one has to stay out of it.
  const isOfCode = diagnostic.code.startsWith("template/") || edits.some(({ newText }) => newText.includes("%"));
  const final = message.segments.findLast((segment) => (isOfCode ? segment.kind === "code" : isTag(segment)));
  if (final === undefined || final.span.start <= last.span.start) return undefined;
  const region = span(start + first.span.start, start + last.span.end);
  if (region.end - region.start > (message.span.end - message.span.start) / 2) return undefined;
  const marker = "@You:\n";
  const own = edits.map((edit) => ({ span: shift(edit.span, marker.length - region.start), newText: edit.newText }));
  const edited = applyEdits(marker + document.source.slice(region.start, region.end), own);
  // Nothing may follow a return, which in these tags alone is not seen.
  if (/\breturn\b/.test(edited)) return undefined;
  const after = parseAs({ role: "You", engine: document.engine }, edited);
  return after?.length === 0 ? "clean" : undefined;
}

function segmentAt({ segments }: Message, offset: number): Segment | undefined {
  let low = 0;
  let high = segments.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((segments[middle] as Segment).span.start <= offset) low = middle;
    else high = middle;
  }
  return segments[low];
}

function isTag({ kind }: Segment): boolean {
  return kind === "expression" || kind === "code";
}

function tryInPart(document: ChatDocument, diagnostic: Diagnostic, edits: readonly TextEdit[], tried: Tried): Outcome {
  const part = partAt(document, placeOfEdits(document, diagnostic, edits));
  if (part === undefined || part.text.length > longest || tried.left < 0) return "no";
  if (edits.some(({ span }) => span.start < part.start || span.end > part.start + part.text.length)) return "no";
  tried.left -= part.text.length;
  const own = edits.map(({ span, newText }) => ({ span: shift(span, -part.start), newText }));
  const after = part.parse(applyEdits(part.text, own));
  if (after === undefined) return "no";
  const place = mapThroughEdits(diagnostic.span.start - part.start, own);
  const written = writtenSpans(own);
  const isFaulty = after.some(
    ({ code, span }) =>
      (code === diagnostic.code && span.start === place) || written.some((text) => text.start < span.end && span.start < text.end),
  );
  if (isFaulty) return "no";
  const before = tried.before.get(part.start) ?? part.parse(part.text) ?? [];
  tried.before.set(part.start, before);
  return after.length > before.length || hasNewFault(own, { before, after }) ? "hidden" : "clean";
}

/** Says whether a fault comes to light amid edits. */
function hasNewFault(edits: readonly TextEdit[], { before, after }: { before: readonly Found[]; after: readonly Found[] }): boolean {
  const written = writtenSpans(edits);
  const [start, end] = [written[0]?.start ?? 0, written.at(-1)?.end ?? 0];
  const known = new Set(before.map(({ code, span: at }) => `${code} ${mapThroughEdits(at.start, edits)}`));
  return after.some(({ code, span: at }) => at.start >= start && at.start < end && !known.has(`${code} ${at.start}`));
}

/** Where edits are tried: around the fault, or around what explains it where they stand there. */
function placeOfEdits({ source }: ChatDocument, { span: at, related = [] }: Diagnostic, edits: readonly TextEdit[]): number {
  const first = Math.min(source.length, ...edits.map(({ span: edited }) => edited.start));
  const isExplained = related.some(({ span: other, file }) => file === undefined && other.start <= first && first <= other.end);
  return isExplained ? first : at.start;
}

interface Found {
  readonly code: DiagnosticCode;
  readonly span: Span;
}

interface Part {
  readonly start: number;
  readonly text: string;
  /** Every syntax problem of the part with another text; undefined when that text is no such part any more. */
  parse(text: string): readonly Found[] | undefined;
}

function partAt({ source, frontmatter, messages, engine }: ChatDocument, offset: number): Part | undefined {
  if (frontmatter !== undefined && offset < frontmatter.span.end) {
    const { start, end } = frontmatter.body;
    const parse = (text: string): readonly Found[] => parseData(frontmatter.language, text)?.problems ?? codeProblems(text);
    return { start, text: source.slice(start, end), parse };
  }
  const placed = messageAt(messages, offset);
  if (placed === undefined) return undefined;
  const { start, message } = placed;
  return { start, text: source.slice(start, start + message.span.end), parse: (text) => parseAs({ role: message.role, engine }, text) };
}

function codeProblems(text: string): Found[] {
  return parseChunk(text).problems.map(({ span }) => ({ code: "frontmatter/syntax", span }));
}

function parseAs({ role, engine }: { readonly role: string; readonly engine: EngineName }, text: string): Found[] | undefined {
  const message = parseMessage(text, engine);
  if (message.role !== role) return undefined;
  return [...message.problems, ...(engine === "go" ? goProblems(message, text) : luaProblems(message, text))];
}

function goProblems(message: Message, text: string): Found[] {
  const { faults } = parseMessageTree(message, { text, isFunction: (name) => functionSignatures.has(name) });
  return faults.map((fault) => ({ code: "template/syntax", span: faultSpan(fault, text) }));
}

function luaProblems(message: Message, source: string): Found[] {
  if (message.role === "Assistant") return [];
  const { parsed } = messageProgram(message, { source, firstLine: 1 });
  const inCode = parsed?.problems ?? [];
  const inHoles = (parsed?.holes ?? []).flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  return [
    ...inCode.map(({ span }): Found => ({ code: "template/syntax", span })),
    ...inHoles.map(({ span }): Found => ({ code: "expression/syntax", span })),
  ];
}
