import { inserted, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { LuaPlace } from "./fault.js";
import { questionEdits } from "./predicates.js";

/** A tag that opens, divides or closes a block, and the edits that make it Lua; no edits where it is Lua already. */
export interface BlockMark {
  readonly place: LuaPlace;
  readonly role: "open" | "middle" | "close";
  readonly edits: readonly TextEdit[];
  readonly says: string;
  readonly isCertain: boolean;
}

const head = /^\s*#?\s*(if|unless|while|elseif|elif|elsif|else\s+if)\b\s*(?=[\s(.$!])/;
const loop = /^\s*#?\s*(?:for|foreach)\s+(\$?\w+(?:\s*,\s*\$?\w+)?)\s+(?:in|of)\s+/;
const count = /^\s*for\s+\w+\s*=\s*(?=\S)/;
const steps =
  /^\s*for\s*\(\s*(?:(?:let|var)\s+)?(\w+)\s*=\s*([\w.]+)\s*;\s*\1\s*(<=?)\s*([\w.#]+)\s*;\s*(?:\1\s*\+\+|\+\+\s*\1|\1\s*\+=\s*1)\s*\)\s*$/;
const each = /^\s*#\s*each\s+([\w.]+)(?:\s+as\s+\|\s*(\w+)\s*\|)?\s*$/;
const range = /^\s*range\s+(?:(?:\$(\w+)\s*,\s*)?\$(\w+)\s*:=\s*)?([\w.$]+)\s*$/;
const closers =
  /^\s*(end|endif|endfor|endwhile|endunless|endforeach|end\s+(?:if|for|while|foreach)|fi|done|\/\s*(?:if|each|unless|for|while|foreach))\s*;?\s*$/;
const middles = /^\s*(else|\^)\s*:?\s*$/;

/** Reads a tag as part of a block in Lua, Jinja, Handlebars, Liquid or Go; undefined for any other code. */
export function readBlockMark(source: string, place: LuaPlace): BlockMark | undefined {
  const text = source.slice(place.code.start, place.code.end);
  const from = place.code.start;
  const delimiters = place.kind === "expression" ? asCode(source, place) : [];
  const content = span(from + (text.length - text.trimStart().length), from + text.trimEnd().length);
  const mark = (role: BlockMark["role"], edits: readonly TextEdit[], says: string, isCertain = true): BlockMark => {
    const all = [...delimiters, ...edits];
    return { place, role, edits: all, says: edits.length === 0 && all.length > 0 ? "Statements stand in '{% … %}'." : says, isCertain };
  };
  const closer = closers.exec(text)?.[1];
  if (closer !== undefined) return mark("close", closer === "end" ? [] : [replaced(content, "end")], "A Lua block closes with 'end'.");
  if (middles.test(text)) return mark("middle", text.trim() === "else" ? [] : [replaced(content, "else")], "Lua writes 'else'.");
  const eachMatch = each.exec(text);
  if (eachMatch !== null) {
    const [, list = "", name] = eachMatch;
    const at = from + text.indexOf(list, text.indexOf("each") + 4);
    const edits = [
      replaced(span(content.start, at), `for ${name ?? "this"} in values(`),
      replaced(span(at + list.length, content.end), ") do"),
    ];
    return mark(
      "open",
      edits,
      `Lua writes 'for ${name ?? "item"} in values(${list}) do … end'.`,
      name !== undefined || /\bthis\b/.test(source),
    );
  }
  const rangeMatch = range.exec(text);
  if (rangeMatch !== null) {
    const [, index, name, list = ""] = rangeMatch;
    const at = from + text.lastIndexOf(list);
    const bare = list.replace(/^[.$]+/, "");
    if (bare === "") return undefined;
    const names = index === undefined ? (name ?? "item") : `${index}, ${name}`;
    const edits = [
      replaced(span(content.start, at + list.length - bare.length), `for ${names} in ${index === undefined ? "values" : "ipairs"}(`),
      replaced(span(at + list.length, content.end), ") do"),
    ];
    return mark("open", edits, `Lua writes 'for item in values(${bare}) do … end'.`, name !== undefined);
  }
  const stepsMatch = steps.exec(text);
  if (stepsMatch !== null) {
    const [, name, first, sign, last = ""] = stepsMatch;
    const until = sign === "<=" ? last : /^\d+$/.test(last) ? Number(last) - 1 : `${last} - 1`;
    return mark("open", [replaced(content, `for ${name} = ${first}, ${until} do`)], "Lua writes 'for i = 1, 3 do … end'.");
  }
  const loopMatch = loop.exec(text);
  if (loopMatch !== null) return loopMark(text, content, { from, names: loopMatch[1] as string, header: loopMatch[0], mark });
  const countHead = count.exec(text)?.[0];
  if (countHead !== undefined) return countMark(text, content, { from, header: countHead, mark });
  const word = head.exec(text)?.[1];
  return word === undefined ? undefined : conditionMark(text, content, { from, word, mark });
}

type Make = (role: BlockMark["role"], edits: readonly TextEdit[], says: string, isCertain?: boolean) => BlockMark;

function loopMark(text: string, content: Span, { from, names, header, mark }: { from: number; names: string; header: string; mark: Make }) {
  const start = from + header.length;
  const end = tailStart(text, from, "do");
  const list = text.slice(start - from, end - from);
  if (list.trim() === "" || hasBlockWord(list)) return undefined;
  const edits: TextEdit[] = [];
  if (!/^\s*for\b/.test(text)) edits.push(replaced(span(content.start, from + header.indexOf(names)), "for "));
  for (const dollar of header.matchAll(/\$/g)) edits.push(replaced(span(from + dollar.index, from + dollar.index + 1), ""));
  const isPlain = /^[\w.]+$/.test(list.trim());
  const of = /\bof(?=\s+$)/.exec(header);
  if (of !== null) edits.push(replaced(span(from + of.index, from + of.index + 2), "in"));
  if (isPlain) edits.push(inserted(start, names.includes(",") ? "pairs(" : "values("));
  const hasDo = /\bdo\s*$/.test(text);
  const close = isPlain ? ")" : "";
  if (!hasDo) edits.push(replaced(span(end, content.end), `${close} do`));
  else if (isPlain) edits.push(inserted(end, close));
  const isLua = edits.length === (isPlain ? 2 : 0) && hasDo;
  const says = "Lua writes 'for item in values(list) do … end'.";
  return isLua ? mark("open", [], says) : mark("open", edits, says);
}

function countMark(text: string, content: Span, { from, header, mark }: { from: number; header: string; mark: Make }) {
  const end = tailStart(text, from, "do");
  if (hasBlockWord(text.slice(header.length, end - from))) return undefined;
  return mark("open", /\bdo\s*$/.test(text) ? [] : [replaced(span(end, content.end), " do")], "Lua writes 'for i = 1, 3 do … end'.");
}

function conditionMark(text: string, content: Span, { from, word, mark }: { from: number; word: string; mark: Make }) {
  const wanted = word === "while" ? "do" : "then";
  const at = from + text.indexOf(word);
  const start = at + word.length;
  const end = tailStart(text, from, wanted);
  const condition = text.slice(start - from, end - from);
  if (condition.trim() === "" || hasBlockWord(condition)) return undefined;
  const isMiddle = word.startsWith("el");
  const lua = isMiddle ? "elseif" : word === "unless" ? "if" : word;
  const edits: TextEdit[] = [];
  const isNegated = word === "unless";
  if (lua !== word || text.trimStart().startsWith("#")) edits.push(replaced(span(content.start, start), lua));
  if (isNegated) edits.push(inserted(start + (/^\s*/.exec(condition)?.[0].length ?? 0), "not ("));
  for (const dot of condition.matchAll(/(^|[\s(])([.$]+)(?=[A-Za-z_])/g)) {
    const place = start + dot.index + (dot[1]?.length ?? 0);
    edits.push(replaced(span(place, place + (dot[2]?.length ?? 0)), ""));
  }
  edits.push(
    ...questionEdits(condition, span(0, condition.length)).map(({ span: at, newText }) =>
      replaced(span(start + at.start, start + at.end), newText),
    ),
  );
  const hasWord = new RegExp(`\\b${wanted}\\s*$`).test(text);
  if (!hasWord) edits.push(replaced(span(end, content.end), `${isNegated ? ")" : ""} ${wanted}`));
  else if (isNegated) edits.push(inserted(end, ")"));
  const says = lua === word ? `Lua writes '${lua} … ${wanted}'.` : `Lua writes '${lua} … ${wanted}' for '${word}'.`;
  return mark(isMiddle ? "middle" : "open", edits, says);
}

/** Where the condition or list ends: before `then`, `do` or a colon, and the blanks around them. */
function tailStart(text: string, from: number, word: string): number {
  return from + text.replace(new RegExp(`(\\s+${word}|\\s*:)?\\s*$`), "").length;
}

function hasBlockWord(code: string): boolean {
  return /\b(if|for|while|do|then|end|function|repeat|return|local)\b/.test(code);
}

/** `{{` and `}}` as `{%` and `%}`, with a blank where the code touches them. */
function asCode(source: string, { span: { start, end }, code }: LuaPlace): TextEdit[] {
  const before = code.start === start + 2 && /\S/.test(source[code.start] ?? " ") ? "{% " : "{%";
  const after = code.end === end - 2 && /\S/.test(source[code.end - 1] ?? " ") ? " %}" : "%}";
  return [replaced(span(start, start + 2), before), replaced(span(end - 2, end), after)];
}
