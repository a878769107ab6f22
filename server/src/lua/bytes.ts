const ascii = /^[\x00-\x7f]*$/;

/**
 * Encodes text as a byte string: one unit (0–255) per byte of its UTF-8 form. A lone surrogate
 * becomes its own three bytes, so that `decodeUtf8` gives it back.
 */
export function encodeUtf8(text: string): string {
  if (ascii.test(text)) return text;
  let bytes = "";
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) as number;
    if (point > 0xffff) i++;
    bytes += point < 0x80 ? String.fromCharCode(point) : encodePoint(point);
  }
  return bytes;
}

/** The UTF-8 bytes of one code point (0–0x7fffffff are accepted, as `\u{…}` needs). */
export function encodePoint(point: number): string {
  if (point < 0x80) return String.fromCharCode(point);
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), 0x80 | (point & 63));
  if (point < 0x10000) return String.fromCharCode(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  return String.fromCharCode(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
}

/** Decodes a byte string as UTF-8. Every byte that belongs to no valid sequence becomes U+FFFD. */
export function decodeUtf8(bytes: string): string {
  if (ascii.test(bytes)) return bytes;
  let text = "";
  let plain = 0;
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes.charCodeAt(i);
    if (lead < 0x80) {
      i++;
      continue;
    }
    text += bytes.slice(plain, i);
    const size = sequenceLength(bytes, i, lead);
    text += size === 0 ? "\ufffd" : String.fromCodePoint(pointAt(bytes, i, size));
    i += Math.max(1, size);
    plain = i;
  }
  return text + bytes.slice(plain);
}

function sequenceLength(bytes: string, at: number, lead: number): number {
  const size = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (let k = 1; k < size; k++) if ((bytes.charCodeAt(at + k) & 0xc0) !== 0x80 || at + k >= bytes.length) return 0;
  const second = bytes.charCodeAt(at + 1);
  if ((lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return 0;
  return size;
}

function pointAt(bytes: string, at: number, size: number): number {
  let point = bytes.charCodeAt(at) & (0xff >> (size + 1));
  for (let k = 1; k < size; k++) point = (point << 6) | (bytes.charCodeAt(at + k) & 63);
  return point;
}
