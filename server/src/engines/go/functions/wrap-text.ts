/** Breaks a text into lines of at most `width` characters, at blanks; longer words stay whole. */
export function wrapText(text: string, width: number): string {
  const characters = [...text];
  const longest = Math.max(1, width);
  const lines: string[] = [];
  let start = 0;
  while (characters.length - start > longest) {
    if (characters[start] === " ") {
      start++;
      continue;
    }
    const before = characters.lastIndexOf(" ", start + longest);
    const end = before > start ? before : characters.indexOf(" ", start + longest);
    if (end < 0) break;
    lines.push(characters.slice(start, end).join(""));
    start = end + 1;
  }
  lines.push(characters.slice(start).join(""));
  return lines.join("\n");
}
