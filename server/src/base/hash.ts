/** FNV-1a of the UTF-16 units of a text, 32 bits without a sign; `basis` chooses one of many such hashes. */
export function hash(text: string, basis = 0x811c9dc5): number {
  let value = basis;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
