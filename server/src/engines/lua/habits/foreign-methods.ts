import { certain, possible } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import { type CallTemplate, readCall, rewriteCall } from "./call-template.js";
import type { Advice } from "./fault.js";

type Row = readonly [names: string, says: string, lua?: CallTemplate, isCertain?: "maybe"];

const going =
  "Lua goes through a list with 'for item in values(list) do … end', through a table with 'for key, value in pairs(t) do … end'.";
const pattern = "Lua writes 'x:gsub(pattern, text)'; signs as '.' and '-' have a meaning in patterns.";

/** Methods that values have in other languages. Of several rows with the same name, the first that fits the arguments counts. */
const rows: readonly Row[] = [
  ["insert", "Lua writes 'table.insert(list, x)'.", "table.insert($0, $1)"],
  ["insert", "Lua writes 'table.insert(list, place, x)', and counts from 1.", "table.insert($0, $1, $2)", "maybe"],
  ["remove", "Lua writes 'table.remove(list, place)', and counts from 1."],
  ["push append add push_back", "Lua writes 'table.insert(list, x)'.", "table.insert($0, $1)"],
  ["unshift prepend", "Lua writes 'table.insert(list, 1, x)'.", "table.insert($0, 1, $1)"],
  ["pop", "Lua writes 'table.remove(list)'.", "table.remove($0)"],
  ["shift", "Lua writes 'table.remove(list, 1)'.", "table.remove($0, 1)"],
  ["sort", "Lua writes 'table.sort(list)'.", "table.sort($0)"],
  ["length size len count", "Lua writes '#x' for the length.", "#$0"],
  ["join", "Lua writes 'table.concat(list, \", \")'.", "table.concat($0, $1)"],
  ["join", "Lua writes 'table.concat(list)'.", "table.concat($0)", "maybe"],
  ["toUpperCase uppercase upcase", "Lua writes 'x:upper()'.", "$0:upper()"],
  ["toLowerCase lowercase downcase", "Lua writes 'x:lower()'.", "$0:lower()"],
  ["repeat", "Lua writes 'x:rep(n)'.", "$0:rep($1)"],
  ["trim strip", "Lua writes 'x:match(\"^%s*(.-)%s*$\")'.", '$0:match("^%s*(.-)%s*$")'],
  ["toString to_s", "Lua writes 'tostring(x)'.", "tostring($0)"],
  ["to_i to_f", "Lua writes 'tonumber(x)'.", "tonumber($0)"],
  ["get", "Lua writes 't[key] or \"default\"'.", "($0[$1] or $2)", "maybe"],
  ["get", "Lua writes 't[key]'.", "$0[$1]", "maybe"],
  ["hasOwnProperty has_key", "Lua writes 't[key] ~= nil'.", "($0[$1] ~= nil)"],
  [
    "includes contains has include",
    "Lua writes 'x:find(text, 1, true)' for a part of a text, and 't[key] ~= nil' for a key of a table; a list is gone through.",
  ],
  ["indexOf index", "Lua writes 'x:find(text, 1, true)' for a part of a text; a list is gone through."],
  ["startsWith startswith start_with endsWith endswith", "Lua writes 'x:sub(1, #start) == start'."],
  ["split", "Lua has no 'split'. Go through the parts: 'for part in x:gmatch(\"[^,]+\") do … end'."],
  ["replace replaceAll replaceall gsub", pattern],
  ["capitalize title", "Lua writes 'x:sub(1, 1):upper() .. x:sub(2)'."],
  ["substring substr slice charAt", "Lua writes 'x:sub(first, last)' for a part of a text, and counts from 1."],
  ["toFixed", "Lua writes 'string.format(\"%.2f\", x)'."],
  ["format", "Lua writes 'string.format(\"%s is %d\", name, n)', with signs that start with '%'."],
  ["concat extend", "Lua joins texts with '..'; lists are joined with 'table.insert' in a loop."],
  ["forEach each map filter reduce find some every items keys values entries iteritems", going],
];

/** What Lua has for a method of another language; undefined for one that nobody knows. */
export function methodSays(name: string): string | undefined {
  return rows.find(([names]) => names.split(" ").includes(name))?.[1];
}

const longest = 200;

/** What to write for the method at a span (`source.name(…)` or `source:name(…)`) that a value does not have; undefined for one that nobody knows. */
export function foreignMethod(source: string, at: Span): Advice | undefined {
  const written = source.slice(at.start, at.end);
  const before = source.slice(Math.max(0, at.start - longest), at.start);
  const receiver = /([A-Za-z_][\w.]*)\s*[.:]\s*$/.exec(before);
  const fitting = rows.filter(([names]) => names.split(" ").includes(written));
  const [first] = fitting;
  if (first === undefined || !/^\s*\(/.test(source.slice(at.end, at.end + longest))) return undefined;
  const call = readCall(source, at);
  if (receiver === null || call === undefined) return { says: first[1], choices: [] };
  const start = at.start - before.length + receiver.index;
  const object = span(start, start + (receiver[1] as string).length);
  for (const [, says, lua, isCertain] of fitting) {
    const whole = { ...call, span: span(start, call.span.end) };
    const edits = lua === undefined ? undefined : rewriteCall(source, whole, lua, object);
    if (edits === undefined || lua === undefined) continue;
    const shown = lua
      .replace(/^\((.*)\)$/, "$1")
      .replaceAll("$0", receiver[1] as string)
      .replace(/\$[\d*]/g, "…");
    return { says, choices: [(isCertain === undefined ? certain : possible)(`Write '${shown}'`, ...edits)] };
  }
  return { says: first[1], choices: [] };
}
