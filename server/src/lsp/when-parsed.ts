import type { TextDocumentIdentifier } from "vscode-languageserver";
import type { Steps } from "../base/steps.js";
import { lookAtLua } from "../features/lua/chunks.js";
import type { ChatDocument } from "../syntax/ast.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { forCurrentText } from "./current.js";
import type { Documents } from "./documents.js";

/** So many ms of parsing text and Lua, then other messages are answered. */
const slice = 5;

/** Parses a text, but not its Lua; after each slice, other messages are answered. */
export async function textParsed(snapshot: Snapshot): Promise<void> {
  while (!snapshot.parse(slice)) await new Promise(setImmediate);
}

const parsing = new WeakMap<Documents, Map<string, Promise<void>>>();

/**
 * Answers a request about a document once its present text is parsed: at once for most, but a long text takes its time,
 * in which requests about other documents are answered. A change meanwhile makes it `ContentModified`.
 */
export function whenParsed<Answer>(
  documents: Documents,
  { textDocument: { uri } }: { readonly textDocument: TextDocumentIdentifier },
  answer: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  return isParsed(documents, uri)
    ? answer()
    : forCurrentText(documents, uri, () =>
        ready(documents, uri)
          .then(() => turn(documents))
          .then(answer),
      );
}

/**
 * As `whenParsed`, where the answer itself can take long: after each slice of its steps, other messages are answered. It
 * ends, with an error that nobody reads, once its signal says that it is not wanted any more.
 */
export function inSlices<Answer>(
  documents: Documents,
  params: { readonly textDocument: TextDocumentIdentifier },
  { answer, signal }: { readonly answer: () => Steps<Answer>; readonly signal: AbortSignal },
): Answer | Promise<Answer> {
  return whenParsed(documents, params, () => {
    signal.throwIfAborted();
    const steps = answer();
    const first = advance(steps);
    return first.done
      ? first.value
      : forCurrentText(documents, params.textDocument.uri, ({ outdated }) => rest(documents, steps, AbortSignal.any([outdated, signal])));
  });
}

/** As `inSlices`, for an answer that hangs on no present text. */
export function sliced<Answer>(documents: Documents, steps: Steps<Answer>, signal: AbortSignal): Answer | Promise<Answer> {
  const first = advance(steps);
  return first.done ? first.value : rest(documents, steps, signal);
}

/** The steps that are left, once nobody else is at work; those that nobody wants any more are not done. */
async function rest<Answer>(documents: Documents, steps: Steps<Answer>, unwanted: AbortSignal): Promise<Answer> {
  const done = (turns.get(documents) ?? Promise.resolve()).then(async () => {
    for (;;) {
      await new Promise(setImmediate);
      unwanted.throwIfAborted();
      const last = advance(steps);
      if (last.done) return last.value;
    }
  });
  turns.set(
    documents,
    done.catch(() => {}),
  );
  return done;
}

/** Does steps for a slice. */
function advance<Answer>(steps: Steps<Answer>): IteratorResult<undefined, Answer> {
  const until = performance.now() + slice;
  for (;;) {
    const last = steps.next();
    if (last.done || performance.now() > until) return last;
  }
}

const turns = new WeakMap<Documents, Promise<unknown>>();

/** Those who waited for the same text answer one after the other, and other messages are answered between them. */
function turn(documents: Documents): Promise<unknown> {
  const round = (): Promise<unknown> => new Promise(setImmediate);
  // A message that comes in is answered within a whole round, not in the one that has begun.
  const next = (turns.get(documents) ?? Promise.resolve()).then(round).then(round);
  turns.set(documents, next);
  return next;
}

function isParsed(documents: Documents, uri: string): boolean {
  return !inWork(documents).has(uri) && isReady(documents, uri);
}

const looking = new WeakMap<ChatDocument, Steps<void>>();

/** Goes on for a slice; says whether text and Lua are parsed. */
function isReady(documents: Documents, uri: string): boolean {
  const snapshot = documents.get(uri)?.snapshot;
  if (snapshot === undefined) return true;
  const until = performance.now() + slice;
  if (!snapshot.parse(slice)) return false;
  const { document } = snapshot;
  const steps = looking.get(document) ?? lookAtLua(document);
  looking.set(document, steps);
  while (!steps.next().done) if (performance.now() > until) return false;
  return true;
}

/** One for all who wait, or each would take its slice. */
function ready(documents: Documents, uri: string): Promise<void> {
  const known = inWork(documents).get(uri);
  if (known !== undefined) return known;
  const made = goOn(documents, uri).finally(() => inWork(documents).delete(uri));
  inWork(documents).set(uri, made);
  return made;
}

async function goOn(documents: Documents, uri: string): Promise<void> {
  do await new Promise(setImmediate);
  while (!isReady(documents, uri));
}

function inWork(documents: Documents): Map<string, Promise<void>> {
  const known = parsing.get(documents) ?? new Map<string, Promise<void>>();
  parsing.set(documents, known);
  return known;
}
