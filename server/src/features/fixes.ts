import type { Diagnostic, Rewrite } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { isClearlyNearest } from "../base/suggest.js";
import type { TextEdit } from "../base/text-edit.js";
import type { ChatDocument } from "../syntax/ast.js";
import { ownLineEnd } from "../syntax/lines.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { engineTitles, switchEngine } from "./engine-switch.js";
import { isMissingFile, keepPath } from "./files/missing-files.js";
import { declareArgument } from "./prose/declare-argument.js";
import { closingRewrites } from "./rules/close-tag.js";
import { convertRoles } from "./rules/other-format.js";
import { tryEdits } from "./try-edits.js";

/** A change that mends one diagnostic. `preferred` fixes are safe to apply without a look. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly preferred: boolean;
}

/** The fixes of a diagnostic, the preferred one first; none of one in another file (see `includedFixes`). Edits have offsets of the snapshot's text. */
export function fixes(snapshot: Snapshot, diagnostic: Diagnostic): Fix[] {
  const { text } = snapshot;
  const { data, file } = diagnostic;
  if (data === undefined || file !== undefined) return [];
  switch (data.kind) {
    case "replace": {
      const wrong = text.text.slice(data.span.start, data.span.end);
      const safe = !data.isGuess && isClearlyNearest(wrong, data.with) ? data.with[0] : undefined;
      const isName = isBareName(snapshot.document, data.span);
      const fitting = data.with.filter((newText) => !isName || name.test(newText));
      return fitting.map((newText) => ({
        title: replaceTitle(wrong, newText),
        edits: [{ span: data.span, newText }],
        preferred: newText === safe,
      }));
    }
    case "insert":
      return [{ title: data.title, edits: [{ span: { start: data.at, end: data.at }, newText: data.text }], preferred: true }];
    case "split-marker":
      return splitMarker(text.text, data);
    case "convert-roles":
      return [
        { title: 'Convert the role lines to "@System:", "@You:" and "@Assistant:"', edits: convertRoles(snapshot), preferred: false },
      ];
    case "rewrite":
      return mendingRewrites(snapshot, diagnostic, data.choices);
    case "switch-engine": {
      const edit = switchEngine(snapshot.document, data.engine);
      return edit === undefined ? [] : [{ title: `Switch the document to ${engineTitles[data.engine]}`, edits: [edit], preferred: false }];
    }
    case "declare-argument":
      return [...declareArgument(snapshot, data.name), ...mendingRewrites(snapshot, diagnostic, data.choices)];
    case "close-tag":
      return mendingRewrites(snapshot, diagnostic, closingRewrites(snapshot.document, data.opener));
  }
}

const name = /^[A-Za-z_][\w.]*$/;

/** Says whether a name of Lua stands at a place, without quotes: only another name, or a path of them, can take its place. */
function isBareName({ frontmatter, source }: ChatDocument, { start, end }: Span): boolean {
  if (frontmatter?.language.toLowerCase() !== "lua" || start < frontmatter.body.start || end > frontmatter.body.end) return false;
  return name.test(source.slice(start, end)) && /[.:{,;\s]/.test(source[start - 1] ?? "");
}

/** The title of a change of one text to another. Texts with quotes of their own show where they begin and end. */
export function replaceTitle(wrong: string, newText: string): string {
  return /["']/.test(wrong + newText) ? `Change ${wrong} to ${newText}` : `Change '${wrong}' to '${newText}'`;
}

/** So many guesses are tried for one "fix all"; a text with more faults takes it again. */
const mostTried = 500;

/** Preferred fixes of all diagnostics that do not overlap: what "fix all" applies. No path becomes that of another file unseen. */
export function fixAll(snapshot: Snapshot, all: readonly Diagnostic[]): TextEdit[] {
  const chosen: TextEdit[] = [];
  let tried = 0;
  for (const diagnostic of all) {
    const isGuess = diagnostic.data?.kind === "rewrite" || diagnostic.data?.kind === "close-tag";
    if (isGuess && ++tried > mostTried) continue;
    const fix = fixes(snapshot, diagnostic).find(({ preferred }) => preferred);
    if (fix === undefined || (isMissingFile(diagnostic.code) && !keepPath(snapshot.text.text, fix.edits))) continue;
    const places = fix.edits.map((edit) => ({ edit, index: placeOf(chosen, edit.span.start) }));
    if (places.every(({ edit, index }) => isFree(edit, chosen[index - 1], chosen[index]))) {
      for (const edit of fix.edits) chosen.splice(placeOf(chosen, edit.span.start), 0, edit);
    }
  }
  return chosen;
}

/** Where an edit that starts at an offset belongs among edits in the order of the text. */
function placeOf(edits: readonly TextEdit[], start: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edits[middle] as TextEdit).span.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Edits that touch could depend on each other's order. */
function isFree({ span }: TextEdit, before: TextEdit | undefined, after: TextEdit | undefined): boolean {
  return (before === undefined || before.span.end < span.start) && (after === undefined || span.end < after.span.start);
}

/** Rewrites are guesses: those are offered that are known to mend the fault. */
function mendingRewrites(snapshot: Snapshot, diagnostic: Diagnostic, choices: readonly Rewrite[]): Fix[] {
  const lineEnd = ownLineEnd(snapshot.text.text);
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
      edits: [{ span: { start: marker.end, end: marker.end + blanks }, newText: ownLineEnd(text) }],
      preferred: true,
    },
    {
      title: "Escape the marker: this line is text",
      edits: [{ span: { start: marker.start, end: marker.start }, newText: "\\" }],
      preferred: false,
    },
  ];
}
