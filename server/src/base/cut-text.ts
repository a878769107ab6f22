/** A text of at most so many UTF-16 units; a longer one is cut, ends in `…`, and no character is cut in half. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}
