import type { RequestSettings } from "./protocol.js";

/** The headers of a request by their names in small letters: what every wire says, what this one adds, and last what settings add. */
export function wireHeaders(own: { readonly [name: string]: string }, { headers }: RequestSettings): { readonly [name: string]: string } {
  const added = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { "content-type": "application/json", accept: "text/event-stream", ...own, ...Object.fromEntries(added) };
}

/** The header that shows a key or a token on most wires. */
export function bearer(secret: string): { readonly [name: string]: string } {
  return { authorization: `Bearer ${secret}` };
}
