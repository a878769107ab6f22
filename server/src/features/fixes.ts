import type { Diagnostic, Rewrite } from "../base/diagnostic.js";
import { isClearlyNearest } from "../base/suggest.js";
import type { TextEdit } from "../base/text-edit.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { closingRewrites } from "./rules/close-tag.js";
import { tryEdits } from "./try-edits.js";

/** A change that mends one diagnostic. `preferred` fixes are safe to apply without a look. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly preferred: boolean;
}

/** The fixes of a diagnostic, the preferred one first. Edits have offsets of the snapshot's text. */
export function fixes(snapshot: Snapshot, diagnostic: Diagnostic): Fix[] {
  const { text } = snapshot;
  const { data } = diagnostic;
  if (data === undefined) return [];
  switch (data.kind) {
    case "replace": {
      const wrong = text.text.slice(data.span.start, data.span.end);
      const isNearest = isClearlyNearest(wrong, data.with);
      return data.with.map((newText, index) => ({
        title: `Change '${wrong}' to '${newText}'`,
        edits: [{ span: data.span, newText }],
        preferred: index === 0 && isNearest,
      }));
    }
    case "insert":
      return [{ title: data.title, edits: [{ span: { start: data.at, end: data.at }, newText: data.text }], preferred: true }];
    case "split-marker":
      return splitMarker(text.text, data);
    case "rewrite":
      return mendingRewrites(snapshot, diagnostic, data.choices);
    case "close-tag":
      return mendingRewrites(snapshot, diagnostic, closingRewrites(snapshot.document, data.opener));
  }
}

/** Preferred fixes of all diagnostics that do not overlap: what "fix all" applies. */
export function fixAll(snapshot: Snapshot, all: readonly Diagnostic[]): TextEdit[] {
  const chosen: TextEdit[] = [];
  for (const diagnostic of all) {
    const fix = fixes(snapshot, diagnostic).find(({ preferred }) => preferred);
    if (fix === undefined) continue;
    const isFree = fix.edits.every((edit) => chosen.every((other) => edit.span.end < other.span.start || other.span.end < edit.span.start));
    if (isFree) chosen.push(...fix.edits);
  }
  return chosen;
}

/** The line end that the document itself uses (of its first line), LF when it has one line. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** Rewrites are guesses: those are offered that are known to mend the fault. */
function mendingRewrites(snapshot: Snapshot, diagnostic: Diagnostic, choices: readonly Rewrite[]): Fix[] {
  const lineEnd = lineEndOf(snapshot.text.text);
  const found: Fix[] = [];
  for (const { title, edits: written, certain } of choices) {
    const edits = written.map(({ span, newText }) => ({ span, newText: newText.replaceAll("\n", lineEnd) }));
    const outcome = tryEdits(snapshot, diagnostic, edits);
    if (outcome === "no" || found.some((other) => other.title === title)) continue;
    found.push({ title, edits, preferred: certain && outcome === "clean" && !found.some(({ preferred }) => preferred) });
  }
  return found.sort((a, b) => Number(b.preferred) - Number(a.preferred));
}

function splitMarker(text: string, { marker, role }: { marker: { start: number; end: number }; role: string }): Fix[] {
  const blanks = /^[ \t]*/.exec(text.slice(marker.end))?.[0].length ?? 0;
  return [
    {
      title: `Move the text after @${role}: to its own line`,
      edits: [{ span: { start: marker.end, end: marker.end + blanks }, newText: lineEndOf(text) }],
      preferred: true,
    },
    {
      title: "Escape the marker: this line is text",
      edits: [{ span: { start: marker.start, end: marker.start }, newText: "\\" }],
      preferred: false,
    },
  ];
}
