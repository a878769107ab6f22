/** The size of an image in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** The size of a PNG, JPEG, GIF or WebP image, of the MIME type that its bytes tell; undefined where they tell none. */
export function imageDimensions(bytes: Uint8Array, type: string): Dimensions | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (type) {
      case "image/png":
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case "image/gif":
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case "image/jpeg":
        return jpegDimensions(view);
      case "image/webp":
        return webpDimensions(view);
      default:
        return undefined;
    }
  } catch {
    // A file that ends too early.
    return undefined;
  }
}

/** The frame header (SOF) of a JPEG holds its size; the segments before it are skipped. */
function jpegDimensions(view: DataView): Dimensions | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes, and markers that stand alone.
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + view.getUint16(at + 2);
  }
}

/** SOF0 to SOF15; three numbers among them are other segments. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** The three kinds of WebP: lossy, lossless and extended. */
function webpDimensions(view: DataView): Dimensions | undefined {
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case chunk("VP8 "):
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case chunk("VP8L"): {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case chunk("VP8X"):
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    default:
      return undefined;
  }
}

function chunk(name: string): number {
  return [...name].reduce((sum, unit) => sum * 256 + unit.charCodeAt(0), 0);
}
