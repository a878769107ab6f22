import type { Diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import { type Span, span } from "../base/span.js";
import { complete, type Steps } from "../base/steps.js";
import type { Message, Segment, Text } from "./ast.js";
import { type BodyLines, findBlocks } from "./find-blocks.js";
import { ownCopy, readLine, skipLineEndsBack } from "./lines.js";
import { findReferences } from "./references.js";
import { unknownRole } from "./roles.js";
import { unclosedTag } from "./scan-tags.js";
import { roleOf } from "./structure.js";
import { templateScanner } from "./template-scanner.js";

/**
 * Parses one message from its own text, which starts with the marker line and holds no other marker outside fences.
 * The result depends on nothing but the language of templates, so equal texts may share it. All offsets count from the start
 * of the text.
 */
export function parseMessage(text: string, engine: EngineName): Message {
  return complete(parseMessageInSteps(text, engine));
}

/** As `parseMessage`, in steps. */
export function* parseMessageInSteps(text: string, engine: EngineName): Steps<Message> {
  const markerLine = readLine(text, 0);
  const role = ownCopy(roleOf(text, markerLine) ?? "");
  const roleSpan = span(1, 1 + role.length);
  const bodyEnd = skipLineEndsBack(text, text.length, markerLine.next);
  const body = span(markerLine.next, bodyEnd);
  const lines = yield* findBlocks(text, role, body);
  const {
    segments,
    unclosed,
    problems: ofTemplate = [],
  }: Filled = role === "Assistant" ? fillWithText(body, lines) : yield* fillWithTemplate({ text, body, engine }, lines);
  const problems = withoutRepeats([...lines.problems, ...ofTemplate]);
  const roleProblem = unknownRole(role, roleSpan);
  if (roleProblem) problems.push(roleProblem);
  if (unclosed !== undefined) problems.push(unclosedTag(text, unclosed, "message"));
  return {
    kind: "message",
    role,
    roleSpan,
    marker: span(0, markerLine.next),
    span: span(0, text.length),
    segments,
    trailing: span(bodyEnd, text.length),
    problems: problems.sort((a, b) => a.span.start - b.span.start),
  };
}

interface Filled {
  readonly segments: readonly Segment[];
  /** The opener of an unclosed tag. */
  readonly unclosed?: number;
  readonly problems?: readonly Diagnostic[];
}

/** A Lua block that is never closed is a fence as well: what blocks is told alone. */
function withoutRepeats(problems: readonly Diagnostic[]): Diagnostic[] {
  const blocks = problems.filter(({ code }) => code === "prose/unclosed-fence").map(({ span: { start } }) => start);
  return problems.filter(({ code, span: { start } }) => code !== "document/unclosed-fence" || !blocks.includes(start));
}

/** An assistant body: what is no block is text. */
function fillWithText(body: Span, { blocks, escapes }: BodyLines): Filled {
  const { segments, add } = createSegments(escapes);
  let at = body.start;
  for (const block of blocks) {
    add(textAt(at, block.span.start));
    add(block);
    at = block.span.end;
  }
  add(textAt(at, body.end));
  return { segments };
}

/** So many file references are read, and so many pieces of a template put in their places, in one step. */
const [referencesInStep, piecesInStep] = [500, 2000];

interface TemplateBody {
  readonly text: string;
  readonly body: Span;
  readonly engine: EngineName;
}

/** A template body: tags, and references in the text between them, until a tag stays open. */
function* fillWithTemplate({ text, body, engine }: TemplateBody, { blocks, escapes, literalFrom }: BodyLines): Steps<Filled> {
  const scan = templateScanner(engine, text, body.end);
  const { segments, add } = createSegments(escapes);
  let literal = literalFrom;
  let unclosed: number | undefined;
  const problems: Diagnostic[] = [];
  let references = 0;
  let nextSign = -1;
  let at = body.start;
  for (const block of blocks) {
    yield* addTemplate(span(at, block.span.start));
    add(block);
    at = block.span.end;
  }
  yield* addTemplate(span(at, body.end));
  return unclosed === undefined ? { segments, problems } : { segments, unclosed, problems };

  function* addTemplate({ start, end }: Span): Steps<void> {
    const live = Math.max(start, Math.min(end, literal));
    const found = yield* scan(span(start, live));
    // There can be more than a call takes arguments.
    for (const problem of found.problems ?? []) problems.push(problem);
    if (found.unclosed !== undefined) unclosed = literal = found.unclosed;
    let count = 0;
    for (const piece of found.pieces) {
      if (++count % piecesInStep === 0) yield;
      if (piece.kind !== "text") add(piece);
      else {
        const whole = piece.span.end <= literal ? piece : textAt(piece.span.start, literal);
        if (mayRefer(whole.span)) yield* addReferring(whole);
        else add(whole);
      }
    }
    add(textAt(Math.max(start, Math.min(end, literal)), end));
  }

  /** Nearly all texts hold no sign of a reference: there the engine's own search says so of many at once. */
  function mayRefer({ start, end }: Span): boolean {
    if (nextSign < start) {
      const found = text.indexOf("@", start);
      nextSign = found < 0 ? text.length : found;
    }
    return nextSign < end;
  }

  function* addReferring(whole: Text): Steps<void> {
    let from = whole.span.start;
    for (const reference of findReferences(text, whole.span)) {
      if (++references % referencesInStep === 0) yield;
      add(textAt(from, reference.span.start));
      add(reference);
      from = reference.span.end;
    }
    add(from === whole.span.start ? whole : textAt(from, whole.span.end));
  }
}

function textAt(start: number, end: number): Text {
  return { kind: "text", span: span(start, end) };
}

/** Collects segments: empty text is dropped, neighbouring text joined, and each text gets the escapes that lie in it. */
function createSegments(escapes: readonly number[]): { segments: Segment[]; add: (segment: Segment) => void } {
  const segments: Segment[] = [];
  let next = 0;
  return { segments, add };

  function add(segment: Segment): void {
    if (segment.span.start === segment.span.end) return;
    const own = escapesIn(segment.span);
    const last = segments[segments.length - 1];
    if (segment.kind !== "text") segments.push(segment);
    else if (last?.kind !== "text") segments.push(withEscapes(segment, own));
    else segments[segments.length - 1] = withEscapes(textAt(last.span.start, segment.span.end), [...(last.escapes ?? none), ...own]);
  }

  function escapesIn({ end }: Span): readonly number[] {
    const first = next;
    while (next < escapes.length && (escapes[next] as number) < end) next++;
    return first === next ? none : escapes.slice(first, next);
  }
}

/** Most texts have no escapes: they share this list. */
const none: readonly number[] = [];

function withEscapes(text: Text, escapes: readonly number[]): Text {
  return escapes.length === 0 ? text : { ...text, escapes };
}
