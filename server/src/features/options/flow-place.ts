import { type JsonToken, lexJson } from "../../config/lex-json.js";
import type { DataPlace } from "./data-place.js";
import { quotedWord } from "./quoted-word.js";

/** A bracket that is open. Without `names` it is a table that no option has. */
interface Frame {
  readonly kind: "{" | "[";
  readonly names: readonly string[] | undefined;
  key: string;
  /** What was read last in it. */
  after: "start" | "key" | "sign" | "value";
}

/**
 * The place at an offset of code in brackets: JSON, or a part of YAML in flow style that starts at the first bracket of
 * `code` and belongs to `names`.
 */
export function flowPlace(code: string, at: number, names: readonly string[]): DataPlace | undefined {
  const tokens = lexJson(code);
  if (tokens.some(({ kind, start, end }) => kind === "comment" && start < at && at <= end)) return undefined;
  const index = tokens.findIndex((token) => holdsCursor(token, at));
  const before = index < 0 ? tokens.filter(({ end }) => end <= at) : tokens.slice(0, index);
  const frame = frameAfter(code, before, names);
  const kind = frame && kindIn(frame);
  if (frame?.names === undefined || kind === undefined) return undefined;
  const token = tokens[index];
  const word =
    token === undefined || token.kind === "word"
      ? ({ word: { start: token?.start ?? at, end: token?.end ?? at }, quote: "", isClosed: false } as const)
      : quotedWord(code, token, at);
  const rest = code.slice(word.word.end + (word.isClosed ? 1 : 0));
  return { ...word, kind, names: kind === "value" ? [...frame.names, frame.key] : frame.names, isFollowed: /^[ \t]*:/.test(rest) };
}

function holdsCursor({ kind, start, end, isClosed }: JsonToken, at: number): boolean {
  if (kind === "word") return start <= at && at <= end;
  return (kind === "string" || kind === "misquoted") && start < at && (at < end || (at === end && !isClosed));
}

function frameAfter(code: string, tokens: readonly JsonToken[], names: readonly string[]): Frame | undefined {
  const frames: Frame[] = [];
  for (const { kind, start, end } of tokens) {
    const frame = frames.at(-1);
    if (kind === "{" || kind === "[") frames.push({ kind, names: frame ? namesWithin(frame) : names, key: "", after: "start" });
    else if (kind === "}" || kind === "]") {
      frames.pop();
      const outer = frames.at(-1);
      if (outer) outer.after = "value";
    } else if (frame === undefined || kind === "comment" || kind === "odd-blank") continue;
    else if (kind === ",") frame.after = "start";
    else if (kind === ":" || kind === "=") frame.after = "sign";
    else if (frame.kind === "{" && frame.after !== "sign") {
      frame.key = code.slice(start, end).replace(/^["']|["']$/g, "");
      frame.after = "key";
    } else frame.after = "value";
  }
  return frames.at(-1);
}

/** No option lies deeper. */
const deepest = 16;

function namesWithin({ kind, names, key, after }: Frame): readonly string[] | undefined {
  return kind === "{" && after === "sign" && names && names.length < deepest ? [...names, key] : undefined;
}

function kindIn({ kind, after }: Frame): DataPlace["kind"] | undefined {
  if (kind === "{") return after === "start" ? "key" : after === "sign" ? "value" : undefined;
  return after === "start" ? "item" : undefined;
}
