import { replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import { readCondition } from "./condition-mark.js";
import type { LuaPlace } from "./fault.js";
import { holds } from "./holds.js";
import { readLoop } from "./loop-mark.js";
import { woven } from "./weave.js";

/** A tag that opens, divides or closes a block, and the edits that make it Lua; no edits where it is Lua already. */
export interface BlockMark {
  readonly place: LuaPlace;
  readonly role: "open" | "middle" | "close";
  readonly edits: readonly TextEdit[];
  readonly says: string;
  readonly isCertain: boolean;
  readonly isLoop?: true;
}

type Reading = Omit<BlockMark, "place">;

const each = /^#\s*each\s+([\w.]+)(?:\s+as\s+\|\s*(\w+)(?:\s+(\w+))?\s*\|)?$/;
const range = /^range\s+(?:(?:\$(\w+)\s*,\s*)?\$(\w+)\s*:=\s*)?([\w.$]+)$/;
const closers =
  /^(end|endif|endfor|endwhile|endunless|endforeach|end\s+(?:if|for|while|foreach)|fi|done|\/\s*(?:if|each|unless|for|while|foreach))\s*;?$/;
const brace = /^\}\s*\)?\s*;?$/;
const middles = /^(?:\}\s*)?(else|\^)\s*[:{]?$/;

/** Reads a tag as part of a block in Lua, Jinja, Handlebars, Liquid, JavaScript, PHP, Ruby or Go; undefined for any other code. */
export function readBlockMark(source: string, place: LuaPlace): BlockMark | undefined {
  const written = source.slice(place.code.start, place.code.end);
  const start = place.code.start + (written.length - written.trimStart().length);
  const content = span(start, Math.max(start, place.code.start + written.trimEnd().length));
  const found = readMark(source, content, written.trim());
  if (found === undefined) return undefined;
  const delimiters = place.kind === "expression" ? asCode(source, place) : [];
  const edits = [...delimiters, ...found.edits];
  const isStatement = found.edits.length === 0 && edits.length > 0;
  return { ...found, place, edits, ...(isStatement && { says: "Statements stand in '{% … %}'." }) };
}

function readMark(source: string, content: Span, text: string): Reading | undefined {
  const closer = closers.exec(text)?.[1];
  const isBrace = brace.test(text);
  if (closer !== undefined || isBrace) {
    const says = isBrace ? "Lua blocks have no braces: they close with 'end'." : "A Lua block closes with 'end'.";
    return { role: "close", edits: closer === "end" ? [] : [replaced(content, "end")], says, isCertain: true };
  }
  if (middles.test(text))
    return { role: "middle", edits: text === "else" ? [] : [replaced(content, "else")], says: "Lua writes 'else'.", isCertain: true };
  const head = /^function\s*[\w.:]*\s*\([\w\s,]*\)(?=\s*\{$)/.exec(text)?.[0];
  if (head !== undefined) {
    const edits = woven(source, content, [span(content.start, content.start + head.length)]);
    return { role: "open", edits, says: "Lua writes 'function f(x) … end'.", isCertain: true };
  }
  const list = eachMark(source, content, text) ?? rangeMark(source, content, text) ?? readLoop(source, content);
  if (list !== undefined) return { ...list, role: "open", isLoop: true };
  const condition = readCondition(source, content);
  return condition === undefined ? undefined : { ...condition, isCertain: true };
}

/** `{{#each items as |item|}}` of Handlebars. */
function eachMark(source: string, content: Span, text: string): Omit<Reading, "role"> | undefined {
  const match = each.exec(text);
  if (match === null) return undefined;
  const [, list = "", name, index] = match;
  const start = content.start + text.indexOf(list, text.indexOf("each") + 4);
  const edits = woven(source, content, [
    index === undefined ? `for ${name ?? "this"} in values(` : `for ${index}, ${name} in ipairs(`,
    span(start, start + list.length),
    ") do",
  ]);
  const says = `Lua writes 'for ${name ?? "item"} in values(${list}) do … end'.`;
  return { edits, says, isCertain: index === undefined && (name !== undefined || holds(source, /\bthis\b/)) };
}

/** `{{ range $i, $x := .Items }}` of Go. */
function rangeMark(source: string, content: Span, text: string): Omit<Reading, "role"> | undefined {
  const match = range.exec(text);
  const [, index, name, list = ""] = match ?? [];
  const bare = list.replace(/^[.$]+/, "");
  if (match === null || bare === "") return undefined;
  const names = index === undefined ? (name ?? "item") : `${index}, ${name}`;
  const head = `for ${names} in ${index === undefined ? "values" : "ipairs"}(`;
  const edits = woven(source, content, [head, span(content.end - bare.length, content.end), ") do"]);
  return { edits, says: `Lua writes 'for item in values(${bare}) do … end'.`, isCertain: name !== undefined };
}

/** `{{` and `}}` as `{%` and `%}`, with a blank where the code touches them. */
function asCode(source: string, { span: { start, end }, code }: LuaPlace): TextEdit[] {
  const before = code.start === start + 2 && /\S/.test(source[code.start] ?? " ") ? "{% " : "{%";
  const after = code.end === end - 2 && /\S/.test(source[code.end - 1] ?? " ") ? " %}" : "%}";
  return [replaced(span(start, start + 2), before), replaced(span(end - 2, end), after)];
}
