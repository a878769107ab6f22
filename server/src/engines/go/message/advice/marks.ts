import { certain, inserted, possible, replaced } from "../../../../base/rewrites.js";
import { span } from "../../../../base/span.js";
import { type FaultAdvice, type Habit, insideText, rewriting } from "./action-fault.js";

/** `{{-x}}` and `{{x-}}`: a trim marker needs a blank beside it. */
export const trimBlank: Habit = ({ fault, text, action }) => {
  if (!/^(bad (number|character)|comment ends before|unexpected "-")/.test(fault.message)) return undefined;
  const says = "A trim marker needs a blank beside it.";
  const isBefore = text[action.start + 2] === "-" && fault.span.start === action.start + 2;
  if (isBefore) return rewriting(says, certain('Put a blank behind "{{-"', inserted(action.start + 3, " ")));
  const marker = text.slice(fault.span.start, fault.span.end + 3).indexOf("-}}");
  if (marker < 0) return undefined;
  return rewriting(says, certain('Put a blank in front of "-}}"', inserted(fault.span.start + marker, " ")));
};

/** `{{ /* … *\/ }}`: nothing may stand between the braces and the comment. */
export const looseComment: Habit = ({ fault, text, action }) => {
  const whole = text.slice(action.start, action.end);
  const [, open = "", comment = "", close = ""] = /^(\{\{(?:-\s)?)\s*(\/\*[\s\S]*?\*\/)\s*?((?:\s-)?\}\})$/.exec(whole) ?? [];
  if (comment === "" || !/^(unexpected "\/"|comment ends)/.test(fault.message)) return undefined;
  const says = "The marks of a comment touch the braces: {{/* … */}}.";
  return rewriting(says, certain("Drop the blanks around the comment", replaced(action, open + comment + close)));
};

/** `{{! note }}`, `{{# note }}` and `{{// note}}` are comments elsewhere. */
export const foreignComment: Habit = (at) => {
  const [, note] = /^(?:!--|!(?=\s)|\/\/|#(?=\s))\s*([\s\S]*?)(?:--)?$/.exec(insideText(at)) ?? [];
  if (note === undefined || note.includes("*/")) return undefined;
  const { text, action } = at;
  const [open = ""] = /^\{\{(?:-\s)?/.exec(text.slice(action.start, action.end)) ?? [];
  const close = /\s-\}\}$/.test(text.slice(action.start, action.end)) ? " -}}" : "}}";
  return rewriting(
    "A comment is written {{/* … */}}.",
    certain("Make it a comment", replaced(action, `${open}/* ${note.trim()} */${close}`)),
  );
};

/** `{{ .x }` and actions that go on over lines of text, for nothing closes them. */
export const unclosedAction: Habit = ({ fault, text, action }) => {
  const { start } = fault.span;
  if (text[start] === "}" && text[start + 1] !== "}" && text[start - 1] !== "}") {
    return rewriting('An action ends with "}}".', certain('Change "}" to "}}"', inserted(start + 1, "}")));
  }
  const line = /^[^\r\n]*/.exec(text.slice(action.start))?.[0] ?? "";
  const end = action.start + line.trimEnd().length;
  if (fault.opener !== undefined || line.includes("}}") || !(start > end || fault.message.startsWith("unclosed action"))) return undefined;
  return rewriting('An action ends with "}}".', possible('Close the action with "}}"', inserted(end, " }}")));
};

/** `'text'` is a character in Go, and `"text` has no end. */
export const quotes: Habit = ({ fault, text }) => {
  const { span: at, message } = fault;
  if (message.startsWith("malformed character constant") || (message === "invalid syntax" && text[at.start] === "'")) {
    const inner = text.slice(at.start + 1, at.end - 1);
    const says = "Single quotes are for one character.";
    if (/["\\]/.test(inner)) return rewriting(says);
    return rewriting(says, certain("Use double quotes", replaced(span(at.start, at.end), `"${inner}"`)));
  }
  return message.startsWith("unterminated") ? unfinishedString(text, at.start) : undefined;
};

function unfinishedString(text: string, start: number): FaultAdvice {
  const mark = text[start] as string;
  const line = /^[^\r\n]*/.exec(text.slice(start))?.[0] ?? "";
  const [close] = /\s*(?:\s-)?\}\}/.exec(line) ?? [];
  const says = `Close the string with ${mark}.`;
  return close === undefined
    ? rewriting(says)
    : rewriting(says, certain(`Close the string with ${mark}`, inserted(start + line.indexOf(close), mark)));
}

/** `add 1, 2`: arguments are parted by blanks. */
export const commas: Habit = ({ fault, text, tokens }) => {
  if (!fault.message.startsWith('unexpected "," in')) return undefined;
  const all = tokens.filter(({ text: mark, start }) => mark === "," && start >= fault.span.start);
  const edits = all.map(({ start, end }) => replaced(span(start, end), /\s/.test(text[end] ?? "") ? "" : " "));
  return rewriting("Blanks part the arguments of a function.", certain("Drop the commas", ...edits));
};

/** `{{$x=2}}`: names end with a blank. */
export const assignment: Habit = ({ fault, text }) => {
  const at = fault.span.end - 1;
  if (text[at] !== "=" || text[at + 1] === "=" || !fault.message.startsWith("bad character") || text[fault.span.start] !== "$")
    return undefined;
  const edit = replaced(span(at, at + 1), /\s/.test(text[at + 1] ?? "") ? " =" : " = ");
  return rewriting('A blank belongs in front of "=".', certain('Put blanks around "="', edit));
};
