import { lineAt, type SourceText, sourceText } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import { decodeUtf8, encodeUtf8 } from "./bytes.js";
import type { LuaValue } from "./values.js";

/** A compiled source text: frontmatter, one message, an included file. Spans are offsets in `source`. */
export interface Chunk {
  /** Tells chunks apart; chosen by whoever compiles. */
  readonly id: string;
  /** Shown before the line in messages, as in `NAME:3: text`. */
  readonly name: string;
  readonly source: string;
  /** Added to the zero-based line in `source` to get the line shown in messages. */
  readonly firstLine: number;
  /** The absolute path, where the source is the whole text of another file than the document. */
  readonly file?: string;
  /** It will not come again: what is made of it need not be kept. */
  readonly isPassing?: true;
}

/** A place in a chunk. */
export interface Site {
  readonly chunk: Chunk;
  readonly span: Span;
}

/** What is known of a name that was read but never defined, or of a member that does not exist. */
export interface UnknownName {
  readonly name: string;
  /** The identifier itself. */
  readonly site: Site;
  /** Set for a member: the text of the object it was looked up in, such as `string`. */
  readonly object?: string;
  /** Every name it could have been: locals in scope and globals, or the keys of the object. */
  candidates(): Iterable<string>;
  /** The present value of a candidate; undefined for a local. */
  value(candidate: string): LuaValue;
  /** Says whether the document made a candidate, rather than the environment. */
  isOwn(candidate: string): boolean;
}

/**
 * A Lua error: `pcall` catches it. Host functions may throw one without a site: the call gives it its place. It is no
 * `Error`: the JavaScript stack says nothing about a template, and one is thrown for each of a hundred thousand faults.
 */
export class LuaError {
  /** Human text without a position prefix. */
  readonly text: string;
  /** The exact token at fault, where known. */
  readonly site: Site | undefined;
  readonly unknown: UnknownName | undefined;
  /** Call sites from the innermost outwards, filled while the error passes through calls (at most 64). */
  readonly trace: Site[] = [];
  /** The value without its position prefix. */
  readonly bare: LuaValue;

  constructor(value: LuaValue, text: string, site?: Site, unknown?: UnknownName) {
    this.bare = value;
    this.text = text;
    this.site = site;
    this.unknown = unknown;
  }

  /** The error value as `pcall` returns it (a string has its position prefix). */
  get value(): LuaValue {
    return this.bare;
  }
}

/** An error whose value is its text (a byte string) behind its place, which hardly anybody asks for. */
export class PlacedError extends LuaError {
  override get value(): LuaValue {
    const { chunk, span } = this.site as Site;
    return positionPrefix(chunk, span.start) + this.bare;
  }
}

/** An error of a host function on its way to the call that it belongs to. */
export class LuaFault extends LuaError {
  /** How many Lua calls out the place is: 1 is the call of the host function, 0 adds no position to the value. */
  readonly level: number;
  /** Which argument is at fault (1 is the first), and why: the text is made at the call, which knows the name. */
  readonly argument: { readonly position: number; readonly detail: string } | undefined;
  /** The call of `error`, once the fault has left it for an outer level. */
  readonly origin: Site | undefined;

  constructor(
    value: LuaValue,
    text: string,
    more: { level?: number; argument?: { position: number; detail: string }; origin?: Site } = {},
  ) {
    super(value, text);
    this.level = more.level ?? 1;
    this.argument = more.argument;
    this.origin = more.origin;
  }
}

/** A budget that ran out. No Lua code can catch it. */
export class LimitError extends Error {
  override readonly name = "LimitError";
  readonly limit: "time" | "steps" | "memory" | "depth";
  /** The place that spent the budget, where known. */
  site: Site | undefined;
  /** Call sites from the innermost outwards, filled while the error passes through calls. */
  readonly trace: Site[] = [];

  constructor(limit: "time" | "steps" | "memory" | "depth", message: string, site?: Site) {
    super(message);
    this.limit = limit;
    this.site = site;
  }
}

const lines = new WeakMap<Chunk, SourceText>();

/** `NAME:LINE: ` of a UTF-16 offset in a chunk, as a byte string: what Lua puts before error messages. */
export function positionPrefix(chunk: Chunk, offset: number): string {
  let indexed = lines.get(chunk);
  if (!indexed) {
    indexed = sourceText(chunk.source);
    lines.set(chunk, indexed);
  }
  return `${encodeUtf8(chunk.name)}:${lineAt(indexed, offset) + chunk.firstLine}: `;
}

/** An error of Lua code at a known place. `text` is a byte string. */
export function errorAt(site: Site, text: string, unknown?: UnknownName): LuaError {
  return new PlacedError(text, decodeUtf8(text), site, unknown);
}

/**
 * Makes what left a run into a `LuaError` or `LimitError`, if it is one of the engine's. An error whose
 * level lies outside of the program is placed at the call of `error`.
 */
export function asRunError(thrown: unknown): unknown {
  if (thrown instanceof LuaFault) return new LuaError(thrown.value, thrown.text, thrown.origin, thrown.unknown);
  if (!(thrown instanceof RangeError)) return thrown;
  return /call stack/.test(thrown.message) ? new LimitError("depth", "stack overflow") : new LimitError("memory", "not enough memory");
}
