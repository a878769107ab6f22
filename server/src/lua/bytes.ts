const ascii = /^[\x00-\x7f]*$/;

/**
 * Encodes text as a byte string: one unit (0–255) per byte of its UTF-8 form. A lone surrogate
 * becomes its own three bytes, so that `decodeUtf8` gives it back.
 */
export function encodeUtf8(text: string): string {
  if (ascii.test(text)) return text;
  const bytes = createUnits();
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) as number;
    if (point > 0xffff) i++;
    if (point < 0x80) bytes.add(point);
    else for (const byte of encodePoint(point)) bytes.add(byte.charCodeAt(0));
  }
  return bytes.text();
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
  const units = createUnits();
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes.charCodeAt(i);
    const size = lead < 0x80 ? 1 : sequenceLength(bytes, i, lead);
    const point = size === 0 ? 0xfffd : size === 1 ? lead : pointAt(bytes, i, size);
    if (point > 0xffff) units.add(0xd800 + ((point - 0x10000) >> 10));
    units.add(point > 0xffff ? 0xdc00 + (point & 0x3ff) : point);
    i += Math.max(1, size) - 1;
  }
  return units.text();
}

/** The byte string with every byte replaced by what `map` gives for it. */
export function mapBytes(bytes: string, map: (byte: number) => number): string {
  const units = createUnits();
  for (let i = 0; i < bytes.length; i++) units.add(map(bytes.charCodeAt(i)));
  return units.text();
}

/** Collects units of a string piece by piece: joining single characters takes many times the memory of the result. */
export function createUnits(): { add(unit: number): void; text(): string } {
  const parts: string[] = [];
  let units: number[] = [];
  const flush = (): void => {
    parts.push(String.fromCharCode.apply(null, units));
    units = [];
  };
  return {
    add(unit) {
      if (units.push(unit) === 4096) flush();
    },
    text() {
      flush();
      return parts.join("");
    },
  };
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
