import type { Span } from "../../base/span.js";
import type { OptionPlace } from "./option-place.js";

/** A quoted word without its quotes, and the quotes themselves. */
export type QuotedWord = Pick<OptionPlace, "word" | "quote" | "isClosed">;

/**
 * The word in a quoted token that holds the cursor `at`. A quote that is not closed yet seems to be closed by the next one
 * of the text, so that only letters count then.
 */
export function quotedWord(source: string, { start, end }: Span, at: number): QuotedWord {
  const quote = source[start] as '"' | "'";
  const isClosed = end > start + 1 && source[end - 1] === quote;
  const text = source.slice(start + 1, isClosed ? end - 1 : end);
  if (isClosed && !/[,={}\r\n]|:\s/.test(text)) return { word: { start: start + 1, end: end - 1 }, quote, isClosed };
  let stop = Math.max(at, start + 1);
  while (stop < end && /[\w$.+^!%-]/.test(source.charAt(stop))) stop++;
  return { word: { start: start + 1, end: stop }, quote, isClosed: source[stop] === quote };
}
