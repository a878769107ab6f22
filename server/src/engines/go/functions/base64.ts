import { CallError } from "../execute/failure.js";
import { fromBytes } from "../text/utf8.js";

/** Bytes in base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3 << 13) text += btoa(String.fromCharCode(...bytes.subarray(at, at + (3 << 13))));
  return text;
}

/** The text of a base64 code; line ends in it do not count. Throws a `CallError` that says which byte is wrong. */
export function decodeBase64(code: string): string {
  const clean = code.replace(/[\r\n]/g, "");
  const good = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/.exec(clean)?.[0] as string;
  if (good.length === clean.length) return fromBytes(Uint8Array.from(atob(clean), (character) => character.charCodeAt(0)));
  const rest = clean.slice(good.length);
  const wrong = good.endsWith("=") ? 0 : rest.search(/[^A-Za-z0-9+/]/);
  throw new CallError(`illegal base64 data at input byte ${good.length + (wrong < 0 ? rest.length : wrong)}`);
}
