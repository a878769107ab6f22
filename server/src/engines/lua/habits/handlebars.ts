import type { Rewrite } from "../../../base/diagnostic.js";
import { certain, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { Advice, Fault, LuaPlace } from "./fault.js";

const words: readonly (readonly [RegExp, string])[] = [
  [/^\s*#\s*each\b/, "Lua writes '{% for item in values(list) do %} … {% end %}'."],
  [/^\s*#\s*unless\b/, "Lua writes '{% if not x then %} … {% end %}'."],
  [/^\s*#\s*if\b/, "Lua writes '{% if x then %} … {% end %}'."],
  [/^\s*#\s*with\b/, "Lua has no 'with'. Name the fields: '{{ user.name }}'."],
  [/^\s*\/\s*(if|each|unless|with)\s*$/, "A Lua block closes with '{% end %}'."],
  [/^\s*[/^]\s*\w+\s*$/, "Lua has no sections. Write '{% if x then %} … {% end %}', or '{% for item in values(x) do %} … {% end %}'."],
  [/^\s*>/, "Lua has no partials. Write '{{ include(\"part.md\") }}'."],
  [/^\s*\^/, "Lua writes '{% else %}'."],
];

/** Tags that only Handlebars and Mustache know, where no whole block can be rewritten. */
export function handlebarsTag({ source, place, at }: Fault): Advice | undefined {
  const text = source.slice(place.code.start, place.code.end);
  if (place.kind !== "expression" || at > 2) return undefined;
  const found = words.find(([pattern]) => pattern.test(text));
  return found === undefined ? undefined : { says: found[1], choices: [] };
}

/** `{{! a note }}`, `{{!-- a note --}}` and `{{& x}}`. */
export function mustacheSign({ source, place, at }: Fault): Advice | undefined {
  const text = source.slice(place.code.start, place.code.end);
  if (place.kind !== "expression") return undefined;
  if (/^~|~$/.test(text)) return trimSigns(text, place);
  if (at > 1) return undefined;
  if (text.startsWith("!--") || /^!\s+\w+\s+\w/.test(text)) return comment(text, place.span);
  if (/^!\s*\w+\s*$/.test(text)) return commentOrNot(text, place);
  if (/^\s*&\s*\w/.test(text)) {
    const sign = place.code.start + text.indexOf("&");
    return { says: "Nothing is escaped here: write the name alone.", choices: [certain("Drop '&'", replaced(span(sign, sign + 1), ""))] };
  }
  return undefined;
}

/** `{{~ x ~}}`: Handlebars trims blanks with another sign. */
function trimSigns(text: string, { code: { start, end } }: LuaPlace): Advice {
  const first = text.startsWith("~") ? [replaced(span(start, start + 1), "-")] : [];
  const last = text.length > 1 && text.endsWith("~") ? [replaced(span(end - 1, end), "-")] : [];
  return { says: "Blanks around a tag are trimmed with '-': '{{- x -}}'.", choices: [certain("Change '~' to '-'", ...first, ...last)] };
}

/** `{{! word }}`: a comment of Mustache, or the opposite of a value. */
function commentOrNot(text: string, { span: tag, code }: LuaPlace): Advice {
  const sign = span(code.start, code.start + 1);
  const word = /\s/.test(text[1] as string) ? "not" : "not ";
  const [asComment] = comment(text, tag).choices;
  return {
    says: "Lua writes 'not x'; a comment is written '{% -- … %}'.",
    choices: [possible("Change '!' to 'not'", replaced(sign, word)), { ...(asComment as Rewrite), certain: false }],
  };
}

function comment(text: string, tag: Span): Advice {
  const says = "A comment is written '{% -- … %}'.";
  const long = /^!--([\s\S]*?)-*$/.exec(text);
  const inner = (long?.[1] ?? text.slice(1)).trim();
  if (inner.includes("]]") || inner.includes("%}")) return { says, choices: [] };
  return { says, choices: [certain("Make it a Lua comment", replaced(tag, `{% --[[ ${inner} ]] %}`))] };
}
