import { type Span, shift } from "../../base/span.js";
import type { Steps } from "../../base/steps.js";
import { classify, type Words } from "../../lua/classify.js";
import { type ParsedChunk, type Piece, parseChunk, parseTemplate } from "../../lua/parse.js";
import type { ChatDocument, Message, PlacedMessage, Segment } from "../../syntax/ast.js";

/** The Lua of the frontmatter or of one message. All spans inside count from `start`. */
export interface LuaChunk {
  /** UTF-16 offset in the document of the first unit of `source`. */
  readonly start: number;
  readonly source: string;
  readonly parsed: ParsedChunk;
  /** One for each tag, or one for the whole frontmatter. */
  readonly words: readonly Words[];
  /** The message that holds the code; the frontmatter has none. */
  readonly message?: Message;
  /** Where the message starts whose globals these are; absent where all code of the document shares them. */
  readonly section?: number;
}

type Code = Omit<LuaChunk, "start">;

const ofDocument = new WeakMap<ChatDocument, readonly LuaChunk[]>();
const ofMessage = new WeakMap<Message, Code>();
/** The blocks of a message of prose, which are programs of their own; `start` counts from the start of the message. */
const ofBlocks = new WeakMap<Message, readonly LuaChunk[]>();
/** Frontmatter by its source, the newest last: most edits are below it. */
const ofFrontmatter = new Map<string, Code>();
const mostFrontmatters = 8;

/** So many tags, and so many UTF-16 units of code, are looked at. More of them no person wrote, and looking takes too long. */
const mostTags = 20_000;
const mostCode = 250_000;

const abundant = new WeakMap<ChatDocument, boolean>();

/** Says whether a document holds more code than is looked at: it still runs, but there is no help with it. */
export function hasTooMuchLua(document: ChatDocument): boolean {
  const known = abundant.get(document) ?? exceeds(document);
  abundant.set(document, known);
  return known;
}

function exceeds({ frontmatter, messages }: ChatDocument): boolean {
  let tags = 0;
  let code = frontmatter === undefined ? 0 : frontmatter.body.end - frontmatter.body.start;
  for (const { message } of messages)
    for (const segment of message.segments) {
      if (segment.kind !== "expression" && segment.kind !== "code" && segment.kind !== "lua-block") continue;
      tags++;
      code += segment.code.end - segment.code.start;
      if (tags > mostTags || code > mostCode) return true;
    }
  return code > mostCode;
}

/** Every piece of Lua of a document in the order it runs: frontmatter, then the templates of the messages. */
export function luaChunks(document: ChatDocument): readonly LuaChunk[] {
  if (hasTooMuchLua(document)) return [];
  const known = ofDocument.get(document);
  if (known) return known;
  const chunks = [...frontmatterChunk(document), ...document.messages.flatMap((placed) => messageChunk(document, placed))];
  ofDocument.set(document, chunks);
  return chunks;
}

/** The Lua of so many messages is looked at in one step. */
const messagesInStep = 16;

/** Looks at the Lua of the messages in steps: who then asks for it waits for nothing. */
export function* lookAtLua(document: ChatDocument): Steps<void> {
  if (hasTooMuchLua(document)) return;
  for (const [index, placed] of document.messages.entries()) {
    messageChunk(document, placed);
    if ((index + 1) % messagesInStep === 0) yield;
  }
}

/** The Lua of the frontmatter alone. */
export function frontmatterLua(document: ChatDocument): LuaChunk | undefined {
  return hasTooMuchLua(document) ? undefined : frontmatterChunk(document)[0];
}

/** The Lua of one message alone. */
export function messageLua(document: ChatDocument, placed: PlacedMessage): LuaChunk | undefined {
  return hasTooMuchLua(document) ? undefined : messageChunk(document, placed)[0];
}

function frontmatterChunk({ frontmatter, source: text }: ChatDocument): LuaChunk[] {
  if (frontmatter?.language.toLowerCase() !== "lua") return [];
  const source = text.slice(frontmatter.body.start, frontmatter.body.end);
  const code = ofFrontmatter.get(source) ?? programCode(source);
  ofFrontmatter.delete(source);
  ofFrontmatter.set(source, code);
  for (const oldest of ofFrontmatter.keys()) if (ofFrontmatter.size > mostFrontmatters) ofFrontmatter.delete(oldest);
  return [{ start: frontmatter.body.start, ...code }];
}

function programCode(source: string): Code {
  const parsed = parseChunk(source);
  const pieces: readonly Piece[] = [{ kind: "code", span: { start: 0, end: source.length } }];
  return { source, parsed, words: classify(source, pieces, parsed) };
}

function messageChunk(document: ChatDocument, placed: PlacedMessage): LuaChunk[] {
  const { source: text } = document;
  const { start, message } = placed;
  if (document.engine === "prose") return blockChunks(text, placed);
  if (!message.segments.some(({ kind }) => kind === "code" || kind === "expression")) return [];
  const code = ofMessage.get(message) ?? messageCode(message, text.slice(start, start + message.span.end));
  ofMessage.set(message, code);
  return [{ start, ...code }];
}

function blockChunks(text: string, { start, message }: PlacedMessage): LuaChunk[] {
  const known =
    ofBlocks.get(message) ??
    message.segments.flatMap((segment) => blockChunk(text.slice(start, start + message.span.end), message, segment));
  ofBlocks.set(message, known);
  return known.map((chunk) => ({ ...chunk, start: start + chunk.start, section: start }));
}

function blockChunk(text: string, message: Message, segment: Segment): LuaChunk[] {
  if (segment.kind !== "lua-block") return [];
  const { code } = segment;
  return [{ start: code.start, ...programCode(text.slice(code.start, code.end)), message }];
}

function messageCode(message: Message, source: string): Code {
  const pieces = message.segments.map(pieceOf);
  const parsed = parseTemplate(source, pieces);
  return { source, parsed, words: classify(source, pieces, parsed), message };
}

function pieceOf(segment: Segment): Piece {
  if (segment.kind === "code" || segment.kind === "expression") return { kind: segment.kind, span: segment.code };
  return { kind: "text", span: segment.span };
}

/** A place in Lua code: the piece that holds a document offset, the cursor at its ends included. */
export interface LuaPlace {
  readonly chunk: LuaChunk;
  readonly words: Words;
  /** The offset within the chunk. */
  readonly at: number;
}

/** Finds the Lua code at a UTF-16 offset of the document; undefined in text, delimiters and everything else. */
export function luaPlace(document: ChatDocument, offset: number): LuaPlace | undefined {
  for (const chunk of luaChunks(document)) {
    const at = offset - chunk.start;
    if (at < 0 || at > chunk.source.length) continue;
    const words = chunk.words.find(({ piece: { span } }) => span.start <= at && at <= span.end);
    if (words) return { chunk, words, at };
  }
  return undefined;
}

/** The document span of a span in a chunk. */
export function inDocument({ start }: LuaChunk, span: Span): Span {
  return shift(span, start);
}
