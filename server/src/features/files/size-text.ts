const units = ["bytes", "kB", "MB", "GB"];

/** A number of bytes as people read it: `512 bytes`, `1.5 kB`, `12 MB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${size.toFixed(digits)} ${bytes === 1 ? "byte" : units[unit]}`;
}
