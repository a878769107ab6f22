import type { Charge } from "../format/directive.js";
import { createTextBuilder } from "../text/text-builder.js";
import { characterAt } from "../text/utf8.js";

/** Breaks a text into lines of at most `width` characters, at blanks; longer words stay whole. `charge` is told of what is made. */
export function wrapText(text: string, width: number, charge: Charge): string {
  const longest = Math.max(1, width);
  const builder = createTextBuilder(charge);
  let start = 0;
  let limit = skipped(text, start, longest);
  while (limit < text.length) {
    if (text[start] === " ") {
      start++;
      limit = skipped(text, limit, 1);
      continue;
    }
    const before = text.lastIndexOf(" ", limit);
    const end = before > start ? before : text.indexOf(" ", limit);
    if (end < 0) break;
    builder.add(`${text.slice(start, end)}\n`);
    start = end + 1;
    limit = skipped(text, start, longest);
  }
  builder.add(text.slice(start));
  return builder.text();
}

/** The UTF-16 offset behind so many characters, or the end. */
function skipped(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < text.length; left--) at += characterAt(text, at).length;
  return at;
}
