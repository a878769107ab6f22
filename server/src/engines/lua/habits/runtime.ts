import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import type { Span } from "../../../base/span.js";
import { isOperand } from "./call-template.js";
import type { Advice } from "./fault.js";
import { foreignCall } from "./foreign-calls.js";
import { foreignMethod } from "./foreign-methods.js";
import { formatOperator } from "./literals.js";
import { loopOverCall } from "./loop-advice.js";

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
  if (/^attempt to index .*a number value/.test(text)) return numberMethod(source, at);
  if (/^attempt to call a (number|string) value/.test(text)) return loopOverConstant(source, at);
  const isArithmetic = /^attempt to perform arithmetic on .*a string value/.test(text);
  const formatted = isArithmetic ? formatOperator(source, at) : undefined;
  if (formatted !== undefined) return formatted;
  const plus = isArithmetic ? plusBeside(source, at) : undefined;
  if (plus !== undefined) {
    const make = /^["']/.test(written) ? certain : possible;
    return { says: "Lua joins strings with '..'.", choices: [make("Change '+' to '..'", { span: plus, newText: ".." })] };
  }
  if (/^attempt to call .*a table value/.test(text) && isLoopList(source, at)) {
    const names = /([\w\s,]+)\bin\s+$/.exec(before(source, at.start))?.[1] ?? "";
    const iterator = names.includes(",") ? "pairs" : "values";
    const says = `To go through a table, write '${iterator}(${written})'.`;
    return { says, choices: [certain(`Write ${iterator}(${written})`, inserted(at.start, `${iterator}(`), inserted(at.end, ")"))] };
  }
  return calledLibrary(source, at, text) ?? methodAdvice(source, at, text);
}

/** `x.toFixed(2)` and `x.toString()` of a number. */
function numberMethod(source: string, at: Span): Advice | undefined {
  const [call, name, digit] = /^\.(toFixed|toString)\(\s*(\d?)\s*\)/.exec(source.slice(at.end, at.end + 40)) ?? [];
  if (call === undefined || (name === "toFixed") !== (digit !== "")) return undefined;
  const open = name === "toFixed" ? `string.format("%.${digit}f", ` : "tostring(";
  const rewrite = certain(`Write '${open}…)'`, inserted(at.start, open), replaced({ start: at.end, end: at.end + call.length }, ")"));
  return { says: `Lua writes '${open}x)'.`, choices: [rewrite] };
}

/** `for i in 1, 3 do` and `for c in "abc" do`. */
function loopOverConstant(source: string, at: Span): Advice | undefined {
  const before = /\bfor\s+\w+\s+(in)\s+$/.exec(source.slice(Math.max(0, at.start - 200), at.start));
  if (before === null) return undefined;
  if (/["']/.test(source[at.start] as string))
    return { says: "To go through its letters, write 'for letter in x:gmatch(\".\") do … end'.", choices: [] };
  const says = "Lua counts with 'for i = 1, 3 do … end'.";
  const word = at.start - (/in\s+$/.exec(before[0])?.[0].length ?? 0);
  const isCount = /^\s*,/.test(source.slice(at.end, at.end + 40));
  return { says, choices: isCount ? [certain("Change 'in' to '='", replaced({ start: word, end: word + 2 }, "="))] : [] };
}

/** `name.upper()`: methods of a string are called with a colon; and methods that only other languages have. */
function methodAdvice(source: string, at: Span, text: string): Advice | undefined {
  const written = source.slice(at.start, at.end);
  const receiver = /([A-Za-z_][\w.]*)\.$/.exec(source.slice(Math.max(0, at.start - 200), at.start))?.[1];
  if (
    receiver !== undefined &&
    receiver !== "string" &&
    text.startsWith(`bad argument #1 to '${written}' (string expected, got no value)`)
  ) {
    const dot = { start: at.start - 1, end: at.start };
    const says = `Methods of a string are called with ':', as in '${receiver}:${written}()'.`;
    return { says, choices: [certain("Change '.' to ':'", { span: dot, newText: ":" })] };
  }
  if (!/^attempt to call (field|method) .*\(a nil value\)/.test(text)) return undefined;
  const loop = loopOverCall(source, at);
  if (loop !== undefined) return loop;
  const isLibrary = /(^|[^\w.])(math|string|table|os|vim|format)(\.\w+)?\.$/.test(source.slice(Math.max(0, at.start - 100), at.start));
  return isLibrary ? foreignCall(source, at) : foreignMethod(source, at);
}

/** `format("%s", x)` and `string(x)`: libraries of Lua that are functions elsewhere. */
const calledLibraries: ReadonlyMap<string, string> = new Map([
  ["format", "string.format"],
  ["string", "tostring"],
  ["table", "{ … }"],
]);

function calledLibrary(source: string, at: Span, text: string): Advice | undefined {
  const name = source.slice(at.start, at.end);
  const lua = calledLibraries.get(name);
  if (lua === undefined || !text.startsWith(`attempt to call global '${name}' (a table value)`)) return undefined;
  const says = `Lua writes '${lua.includes("{") ? lua : `${lua}(…)`}'.`;
  return { says, choices: lua.includes("{") ? [] : [certain(`Write '${lua}'`, replaced(at, lua))] };
}

/** The `+` of which the text at `at` is an operand. */
function plusBeside(source: string, { start, end }: Span): Span | undefined {
  const behind = /^\s*\+(?!=)/.exec(source.slice(end))?.[0];
  if (behind !== undefined) return { start: end + behind.length - 1, end: end + behind.length };
  const sign = /\+\s*$/.exec(before(source, start))?.[0];
  return sign === undefined ? undefined : { start: start - sign.length, end: start - sign.length + 1 };
}

/** The text before an offset, as far as it is of interest: of a long one, all of it would be looked through for each fault. */
function before(source: string, offset: number): string {
  return source.slice(Math.max(0, offset - 200), offset);
}

function isLoopList(source: string, { start, end }: Span): boolean {
  return /\bfor\s+[\w\s,]+\bin\s+$/.test(before(source, start)) && /^\s*do\b/.test(source.slice(end, end + 200));
}
