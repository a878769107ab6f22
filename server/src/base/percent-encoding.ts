const encodedBytes = /(?:%[0-9A-Fa-f]{2})+/g;

/** Decodes `%XX` in the path of a reference; what is no such thing, or gives no UTF-8, stays as it is written (spec/flemma-templates.md §5). */
export function decodePath(written: string): string {
  return written.replace(encodedBytes, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

/** What would end a path, begin options, be decoded, or be dropped as the punctuation around a reference. */
const unsafe = /[\s\p{Cc}%;"'`()[\]<>{}“”‘’«»]|[.,:!?…。．，、；：！？（）「」『』【】《》]$/gu;

/** Writes a path so that a reference to it is read back as the same path: what a reference cannot hold is percent-encoded. */
export function encodePath(path: string): string {
  return path.replace(unsafe, (unit) =>
    encodeURIComponent(unit).replace(/^[.!'()]$/, (plain) => `%${plain.charCodeAt(0).toString(16).toUpperCase()}`),
  );
}
