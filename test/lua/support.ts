import { type Limits, passiveLimits } from "../../server/src/lua/budget.js";
import { compile, type HoleHandler } from "../../server/src/lua/compile.js";
import { asRunError, type Chunk, LimitError, LuaError, type Site } from "../../server/src/lua/errors.js";
import { luaToString } from "../../server/src/lua/library/base.js";
import { createStandardLibrary } from "../../server/src/lua/library/standard.js";
import { numberToString, shortest } from "../../server/src/lua/numbers.js";
import { type Piece, parseChunk, parseTemplate } from "../../server/src/lua/parse.js";
import { createState, type LuaState } from "../../server/src/lua/state.js";
import { LuaTable } from "../../server/src/lua/table.js";
import type { LuaValue } from "../../server/src/lua/values.js";

/** A clock that stands at 2024-02-29 13:05:09 UTC. */
const clock = { epochMs: Date.UTC(2024, 1, 29, 13, 5, 9), timeZone: "UTC" };

/** A state with the standard library and roomy time: only steps, bytes and depth count in tests. */
export function testState(limits: Partial<Limits> = {}): LuaState {
  return createState({ limits: { ...passiveLimits, timeMs: 1e9, ...limits }, globals: createStandardLibrary({ seed: 7, clock }) });
}

export function testChunk(source: string): Chunk {
  return { id: "c", name: "c", source, firstLine: 1 };
}

/** What a program gave: values, or how it failed. */
export type Outcome =
  | { readonly kind: "values"; readonly values: readonly LuaValue[] }
  | { readonly kind: "syntax"; readonly message: string }
  | { readonly kind: "error"; readonly error: LuaError }
  | { readonly kind: "limit"; readonly error: LimitError };

/** Parses and runs a program. */
export function runProgram(source: string, state: LuaState = testState()): Outcome {
  const parsed = parseChunk(source);
  const [problem] = parsed.problems;
  if (problem) return { kind: "syntax", message: problem.message };
  try {
    return { kind: "values", values: compile(parsed, { chunk: testChunk(source) }).call(state, []) };
  } catch (error) {
    if (error instanceof LuaError) return { kind: "error", error };
    if (error instanceof LimitError) return { kind: "limit", error };
    throw error;
  }
}

/** The values a program returns as text with spaces between; failures as `error: …`, `syntax: …`, `limit: …`. */
export function evaluate(source: string, state: LuaState = testState()): string {
  const outcome = runProgram(source, state);
  switch (outcome.kind) {
    case "values":
      return outcome.values.map((value) => luaToString(value, state)).join(" ");
    case "syntax":
      return `syntax: ${outcome.message}`;
    case "error":
      return `error: ${outcome.error.text}`;
    case "limit":
      return `limit: ${outcome.error.limit}`;
  }
}

/** The text a site covers. */
export function textAt(site: Site | undefined): string | undefined {
  return site?.chunk.source.slice(site.span.start, site.span.end);
}

/** A value in a form that both engines can print alike. */
function show(value: LuaValue): string {
  if (typeof value === "string")
    return `"${value.replace(/[^ -~]|["\\]/g, (unit) => `\\x${unit.charCodeAt(0).toString(16).padStart(2, "0")}`)}"`;
  if (typeof value === "number") return Number.isFinite(value) && value !== 0 ? shortest(value, 17) : numberToString(value);
  if (value instanceof LuaTable) return "table";
  if (typeof value === "object") return value.kind;
  return value === undefined ? "nil" : String(value);
}

/** What a differential test compares: values, or the first line of the message. */
export function showOutcome(source: string): string {
  const outcome = runProgram(source);
  switch (outcome.kind) {
    case "values":
      return outcome.values.map(show).join(" ");
    case "syntax":
      return `syntax: ${outcome.message}`;
    case "error":
      return `error: ${typeof outcome.error.value === "string" ? outcome.error.value : show(outcome.error.value)}`.split("\n")[0] as string;
    case "limit":
      return `limit: ${outcome.error.limit}`;
  }
}

/** Cuts a template with `{{ e }}` and `{% code %}` into pieces, without any rule about what is inside. */
export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of source.matchAll(/\{\{(.*?)\}\}|\{%(.*?)%\}/gs)) {
    if (match.index > at) pieces.push({ kind: "text", span: { start: at, end: match.index } });
    at = match.index + match[0].length;
    pieces.push({ kind: match[1] === undefined ? "code" : "expression", span: { start: match.index + 2, end: at - 2 } });
  }
  if (at < source.length) pieces.push({ kind: "text", span: { start: at, end: source.length } });
  return pieces;
}

/** Renders a template; failing expressions print `<message>`. */
export function render(source: string, state: LuaState = testState()): string {
  const pieces = piecesOf(source);
  const parsed = parseTemplate(source, pieces);
  const [problem] = parsed.problems;
  if (problem) return `syntax: ${problem.message} @ ${source.slice(problem.span.start, problem.span.end)}`;
  let output = "";
  const holes: HoleHandler = {
    text(index) {
      const { start, end } = (pieces[index] as Piece).span;
      output += source.slice(start, end);
    },
    expression(_index, value) {
      try {
        output += luaToString(value(), state);
      } catch (thrown) {
        const error = asRunError(thrown);
        if (!(error instanceof LuaError)) throw error;
        output += `<${error.text}>`;
      }
    },
    failed(_index, error) {
      output += `<${error.text}>`;
    },
    broken(index) {
      const hole = parsed.holes.find((each) => each.index === index);
      output += `<${hole?.problem?.message} @ ${source.slice(hole?.problem?.span.start, hole?.problem?.span.end)}>`;
    },
  };
  try {
    compile(parsed, { chunk: testChunk(source), holes }).call(state, []);
  } catch (error) {
    if (!(error instanceof LuaError)) throw error;
    return `${output}!${error.text} @ ${textAt(error.site)}`;
  }
  return output;
}
