/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Data nests no deeper than this: whoever walks it recurses, so that many open brackets are an attack. */
export const deepestData = 500;

const [quote, backslash] = [34, 92];

/** How deep the brackets of a well-formed JSON text nest, those in strings not counted; 0 for a scalar. */
export function nestingOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) isInString = !isInString;
    else if (isInString) at += unit === backslash ? 1 : 0;
    // `[` and `{`, `]` and `}` differ by one bit.
    else if ((unit | 32) === 123) deepest = Math.max(deepest, ++depth);
    else if ((unit | 32) === 125) depth--;
  }
  return deepest;
}
