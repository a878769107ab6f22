import type { Span } from "../../base/span.js";

/** A line of YAML in block style, as far as options can be written in one. Offsets are those of the code. */
export interface YamlLine {
  readonly start: number;
  /** Blanks in front of its first word or dash. */
  readonly indent: number;
  /** Nothing but blanks or a comment. */
  readonly isBlank: boolean;
  /** It starts with a dash. */
  readonly isItem: boolean;
  readonly key: { readonly name: string; readonly span: Span } | undefined;
  /** What follows the dash or the key, without blanks around it and without a comment. */
  readonly rest: Span;
}

const form = /^([ \t]*)(-(?:[ \t]+|$))?(?:("[^"]*"[ \t]*|'[^']*'[ \t]*|[^\s"'#[\]{},&*!|>%@`:][^:#]*):(?=[ \t]|$))?([ \t]*)/;

/** No option is written in a line of more UTF-16 units. */
const longest = 1000;

/** The lines of a code up to the one that holds an offset. A line that is still blank is indented as far as the cursor is. */
export function yamlLines(code: string, at: number): YamlLine[] {
  const lines: YamlLine[] = [];
  for (let start = 0; start <= at; ) {
    const newline = /\r\n?|\n/g;
    newline.lastIndex = start;
    const found = newline.exec(code);
    const end = found?.index ?? code.length;
    lines.push(lineOf(code.slice(start, Math.min(end, start + longest)), start, end < at ? undefined : at - start));
    if (found === null) break;
    start = newline.lastIndex;
  }
  return lines;
}

function lineOf(text: string, start: number, cursor: number | undefined): YamlLine {
  const [whole = "", blanks = "", dash = "", written] = form.exec(text) ?? [];
  const key = written?.trimEnd();
  const isBlank = /^\s*(?:#|$)/.test(text);
  const indent = isBlank && cursor !== undefined ? cursor : blanks.length;
  const keyStart = start + blanks.length + dash.length;
  const restStart = start + whole.length;
  const rest = text
    .slice(whole.length)
    .replace(/(?<=^|\s)#.*$/, "")
    .trimEnd();
  return {
    start,
    indent,
    isBlank,
    isItem: dash !== "",
    key: key === undefined ? undefined : { name: key.replace(/^["']|["']$/g, ""), span: { start: keyStart, end: keyStart + key.length } },
    rest: { start: restStart, end: restStart + rest.length },
  };
}
