import { inserted, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import { operatorEdits } from "./operators.js";
import { questionEdits } from "./predicates.js";

/** The head of a branch or of a loop with a condition, and the edits that make it Lua; none where it is. */
export interface ConditionMark {
  readonly role: "open" | "middle";
  readonly edits: readonly TextEdit[];
  readonly says: string;
}

const head = /^(\}\s*)?#?\s*(if|unless|while|until|elseif|elif|elsif|else\s+if)\b\s*(?=[\s(.$!])/;
/** Longer ones are not read again and again, in UTF-16 units. */
const longest = 2000;

/** Reads a tag's code as `if`, `elif x:`, `unless`, `} else if (x) {` and their like; `content` is its span without blanks around. */
export function readCondition(source: string, content: Span): ConditionMark | undefined {
  const text = source.slice(content.start, Math.min(content.end, content.start + longest + 1));
  const match = head.exec(text);
  if (match === null || text.length > longest) return undefined;
  const word = match[2] as string;
  const wanted = word === "while" || word === "until" ? "do" : "then";
  const start = content.start + (match[1] ?? "").length + text.slice((match[1] ?? "").length).indexOf(word) + word.length;
  const tail = new RegExp(`(\\s${wanted}|:|\\{)$`).exec(text)?.[0].trim() ?? "";
  const end = content.start + text.slice(0, text.length - tail.length).trimEnd().length;
  const condition = source.slice(start, end);
  if (condition.trim() === "" || /\b(if|for|while|do|then|end|function|repeat|return|local)\b/.test(condition)) return undefined;
  const isNegated = word === "unless" || word === "until";
  const lua = word.startsWith("el") ? "elseif" : word === "unless" ? "if" : word === "until" ? "while" : word;
  const edits: TextEdit[] = [];
  if (lua !== word || text[0] !== word[0]) edits.push(replaced(span(content.start, start), lua));
  if (isNegated) edits.push(inserted(start + (/^\s*/.exec(condition)?.[0].length ?? 0), "not ("));
  for (const sign of condition.matchAll(/(^|[\s(])([.$]+)(?=[A-Za-z_])/g)) {
    const place = start + sign.index + (sign[1]?.length ?? 0);
    edits.push(replaced(span(place, place + (sign[2]?.length ?? 0)), ""));
  }
  edits.push(...operatorEdits(source, span(start, end)), ...questionEdits(source, span(start, end)));
  if (tail !== wanted) edits.push(replaced(span(end, content.end), `${isNegated ? ")" : ""} ${wanted}`));
  else if (isNegated) edits.push(inserted(end, ")"));
  const says = lua === word ? `Lua writes '${lua} … ${wanted}'.` : `Lua writes '${lua} … ${wanted}' for '${word}'.`;
  return { role: lua === "elseif" ? "middle" : "open", edits, says };
}
