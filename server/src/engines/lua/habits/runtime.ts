import { certain, inserted, possible } from "../../../base/rewrites.js";
import type { Span } from "../../../base/span.js";
import type { Advice } from "./fault.js";

/** What other languages call values that Lua has under another name. */
export const foreignNames: ReadonlyMap<string, string> = new Map([
  ["null", "nil"],
  ["NULL", "nil"],
  ["Null", "nil"],
  ["None", "nil"],
  ["none", "nil"],
  ["undefined", "nil"],
  ["Nil", "nil"],
  ["NIL", "nil"],
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
]);

/** What people call that is no variable here, and what Lua has for it. */
const foreignFunctions: ReadonlyMap<string, string> = new Map([
  ["range", "Lua counts with 'for i = 1, 3 do … end', and goes through a list with 'for item in values(list) do … end'."],
  ["len", "Lua writes '#x' for the length."],
  ["str", "Lua writes 'tostring(x)'."],
  ["int", "Lua writes 'math.floor(x)' or 'tonumber(x)'."],
  ["float", "Lua writes 'tonumber(x)'."],
  ["upper", "Lua writes 'string.upper(x)'."],
  ["lower", "Lua writes 'string.lower(x)'."],
  ["join", "Lua writes 'table.concat(list, \", \")'."],
  ["enumerate", "Lua writes 'for item, loop in each(list) do … end'."],
  ["substr", "Lua writes 'string.sub(x, first, last)'."],
  ["replace", "Lua writes 'string.gsub(x, pattern, text)'."],
  ["sprintf", "Lua writes 'string.format(…)'."],
  ["json", "A table in '{{ … }}' comes out as JSON."],
  ["tojson", "A table in '{{ … }}' comes out as JSON."],
  ["import", "Write '{{ include(\"part.md\") }}'."],
  ["extends", "Write '{{ include(\"part.md\") }}'."],
]);

/** What to write for a name that is a function elsewhere; undefined for any other name, and for one that is only misspelled. */
export function foreignFunction(name: string, suggestions: readonly string[]): string | undefined {
  const isSlip = suggestions.some((known) => known.length === name.length && known[0]?.toLowerCase() === name[0]?.toLowerCase());
  return isSlip ? undefined : foreignFunctions.get(name);
}

/** What to write for `flemma` where it does not exist. */
export function absentFlemma(area: "expression" | "template" | "frontmatter" | "project"): string {
  return area === "project"
    ? 'flemma.opt belongs to documents. Write require("flemma").setup({ … }).'
    : "Options belong to the frontmatter. Set and read them there.";
}

/** Explains an error of a run at its exact place (offsets of `source`); undefined when its own words say enough. */
export function runtimeAdvice(source: string, at: Span, text: string): Advice | undefined {
  const written = source.slice(at.start, at.end);
  if (/^attempt to concatenate .*\(?a nil value\)?/.test(text) && isOperand(written)) {
    const says = `Set it first, or write '(${written} or "")' for an empty text.`;
    return { says, choices: [possible(`Write (${written} or "")`, inserted(at.start, "("), inserted(at.end, ' or "")'))] };
  }
  if (/^attempt to concatenate .*\(?a boolean value\)?/.test(text) && isOperand(written))
    return {
      says: `Write 'tostring(${written})'.`,
      choices: [certain(`Write tostring(${written})`, inserted(at.start, "tostring("), inserted(at.end, ")"))],
    };
  const plus = /^attempt to perform arithmetic on .*a string value/.test(text) ? plusBeside(source, at) : undefined;
  if (plus !== undefined) {
    const make = /^["']/.test(written) ? certain : possible;
    return { says: "Lua joins strings with '..'.", choices: [make("Change '+' to '..'", { span: plus, newText: ".." })] };
  }
  if (/^attempt to call .*a table value/.test(text) && isLoopList(source, at)) {
    const names = /([\w\s,]+)\bin\s+$/.exec(source.slice(0, at.start))?.[1] ?? "";
    const iterator = names.includes(",") ? "pairs" : "values";
    const says = `To go through a table, write '${iterator}(${written})'.`;
    return { says, choices: [certain(`Write ${iterator}(${written})`, inserted(at.start, `${iterator}(`), inserted(at.end, ")"))] };
  }
  return methodAdvice(source, at, text);
}

/** What methods of other languages are called, and what Lua calls them. */
const methods: ReadonlyMap<string, string> = new Map([
  ["toUpperCase", "upper"],
  ["toLowerCase", "lower"],
  ["uppercase", "upper"],
  ["lowercase", "lower"],
  ["downcase", "lower"],
  ["upcase", "upper"],
  ["repeat", "rep"],
]);

/** `name.upper()` and `name.toUpperCase()`: methods of a string are called with a colon; and `list.join(", ")`. */
function methodAdvice(source: string, at: Span, text: string): Advice | undefined {
  const written = source.slice(at.start, at.end);
  const receiver = /([A-Za-z_][\w.]*)\.$/.exec(source.slice(Math.max(0, at.start - 200), at.start))?.[1];
  const behind = source.slice(at.end, at.end + 1000);
  if (receiver === undefined || !/^\s*\(/.test(behind)) return undefined;
  const isUnknown = /^attempt to call field .*\(a nil value\)/.test(text);
  const dot = { start: at.start - 1, end: at.start };
  if (receiver !== "string" && text.startsWith(`bad argument #1 to '${written}' (string expected, got no value)`)) {
    const says = `Methods of a string are called with ':', as in '${receiver}:${written}()'.`;
    return { says, choices: [certain("Change '.' to ':'", { span: dot, newText: ":" })] };
  }
  const lua = isUnknown ? methods.get(written) : undefined;
  if (lua !== undefined) {
    const place = { start: dot.start, end: at.end };
    return { says: `Lua writes '${receiver}:${lua}()'.`, choices: [certain(`Write ':${lua}'`, { span: place, newText: `:${lua}` })] };
  }
  if (!isUnknown || written !== "join") return undefined;
  const open = /^\s*\(\s*/.exec(behind)?.[0] ?? "";
  const start = at.start - 1 - receiver.length;
  const place = { start, end: at.end + open.length };
  const says = `Lua writes 'table.concat(${receiver}, …)'.`;
  const list = behind.startsWith(")", open.length) ? receiver : `${receiver}, `;
  return { says, choices: [certain("Write 'table.concat(…)'", { span: place, newText: `table.concat(${list}` })] };
}

/** A name with its members: what can stand in brackets without a change of meaning. */
function isOperand(written: string): boolean {
  return /^[A-Za-z_][\w.]*$/.test(written) || /^[A-Za-z_][\w.]*\[[^[\]]*\]$/.test(written);
}

/** The `+` of which the text at `at` is an operand. */
function plusBeside(source: string, { start, end }: Span): Span | undefined {
  const behind = /^\s*\+(?!=)/.exec(source.slice(end))?.[0];
  if (behind !== undefined) return { start: end + behind.length - 1, end: end + behind.length };
  const before = /\+\s*$/.exec(source.slice(0, start))?.[0];
  return before === undefined ? undefined : { start: start - before.length, end: start - before.length + 1 };
}

function isLoopList(source: string, { start, end }: Span): boolean {
  return /\bfor\s+[\w\s,]+\bin\s+$/.test(source.slice(Math.max(0, start - 200), start)) && /^\s*do\b/.test(source.slice(end, end + 200));
}
