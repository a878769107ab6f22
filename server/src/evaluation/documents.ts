import { basename } from "../base/paths.js";
import { lineAt, sourceText } from "../base/source-text.js";
import { complete } from "../base/steps.js";
import { parseChatInSteps } from "../engines/document-engine.js";
import type { Chunk } from "../lua/errors.js";
import type { ChatDocument, Message } from "../syntax/ast.js";
import { ownCopy } from "../syntax/lines.js";
import { engineOutside } from "./engine-outside.js";
import type { EvaluationRequest } from "./types.js";

/** Documents of the last requests by file name: the next request of the same file shares the messages that did not change. */
const recent = new Map<string, ChatDocument>();
const mostRecent = 8;
/** So many UTF-16 units of text the documents of earlier requests have at most: their trees take many times as much memory. */
const mostUnits = 1_000_000;

/** Parses the text of a request. Only speed depends on what was parsed before, never the result. */
export function parseRequest(request: EvaluationRequest): ChatDocument {
  const key = request.surroundings.filename ?? "";
  const document = complete(parseChatInSteps(request.text, engineOutside(request), recent.get(key)));
  recent.delete(key);
  recent.set(key, document);
  let units = [...recent.values()].reduce((sum, { source }) => sum + source.length, 0);
  for (const [oldest, { source }] of recent) {
    if (oldest === key || (recent.size <= mostRecent && units <= mostUnits)) break;
    recent.delete(oldest);
    units -= source.length;
  }
  return document;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The chunk of a message object lives as long as it does, so that what was compiled for it can be used again. */
const chunks = new WeakMap<Message, Mutable<Chunk>>();
let lastId = 0;

/** Of one document, messages with so many tags and texts are kept as programs: keeping many more takes longer than making them again. */
const mostKept = 20_000;

/** Says whether there is anything in a message that runs. */
export function hasTags({ segments }: Message): boolean {
  return segments.some(
    ({ kind }) => kind === "expression" || kind === "code" || kind === "action" || kind === "placeholder" || kind === "lua-block",
  );
}

/** The chunks of all messages, with the names and lines they have in this document. Where nothing runs, the text is all that counts. */
export function messageChunks({ surroundings }: EvaluationRequest, { source, messages }: ChatDocument): Chunk[] {
  const lines = sourceText(source);
  const name = basename(surroundings.filename ?? "untitled.chat");
  let kept = 0;
  return messages.map(({ message, start }) => {
    const text = source.slice(start, start + message.span.end);
    if (!hasTags(message)) return { id: "", name, source: text, firstLine: 1 };
    const firstLine = lineAt(lines, start) + 1;
    kept += message.segments.length + 5;
    if (kept > mostKept) return { id: nextId(), name, source: text, firstLine, isPassing: true };
    const chunk = chunks.get(message) ?? { id: nextId(), name, source: ownCopy(text), firstLine };
    chunks.set(message, chunk);
    chunk.name = name;
    chunk.firstLine = firstLine;
    return chunk;
  });
}

function nextId(): string {
  return `message:${++lastId}`;
}
