/** A place that a test marked in a text: `⟦label: text⟧`; offsets are those of the text without the marks. */
export interface Mark {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Takes the marks `⟦label: text⟧` (they may nest) out of `marked`. The label ends at the first `: `. */
export function readMarks(marked: string): { readonly text: string; readonly marks: readonly Mark[] } {
  const marks: { label: string; start: number; end: number }[] = [];
  const open: { label: string; start: number; end: number }[] = [];
  let text = "";
  for (let at = 0; at < marked.length; at++) {
    const unit = marked[at] as string;
    if (unit === "⟦") {
      const colon = marked.indexOf(": ", at);
      const mark = { label: marked.slice(at + 1, colon), start: text.length, end: text.length };
      marks.push(mark);
      open.push(mark);
      at = colon + 1;
    } else if (unit === "⟧") {
      const mark = open.pop();
      if (mark === undefined) throw new Error("⟧ without ⟦");
      mark.end = text.length;
    } else text += unit;
  }
  if (open.length > 0) throw new Error("⟦ without ⟧");
  return { text, marks };
}
