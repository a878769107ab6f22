import type { DataPlace } from "./data-place.js";
import { flowPlace } from "./flow-place.js";
import { type QuotedWord, quotedWord } from "./quoted-word.js";
import { type YamlLine, yamlLines } from "./yaml-lines.js";

/** The place at an offset of YAML: in block style by indentation, in flow style by brackets. */
export function yamlPlace(code: string, at: number): DataPlace | undefined {
  const lines = yamlLines(code, at);
  const line = lines.at(-1);
  if (line === undefined || isComment(code.slice(line.start, at))) return undefined;
  const flow = flowAt(code, lines, at);
  if (flow !== undefined) {
    const found = flow.names && flowPlace(code.slice(flow.start), at - flow.start, flow.names);
    return found && { ...found, word: { start: found.word.start + flow.start, end: found.word.end + flow.start } };
  }
  const names = namesAround(lines, lines.length - 1);
  if (names === undefined) return undefined;
  if (line.key === undefined) return wordPlace(code, at, { kind: line.isItem ? "item" : "key", names, from: line.rest });
  if (line.isItem) return undefined;
  const { name, span } = line.key;
  if (span.start <= at && at <= span.end) return keyPlace(code, at, { names, span });
  return at > span.end + 1 ? wordPlace(code, at, { kind: "value", names: [...names, name], from: line.rest }) : undefined;
}

/** Quotes may hold the sign of a comment. */
function isComment(text: string): boolean {
  return /(?:^|\s)#/.test(text.replace(/"[^"]*"|'[^']*'/g, "x"));
}

function keyPlace(code: string, at: number, { names, span }: { names: readonly string[]; span: YamlLine["rest"] }): DataPlace | undefined {
  const word = wordIn(code, span, at);
  return word && { ...word, kind: "key", names, isFollowed: true };
}

/** The word that the rest of a line is. */
function wordPlace(
  code: string,
  at: number,
  { kind, names, from }: { kind: DataPlace["kind"]; names: readonly string[]; from: YamlLine["rest"] },
): DataPlace | undefined {
  const place = { kind, names, isFollowed: false };
  if (from.start === from.end) return { ...place, word: { start: at, end: at }, quote: "", isClosed: false };
  if (at < from.start || at > from.end) return undefined;
  const word = wordIn(code, from, at);
  return word && { ...place, ...word };
}

/** The word at a place, with or without quotes. In front of the quotes and behind them is none. */
function wordIn(code: string, at: YamlLine["rest"], cursor: number): QuotedWord | undefined {
  if (!/["']/.test(code.charAt(at.start))) return { word: at, quote: "", isClosed: false };
  const found = quotedWord(code, at, cursor);
  return found.word.start <= cursor && cursor <= found.word.end ? found : undefined;
}

/** The keys that a line lies in, the outermost first; undefined where its place is in no object of objects. */
function namesAround(lines: readonly YamlLine[], index: number): readonly string[] | undefined {
  const names: string[] = [];
  let { indent = 0, isItem = false } = lines[index] ?? {};
  for (let at = index - 1; at >= 0 && (indent > 0 || isItem); at--) {
    const line = lines[at] as YamlLine;
    const isOuter = line.indent < indent || (isItem && line.indent === indent && !line.isItem);
    if (line.isBlank || !isOuter) continue;
    if (line.key === undefined || line.isItem || line.rest.start < line.rest.end) return undefined;
    names.unshift(line.key.name);
    indent = line.indent;
    isItem = false;
  }
  return names;
}

/** The collection in flow style that holds an offset: where it starts, and what it is the value of. */
function flowAt(code: string, lines: readonly YamlLine[], at: number): { start: number; names: readonly string[] | undefined } | undefined {
  let end = 0;
  for (const [index, { start, rest, key, isItem }] of lines.entries()) {
    if (start < end || !/[[{]/.test(code.charAt(rest.start))) continue;
    end = flowEnd(code, rest.start);
    if (at <= rest.start || at >= end) continue;
    const names = namesAround(lines, index);
    return { start: rest.start, names: isItem || names === undefined ? undefined : key === undefined ? names : [...names, key.name] };
  }
  return undefined;
}

/** Where the bracket at `start` is closed; a bracket that is not, is open to the end. Quotes end with their line. */
function flowEnd(code: string, start: number): number {
  let depth = 0;
  let quote = "";
  for (let at = start; at < code.length; at++) {
    const unit = code.charAt(at);
    if (quote !== "") {
      if (unit === "\\" && quote === '"') at++;
      else if (unit === quote || unit === "\n") quote = "";
    } else if ((unit === '"' || unit === "'") && /[\s[{,:]/.test(code.charAt(at - 1))) quote = unit;
    else if (unit === "[" || unit === "{") depth++;
    else if ((unit === "]" || unit === "}") && --depth === 0) return at + 1;
  }
  return code.length + 1;
}
