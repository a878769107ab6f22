import type { Rewrite } from "../../../../base/diagnostic.js";
import { certain, inserted, possible, replaced } from "../../../../base/rewrites.js";
import { span } from "../../../../base/span.js";
import { type ActionFault, type Habit, insideText, rewriting } from "./action-fault.js";

/** Replaces what stands between the braces. */
function inside(at: ActionFault, newText: string, how: typeof certain = certain): Rewrite {
  const old = insideText(at);
  return how(`Change "${shortened(old)}" to "${shortened(newText)}"`, replaced(at.inside, newText));
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

/** `elif`, `elseif`, `else-if`, `elsif`, `else_if`: it is two words. */
export const elseIf: Habit = (at) => {
  const [, rest] = /^(?:elif|elsif|else(?:-|_|)?if)\b\s*([\s\S]*)$/i.exec(insideText(at)) ?? [];
  const isWith = /^else[-_]?with\b\s*([\s\S]*)$/i.exec(insideText(at));
  if (isWith !== null) return rewriting("It is written else with.", inside(at, `else with ${isWith[1]}`));
  return rest === undefined || rest === "" ? undefined : rewriting("It is written else if.", inside(at, `else if ${rest}`));
};

/** `{{else .x}}`: a condition needs its `if`. */
export const elseCondition: Habit = (at) => {
  const [, rest] = /^else\s+([\s\S]+)$/.exec(insideText(at)) ?? [];
  if (rest === undefined || !/^unexpected .* in else$/.test(at.fault.message)) return undefined;
  return rewriting("An else with a condition is written else if.", inside(at, `else if ${rest}`, possible));
};

/** `endif`, `end if`, `/if`, `endfor` …: every block ends with `end`. */
export const foreignEnd: Habit = (at) => {
  const text = insideText(at);
  const isForeign =
    /^(?:end[-_]?(?:if|range|with|for|foreach|each|define|block|unless|while|template)|\/\s*(?:if|range|with|for|each|unless|define|block))$/i;
  if (!isForeign.test(text) && !/^end\s+\S/.test(text)) return undefined;
  return rewriting("Every block ends with {{end}}.", inside(at, "end"));
};

/** `{{#if x}}`, `{{#each x}}`, `{{^}}` of Handlebars. */
export const handlebars: Habit = (at) => {
  const text = insideText(at);
  if (text === "^") return rewriting("Go writes {{else}}.", inside(at, "else"));
  const [, word, rest = ""] = /^#\s*(if|with|each|range|unless)\s+([\s\S]+)$/.exec(text) ?? [];
  if (word === undefined) return undefined;
  return rewriting(
    "Go has no # in front of words.",
    inside(at, opening(word, rest), /^[.$("]/.test(rest) && word !== "each" ? certain : possible),
  );
};

function opening(word: string, rest: string): string {
  if (word === "unless") return `if not ${/\s/.test(rest) ? `(${rest})` : rest}`;
  return `${word === "each" ? "range" : word} ${rest}`;
}

/** `for x in .list`, `foreach .list`, `unless .x`, `range x := .list`, `range $x in .list`. */
export const foreignLoop: Habit = (at) => {
  const text = insideText(at);
  const [, names, list] = /^(?:for|foreach|each|range)\s+(\$?\w+(?:\s*,\s*\$?\w+)?)\s*(?:\bin\b|:=|=)\s*([\s\S]+)$/.exec(text) ?? [];
  if (names !== undefined && list !== undefined) {
    const variables = names.split(/\s*,\s*/).map((name) => (name.startsWith("$") ? name : `$${name}`));
    const says = "Go writes {{range $name := list}}.";
    const isKnown = /^[.$(]/.test(list);
    const written = `range ${variables.join(", ")} := ${list}`;
    return written === text ? undefined : rewriting(says, inside(at, written, isKnown ? certain : possible));
  }
  const [, word, rest] = /^(for|foreach|each|unless|while)\s+([.$(][\s\S]*)$/.exec(text) ?? [];
  if (word === undefined || rest === undefined) return undefined;
  if (word === "unless") return rewriting("Go writes {{if not …}}.", inside(at, opening(word, rest), possible));
  return word === "while" ? rewriting("Go has no while.") : rewriting("Go writes {{range list}}.", inside(at, `range ${rest}`, possible));
};

/** `if .x then`, `range .list do`: nothing follows the pipeline. */
export const headerWord: Habit = (at) => {
  const { fault, text } = at;
  const word = text.slice(fault.span.start, fault.span.end);
  if ((word !== "then" && word !== "do") || fault.span.end !== at.inside.end) return undefined;
  const before = text.slice(0, fault.span.start).trimEnd().length;
  return rewriting(`Nothing follows the pipeline.`, certain(`Drop '${word}'`, replaced(span(before, fault.span.end), "")));
};

/** `let x = 1`, `set $x = 1`, `x := 1`: variables begin with `$`. */
export const declaration: Habit = (at) => {
  const [, name, value] = /^(?:(?:let|set|var|local|assign)\s+)?\$?([A-Za-z_]\w*)\s*(?::=|=(?!=))\s*([\s\S]+)$/.exec(insideText(at)) ?? [];
  const { message } = at.fault;
  if (name === undefined || !/^(function|unexpected|bad character|undefined)/.test(message) || insideText(at).startsWith("$"))
    return undefined;
  return rewriting("Variables begin with $.", inside(at, `$${name} := ${value}`, possible));
};

const values: { readonly [word: string]: string } = {
  null: "nil",
  None: "nil",
  none: "nil",
  undefined: "nil",
  Nil: "nil",
  NULL: "nil",
  True: "true",
  TRUE: "true",
  False: "false",
  FALSE: "false",
  this: ".",
};

/** Words for values, and what the scope holds, without its dot. */
export const bareName: Habit = ({ fault, text }) => {
  const { span: at, message } = fault;
  if (!/^function ".*" not defined$/.test(message)) return undefined;
  const word = text.slice(at.start, at.end);
  const isOwner = text[at.end] === ".";
  if (word === "this" && isOwner) return rewriting("The value itself is the dot.", certain("Drop 'this'", replaced(at, "")));
  const value = Object.hasOwn(values, word) ? values[word] : undefined;
  if (value !== undefined) return rewriting(`Go writes ${value}.`, certain(`Change '${word}' to '${value}'`, replaced(at, value)));
  if (!scopeNames.has(word)) return undefined;
  return rewriting(`It is a field of the scope: $.${word}.`, certain(`Write '$.${word}'`, inserted(at.start, "$.")));
};

const scopeNames = new Set(["inputs", "system", "time", "git", "env", "swarm", "invocationMode", "turns", "filename", "dirname"]);

/** `.inputs.`: a name is missing, or still being written. */
export const missingName: Habit = ({ fault, text }) => {
  const { start, end } = fault.span;
  const isBehind = text.slice(start, end) === "." && /[\w)]/.test(text[start - 1] ?? "");
  return isBehind && fault.message.startsWith("unexpected <.>") ? rewriting("A name is missing behind the dot.") : undefined;
};
