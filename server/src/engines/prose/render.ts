import type { Json } from "../../base/json.js";
import { utf8Length } from "../../base/source-text.js";
import { trimmed } from "../../syntax/prose/white-space.js";
import { type Data, DataTable, dataOfJson } from "./language/data.js";
import type { GlobalData, ProseScope } from "./language/resolve.js";
import { type Meter, substitute } from "./language/substitute.js";

/** What prose is substituted from. A global that JSON cannot hold is written `"$function"`. */
export interface ProseInput {
  /** The run's input string. */
  readonly args: string;
  /** What the input was parsed to; absent when it could not be. */
  readonly argv?: Json;
  /** The present member of a fanout; absent outside of one. */
  readonly item?: Json;
  readonly var?: Json;
  readonly sys?: Json;
  readonly globals?: { readonly [name: string]: Json };
}

/** Why prose could not be substituted. */
export interface ProseError {
  /** A kind of spec/prose-substitution.md §11, or "Limit". */
  readonly kind: string;
  /** The placeholder at fault, in UTF-8 bytes of the trimmed prose. */
  readonly offset: number;
  readonly path?: string;
  readonly message: string;
}

/** The substituted text, or the first error. */
export type ProseResult = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: ProseError };

/** So many UTF-16 units may come out. */
const longestOutput = 64 << 20;

/** So deep may values nest. */
const mostLevels = 1000;

/** Substitutes prose by itself (spec/prose-substitution.md). White space around it is left out; without a scope nothing is known. Never throws. */
export function renderProse(prose: string, input: ProseInput = { args: "" }): ProseResult {
  const result = renderAlone(prose, input);
  return result.ok ? result : { ok: false, error: result.error };
}

/** As `renderProse`; `at` is the UTF-16 offset of the placeholder at fault in the whole text. */
export function renderAlone(prose: string, input: ProseInput): ProseResult & { readonly at?: number } {
  const span = trimmed(prose, { start: 0, end: prose.length });
  let left = longestOutput;
  const meter: Meter = {
    step() {},
    put(units) {
      left -= units;
      if (left < 0) throw outputTooLong;
    },
  };
  const scope = scopeOf(input);
  if ("unfit" in scope) return failed("Serialize", `${scope.unfit} is not JSON data, or nests deeper than ${mostLevels} levels`);
  try {
    const result = substitute(prose, span, scope, meter);
    if (result.ok) return { ok: true, text: result.pieces.map(({ text }) => text).join("") };
    const { kind, span: at, path, message } = result.error;
    const offset = utf8Length(prose, span.start, at.start);
    return { ok: false, at: at.start, error: { kind, offset, ...(path !== undefined && { path }), message } };
  } catch (error) {
    if (error !== outputTooLong) throw error;
    return failed("Limit", `the text is longer than ${longestOutput} characters`);
  }
}

/** What no placeholder is to blame for. */
function failed(kind: string, message: string): ProseResult {
  return { ok: false, error: { kind, offset: 0, message } };
}

const outputTooLong = new Error("output too long");

/** What placeholders name; or the value of the input that is no data. */
function scopeOf({ args, argv, item, var: clipboard, sys, globals = {} }: ProseInput): ProseScope | { readonly unfit: string } {
  const values = { argv: argv ?? undefined, item, var: clipboard, sys };
  const data: { [name in keyof typeof values]?: Data } = {};
  for (const name of ["argv", "item", "var", "sys"] as const) {
    const value = values[name];
    if (value === undefined) continue;
    const made = dataOfJson(value, mostLevels);
    if (made === undefined) return { unfit: name };
    data[name] = made;
  }
  const known = new Map<string, GlobalData | undefined>();
  return {
    args: String(args ?? ""),
    argv: data.argv,
    item: data.item,
    var: tableOf(data.var),
    sys: tableOf(data.sys),
    global(name) {
      if (!known.has(name)) known.set(name, Object.hasOwn(globals, name) ? globalOf(globals[name] as Json) : undefined);
      return known.get(name);
    },
  };
}

function tableOf(data: Data | undefined): DataTable {
  return data instanceof DataTable ? data : new DataTable();
}

function globalOf(json: Json): GlobalData | undefined {
  if (json === null || json === undefined) return undefined;
  if (json === "$function") return { cause: "It is a function." };
  const data = dataOfJson(json, mostLevels);
  return data === undefined ? { cause: "It is no JSON, or nests too deeply." } : { data };
}
