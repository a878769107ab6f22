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

/** Substitutes prose by itself (spec/prose-substitution.md). White space around it is left out. Never throws. */
export function renderProse(prose: string, input: ProseInput): ProseResult {
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
  try {
    const result = substitute(prose, span, scopeOf(input), meter);
    if (result.ok) return { ok: true, text: result.pieces.map(({ text }) => text).join("") };
    const { kind, span: at, path, message } = result.error;
    const offset = utf8Length(prose, span.start, at.start);
    return { ok: false, at: at.start, error: { kind, offset, ...(path !== undefined && { path }), message } };
  } catch (error) {
    if (error !== outputTooLong) throw error;
    return { ok: false, error: { kind: "Limit", offset: 0, message: `the text is longer than ${longestOutput} characters` } };
  }
}

const outputTooLong = new Error("output too long");

function scopeOf({ args, argv, item, var: clipboard, sys, globals = {} }: ProseInput): ProseScope {
  const known = new Map<string, GlobalData | undefined>();
  return {
    args: String(args ?? ""),
    argv: argv === undefined || argv === null ? undefined : dataOrNull(argv),
    item: item === undefined ? undefined : dataOrNull(item),
    var: tableOf(clipboard),
    sys: tableOf(sys),
    global(name) {
      if (!known.has(name)) known.set(name, Object.hasOwn(globals, name) ? globalOf(globals[name] as Json) : undefined);
      return known.get(name);
    },
  };
}

function dataOrNull(json: Json): Data {
  return dataOfJson(json) ?? null;
}

function tableOf(json: Json | undefined): DataTable {
  const data = json === undefined ? undefined : dataOfJson(json);
  return data instanceof DataTable ? data : new DataTable();
}

function globalOf(json: Json): GlobalData | undefined {
  if (json === null || json === undefined) return undefined;
  if (json === "$function") return { cause: "It is a function." };
  const data = dataOfJson(json);
  return data === undefined ? { cause: "It is no JSON, or nests too deeply." } : { data };
}
