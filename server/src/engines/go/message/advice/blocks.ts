import { certain, inserted, possible, replaced } from "../../../../base/rewrites.js";
import { span } from "../../../../base/span.js";
import { type FaultAdvice, type Habit, insideText, rewriting } from "./action-fault.js";

/** A block without its `end`: at the end of its line when text follows it there, and behind the template. */
export function missingEnd(text: string, opener: { readonly start: number; readonly end: number }): FaultAdvice {
  const [word = ""] = /[a-z]+/.exec(text.slice(opener.start, opener.end)) ?? [];
  const line = /^[^\r\n]*/.exec(text.slice(opener.end))?.[0] ?? "";
  const inLine =
    line.trim() === "" ? [] : [possible("Insert {{end}} at the end of the line", inserted(opener.end + line.trimEnd().length, "{{end}}"))];
  const last = text.trimEnd().length;
  const isOnOwnLine = /[\r\n]/.test(text.slice(opener.end, last));
  const behind = possible("Insert {{end}} at the end of the message", inserted(last, isOnOwnLine ? "\n{{end}}" : "{{end}}"));
  return rewriting(`Close {{${word}}} with {{end}}.`, ...(isOnOwnLine ? [...inLine, behind] : inLine.length > 0 ? inLine : [behind]));
}

/** An `end` too many. */
export const strayEnd: Habit = ({ fault, action, text }) => {
  if (fault.message !== "unexpected {{end}}") return undefined;
  const before = text.slice(0, action.start);
  const [indent = ""] = /(?:^|\n)[ \t]*$/.exec(before) ?? [];
  const [rest = ""] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(action.end)) ?? [];
  const isAlone = indent !== "" && rest !== "";
  const line = isAlone ? span(action.start - indent.replace("\n", "").length, action.end + rest.length) : action;
  return rewriting("No block is open here.", possible("Drop {{end}}", replaced(line, "")));
};

/** `{{end` and `{{else` in a definition, or a definition in a block. */
export const definitionInBlock: Habit = ({ fault, action, text }) => {
  if (fault.message !== "unexpected <define> in command") return undefined;
  const start = text.lastIndexOf("\n", action.start - 1) + 1;
  const isOwnLine = text.slice(start, action.start).trim() === "";
  const edit = isOwnLine ? inserted(start, "{{end}}\n") : inserted(action.start, "{{end}}");
  return rewriting("Templates are defined outside of blocks: end the block first.", possible("Insert {{end}} in front of it", edit));
};

/** `{{define name}}`, `{{template name .}}`: the name is a string. */
export const unquotedName: Habit = (at) => {
  const [head = "", word, name = ""] = /^(define|template|block)\s+([\w./-]+)/.exec(insideText(at)) ?? [];
  if (word === undefined || !/ in (define|template|block) clause$/.test(at.fault.message) || name.startsWith(".")) return undefined;
  const start = at.inside.start + head.length - name.length;
  return rewriting(
    "The name of a template is a string.",
    certain(`Write "${name}"`, replaced(span(start, start + name.length), `"${name}"`)),
  );
};
