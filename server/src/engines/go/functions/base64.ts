import { CallError } from "../execute/failure.js";
import type { Charge } from "../format/directive.js";
import { createTextBuilder } from "../text/text-builder.js";
import { fromBytes, toBytes } from "../text/utf8.js";

/** Bytes in base64, in pieces of which `charge` is told. */
export function encodeBase64(bytes: Uint8Array, charge: Charge): string {
  const builder = createTextBuilder(charge);
  for (let at = 0; at < bytes.length; at += 3 << 13) builder.add(btoa(String.fromCharCode(...bytes.subarray(at, at + (3 << 13)))));
  return builder.text();
}

/** The text of a base64 code; line ends in it do not count. Throws a `CallError` that says which byte is wrong. */
export function decodeBase64(code: string): string {
  const clean = code.replace(/[\r\n]/g, "");
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(clean)) {
    throw new CallError(`illegal base64 data at input byte ${wrongByte(toBytes(code))}`);
  }
  const binary = atob(clean);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return fromBytes(bytes);
}

/** Index of the byte that Go's `encoding/base64` complains about, in what is no base64; line ends count. */
function wrongByte(bytes: Uint8Array): number {
  let inGroup = 0;
  for (let at = 0; at < bytes.length; at++) {
    const character = String.fromCharCode(bytes[at] as number);
    if (/[\r\n]/.test(character)) continue;
    if (character === "=" && inGroup >= 2) return wrongBehindPadding(bytes, at, inGroup);
    if (!/[A-Za-z0-9+/]/.test(character)) return at;
    inGroup = (inGroup + 1) % 4;
  }
  return bytes.length - inGroup;
}

/** The same, where the first `=` of a group that has so many characters is right: a second one may be missing, or more may follow. */
function wrongBehindPadding(bytes: Uint8Array, first: number, inGroup: number): number {
  const next = afterLineEnds(bytes, first + 1);
  if (inGroup === 3 || next === bytes.length) return next;
  return bytes[next] === 0x3d ? afterLineEnds(bytes, next + 1) : next - 1;
}

function afterLineEnds(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
  return at;
}
