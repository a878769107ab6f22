import type { Line } from "../lines.js";

/**
 * What a line is to the section: `fence` opens a fenced code block that no quote and no list holds, `nested-fence` one
 * inside of those, `fence-end` closes one; `heading` and `break` end the prose before them.
 */
export type LineEvent = "fence" | "nested-fence" | "fence-end" | "heading" | "break" | undefined;

/** Follows the blocks of Markdown line by line, as far as they decide where fences, headings and thematic breaks are. */
export interface Markdown {
  line(text: string, line: Line): LineEvent;
}

/** A block quote, or a list item with the columns that its lines are indented by; one that is empty ends with a blank line. */
type Container = { readonly kind: "quote" } | { readonly kind: "item"; readonly indent: number; isEmpty: boolean };

type Leaf =
  | { readonly kind: "paragraph" }
  | { readonly kind: "fence"; readonly mark: string }
  /** Raw HTML; without `end` it ends with a blank line. */
  | { readonly kind: "html"; readonly end?: RegExp };

const heading = /^#{1,6}(?:[ \t]|$)/;
const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const underline = /^(?:=+|-+)[ \t]*$/;
const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const listMarker = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

const blockTags =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const attribute = `\\s+[a-zA-Z_:][\\w:.-]*(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?`;
interface RawKind {
  readonly start: RegExp;
  readonly end?: RegExp;
}

/** How raw HTML starts and ends (CommonMark §4.6). The last kind cannot interrupt a paragraph. */
const html: readonly RawKind[] = [
  { start: /^<(?:pre|script|style|textarea)(?:\s|>|$)/i, end: /<\/(?:pre|script|style|textarea)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![a-zA-Z]/, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${blockTags})(?:\\s|/?>|$)`, "i") },
];
const anyTag: RawKind = { start: new RegExp(`^(?:<[a-zA-Z][\\w-]*(?:${attribute})*\\s*/?>|</[a-zA-Z][\\w-]*\\s*>)\\s*$`) };

/** So much of a line is looked at: no longer one opens or closes a block, but text. */
const longestLine = 2000;

/** Starts at the top of a text, where no block is open. */
export function createMarkdown(): Markdown {
  let containers: Container[] = [];
  let leaf: Leaf | undefined;

  function line(text: string, { start, end }: Line): LineEvent {
    const whole = (): string => text.slice(start, end);
    const cursor = createCursor(text.slice(start, Math.min(end, start + longestLine)));
    const matched = matchContainers(cursor);
    const isInside = matched === containers.length;
    if (isInside && leaf?.kind === "fence") return inFence(leaf.mark, cursor);
    if (isInside && leaf?.kind === "html") {
      if (leaf.end === undefined ? cursor.isBlank() : leaf.end.test(whole())) leaf = undefined;
      return undefined;
    }
    if (!isInside && leaf?.kind !== "paragraph") leaf = undefined;
    return newBlocks(cursor, matched, whole);
  }

  function matchContainers(cursor: Cursor): number {
    for (const [index, container] of containers.entries()) {
      if (container.kind === "quote" ? !cursor.takeQuote() : !takeItem(cursor, container)) return index;
    }
    return containers.length;
  }

  function inFence(mark: string, cursor: Cursor): LineEvent {
    const found = cursor.indent() <= 3 ? /^(`{3,}|~{3,})[ \t]*$/.exec(cursor.rest())?.[1] : undefined;
    if (found?.startsWith(mark) !== true) return undefined;
    leaf = undefined;
    return "fence-end";
  }

  function newBlocks(cursor: Cursor, matched: number, whole: () => string): LineEvent {
    /** How many of the open containers go on: a line that opens a block ends the others. */
    let kept = matched;
    const close = (next: Leaf | undefined): void => {
      containers = containers.slice(0, kept);
      leaf = next;
    };
    for (;;) {
      if (cursor.isBlank()) {
        close(undefined);
        return undefined;
      }
      const isParagraph = leaf?.kind === "paragraph";
      const isOwnParagraph = isParagraph && kept === containers.length;
      if (cursor.indent() >= 4) {
        if (!isParagraph) close(undefined);
        return undefined;
      }
      if (cursor.takeQuote()) {
        close(undefined);
        containers.push({ kind: "quote" });
        kept = containers.length;
        continue;
      }
      const rest = cursor.rest();
      if (heading.test(rest)) {
        close(undefined);
        return containers.length === 0 ? "heading" : undefined;
      }
      const [, ticks, tildes] = fence.exec(rest) ?? [];
      const mark = ticks ?? tildes;
      if (mark !== undefined) {
        close({ kind: "fence", mark });
        return containers.length === 0 ? "fence" : "nested-fence";
      }
      const raw = html.find((kind) => kind.start.test(rest)) ?? (!isParagraph && anyTag.start.test(rest) ? anyTag : undefined);
      if (raw !== undefined) {
        const isOver = raw.end?.test(whole()) ?? false;
        close(isOver ? undefined : { kind: "html", ...(raw.end && { end: raw.end }) });
        return undefined;
      }
      if (isOwnParagraph && underline.test(rest)) {
        close(undefined);
        return containers.length === 0 ? "heading" : undefined;
      }
      if (thematicBreak.test(rest)) {
        close(undefined);
        return containers.length === 0 ? "break" : undefined;
      }
      const indent = cursor.takeListMarker(isOwnParagraph);
      if (indent !== undefined) {
        close(undefined);
        containers.push({ kind: "item", indent, isEmpty: cursor.isBlank() });
        kept = containers.length;
        continue;
      }
      if (!isParagraph) close({ kind: "paragraph" });
      return undefined;
    }
  }

  return { line };
}

