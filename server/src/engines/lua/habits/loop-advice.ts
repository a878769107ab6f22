import { certain, possible } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { Advice, Fault } from "./fault.js";
import { foreignCall } from "./foreign-calls.js";
import { methodSays } from "./foreign-methods.js";
import { readLoop } from "./loop-mark.js";

/** `for x in sorted(xs)`, `for x in xs if x > 0`: heads of loops that cannot be written in Lua alone. */
export function foreignLoop({ source, problem, tokens }: Fault): Advice | undefined {
  if (tokens[0]?.type !== "for" || !/^'(do' expected|=' or 'in' expected)/.test(problem.message)) return undefined;
  if (tokens.some(({ type }) => type === "if")) return { says: "A loop of Lua takes no condition: write an 'if' in it.", choices: [] };
  const list = tokens[tokens.findIndex(({ type }) => type === "in") + 1];
  const known = list?.type === "name" ? foreignCall(source, list) : undefined;
  const method = tokens.findIndex(({ type }, index) => type === "." && tokens[index + 2]?.type === "(");
  const says = known?.says ?? methodSays(tokens[method + 1]?.text ?? "");
  return says === undefined ? undefined : { says, choices: [] };
}

/** So far around a name the head of its loop is looked for, in UTF-16 units. */
const reach = 200;

/** The head of a loop in Lua, `for i in range(3) do`, in which a name at a span is called that Lua does not have. */
export function loopOverCall(source: string, at: Span): Advice | undefined {
  const before = /\bfor\s+\w+(?:\s*,\s*\w+)?\s+in\s+[\w.:]*$/.exec(source.slice(Math.max(0, at.start - reach), at.start));
  const behind = /^[^\r\n]*?\bdo\b/.exec(source.slice(at.end, at.end + reach));
  if (before === null || behind === null) return undefined;
  const head = span(at.start - before[0].length, at.end + behind[0].length);
  const loop = readLoop(source, head);
  if (loop === undefined || loop.edits.length === 0) return undefined;
  return { says: loop.says, choices: [(loop.isCertain ? certain : possible)("Write this loop in Lua", ...loop.edits)] };
}