function takeItem(cursor: Cursor, item: Extract<Container, { kind: "item" }>): boolean {
  if (cursor.isBlank()) return !item.isEmpty;
  if (cursor.indent() < item.indent) return false;
  cursor.skip(item.indent);
  item.isEmpty = false;
  return true;
}

/** Where one is in a line. Columns count tabs up to the next multiple of four. */
interface Cursor {
  isBlank(): boolean;
  /** Columns of blanks from here on. */
  indent(): number;
  /** What follows the blanks. */
  rest(): string;
  /** Goes over so many columns of blanks. */
  skip(columns: number): void;
  /** Goes over a `>` and the blank behind it; false where there is none. */
  takeQuote(): boolean;
  /** Goes over the marker of a list item: the columns that its lines are indented by. In a paragraph only some markers are. */
  takeListMarker(isInParagraph: boolean): number | undefined;
}

function createCursor(line: string): Cursor {
  let at = 0;
  let column = 0;
  let found: { readonly at: number; readonly column: number } | undefined;

  /** The offset and the column of the first unit that is no blank. It is the same for all places before it: every container asks. */
  function ahead(): { readonly at: number; readonly column: number } {
    if (found !== undefined && at <= found.at) return found;
    let next = at;
    let to = column;
    for (; line[next] === " " || line[next] === "\t"; next++) to = line[next] === "\t" ? to - (to % 4) + 4 : to + 1;
    found = { at: next, column: to };
    return found;
  }

  const indent = (): number => ahead().column - column;

  function skip(columns: number): void {
    const to = column + columns;
    while (column < to) {
      const next = line[at] === "\t" ? column - (column % 4) + 4 : column + 1;
      // A tab can be gone over in part: the rest of it is still ahead.
      if (next > to) {
        column = to;
        return;
      }
      column = next;
      at++;
    }
  }

  return {
    isBlank: () => ahead().at === line.length,
    indent,
    rest: () => line.slice(ahead().at),
    skip,
    takeQuote() {
      const next = ahead();
      if (next.column - column > 3 || line[next.at] !== ">") return false;
      at = next.at + 1;
      column = next.column + 1;
      if (line[at] === " " || line[at] === "\t") skip(1);
      return true;
    },
    takeListMarker(isInParagraph) {
      const next = ahead();
      const [marker, number] = listMarker.exec(line.slice(next.at, next.at + 12)) ?? [];
      if (marker === undefined) return undefined;
      const isEmpty = line.slice(next.at + marker.length).trim() === "";
      if (isInParagraph && (isEmpty || (number !== undefined && Number(number) !== 1))) return undefined;
      const before = next.column - column + marker.length;
      at = next.at + marker.length;
      column = next.column + marker.length;
      const gap = indent();
      const taken = isEmpty || gap > 4 ? 1 : gap;
      skip(isEmpty ? 0 : taken);
      return before + taken;
    },
  };
}
