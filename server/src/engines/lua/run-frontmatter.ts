import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { type Span, shift } from "../../base/span.js";
import type { ConfigNode, ConfigTable } from "../../config/config-node.js";
import { misspelledFlemma } from "../../config/misspelled-flemma.js";
import type { OptionWriter } from "../../config/option-writer.js";
import { duplicateKeys } from "../../config/write-faults.js";
import { inner } from "../../config/written-places.js";
import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import { compile, type Probe } from "../../lua/compile.js";
import type { Chunk } from "../../lua/errors.js";
import { parseChunk } from "../../lua/parse.js";
import type { Environment, LuaState } from "../../lua/state.js";
import { LuaTable, tableOf } from "../../lua/table.js";
import type { LuaFunction, LuaValue } from "../../lua/values.js";
import { shiftProblem } from "../../syntax/problems.js";
import { configNodeOf } from "./config-node.js";
import { reservedNames } from "./environment/environment.js";
import { explainFrontmatter } from "./habits/explain.js";
import { nestedFaults } from "./include/include-error.js";
import { typeOf } from "./inspect.js";
import { luaFromConfig } from "./json.js";
import { createOptionProxy } from "./options/option-proxy.js";
import { strayOptions } from "./options/stray-options.js";
import { type ChunkOffsets, type Place, runtimeProblem, syntaxProblem } from "./problems.js";

/** What running frontmatter gave. The variables it assigned are in the environment of the state. */
export interface FrontmatterRun {
  readonly ok: boolean;
  readonly variables: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** Frontmatter, where it stands, and where its options go. */
export interface FrontmatterScope {
  readonly chunk: Chunk;
  readonly start: number;
  readonly options: OptionWriter;
  readonly offsets: ChunkOffsets;
  readonly state: LuaState;
  /** Names that this document's language keeps for itself, beside those of all languages. */
  readonly reserved?: readonly string[];
  /** What a value of frontmatter that is data is in Lua, where the language has its own idea of that. */
  luaOf?(node: ConfigNode): LuaValue;
  readonly probe?: { readonly offset: number; record(probe: Probe): void };
}

/** Runs Lua frontmatter: its variables are the globals it assigned, its options go through `flemma.opt` (spec/flemma-templates.md §3, §6). */
export function runLuaFrontmatter(scope: FrontmatterScope): FrontmatterRun {
  const { chunk, state, start, options, offsets, probe } = scope;
  const whole = { start: 0, end: chunk.source.length };
  const place: Place = { area: "frontmatter", chunk, offset: start, tagAt: () => whole };
  const parsed = parseChunk(chunk.source);
  if (parsed.problems.length > 0)
    return failed(parsed.problems.slice(0, 1).map((problem) => syntaxProblem(problem, place, explainFrontmatter(chunk.source))));
  const before = new Map([...reservedNames, ...(scope.reserved ?? [])].map((name) => [name, state.environment.globals.get(name)]));
  const proxy = createOptionProxy(state, options, { parsed, chunk });
  state.environment.globals.set("flemma", proxy.flemma);
  try {
    compile(parsed, { chunk, ...(probe && { probe }) }).call(state, []);
  } catch (error) {
    return failed(nestedFaults(error) ?? [runtimeProblem(error, place, offsets, whole)]);
  } finally {
    proxy.close();
    state.environment.globals.delete("flemma");
  }
  const beside = [...proxy.stray(), ...strayOptions(parsed, chunk.source, options.vocabulary())];
  const stray = beside.map((problem) => shiftProblem(problem, start));
  const variables = assigned(state.environment);
  return { ok: stray.length === 0, variables, problems: [...stray, ...restoreReserved(scope, before)] };
}

/** Defines the variables of frontmatter that is data, and takes its options from the key `flemma`; spans of `root` are relative to the chunk. */
export function defineDataVariables(scope: FrontmatterScope, root: ConfigTable): FrontmatterRun {
  const { luaOf = luaFromConfig } = scope;
  const options = root.members.filter(({ name }) => name === "flemma");
  const written = options.at(-1);
  if (written !== undefined) scope.options.write({ path: [], action: "set", node: written.node });
  const run = defineVariables(
    scope,
    root.members.map(({ name, keySpan, node }) => ({ name, span: keySpan, value: () => luaOf(node) })),
  );
  const { source } = scope.chunk;
  const vocabulary = scope.options.vocabulary();
  const again = [...duplicateKeys(options, source), ...misspelledFlemma(root, source, vocabulary)].map((problem) =>
    shiftProblem(problem, scope.start),
  );
  return { ...run, problems: [...run.problems, ...again] };
}

/** A variable and where it is written, relative to the chunk. */
interface Definition {
  readonly name: string;
  readonly span: Span;
  value(): LuaValue;
}

function defineVariables({ chunk, state, start, reserved = [] }: FrontmatterScope, definitions: readonly Definition[]): FrontmatterRun {
  const { globals, assignedAt } = state.environment;
  const problems: Diagnostic[] = [];
  const names = new Set<string>();
  for (const { name, span, value } of definitions) {
    if (name === "flemma") continue;
    if (reservedNames.includes(name) || reserved.includes(name)) problems.push(reservedName(name, shift(inner(chunk.source, span), start)));
    else {
      globals.set(encodeUtf8(name), value());
      assignedAt.set(encodeUtf8(name), { chunk, span });
      names.add(name);
    }
  }
  return { ok: true, variables: [...names], problems };
}

/**
 * Runs frontmatter in a language that the project has a parser for: it is called with the code and with the paths of the
 * document, and returns a table of variables, whose key `flemma` holds options (seed "Custom frontmatter parsers").
 */
export function runParsedFrontmatter(scope: FrontmatterScope, language: string, parser: LuaFunction): FrontmatterRun {
  const { chunk, state, start, options, offsets } = scope;
  const code = chunk.source.replace(/\r?\n$/, "");
  const whole = { start: 0, end: code.length };
  const fail = (code: "frontmatter/not-a-table" | "config/type", text: string): FrontmatterRun =>
    failed([diagnostic(code, shift(whole, start), text)]);
  const { globals } = state.environment;
  const context = tableOf({ __filename: globals.get("__filename"), __dirname: globals.get("__dirname") });
  try {
    const [table] = state.call(parser, [encodeUtf8(code), context]);
    if (!(table instanceof LuaTable) || table.list.length > 0) {
      const what = table instanceof LuaTable ? "a list" : typeOf(table);
      return fail("frontmatter/not-a-table", `The parser of '${language}' returned ${what}, not a table of variables by name.`);
    }
    const flemma = table.get("flemma");
    if (flemma !== undefined) {
      const made = configNodeOf(flemma, { written: undefined, fallback: whole, charge: (bytes) => state.allocate(bytes) });
      if ("fault" in made) return fail("config/type", `The value of 'flemma' ${made.fault}.`);
      options.write({ path: [], action: "set", node: made.node });
    }
    const names = [...table.hash.keys()].filter((key) => typeof key === "string");
    return defineVariables(
      scope,
      names.map((name) => ({ name: decodeUtf8(name), span: whole, value: () => table.get(name) })),
    );
  } catch (error) {
    const place: Place = { area: "frontmatter", chunk, offset: start, tagAt: () => whole };
    return failed(nestedFaults(error) ?? [runtimeProblem(error, place, offsets, whole)]);
  }
}

function failed(problems: readonly Diagnostic[]): FrontmatterRun {
  return { ok: false, variables: [], problems };
}

function assigned({ assignedAt }: Environment): string[] {
  return [...assignedAt.keys()].filter((name) => !reservedNames.includes(name)).map(decodeUtf8);
}

/** Undoes assignments to reserved names, with a warning at each. */
function restoreReserved({ state, start }: FrontmatterScope, before: ReadonlyMap<string, LuaValue>): Diagnostic[] {
  const { globals, assignedAt } = state.environment;
  const problems: Diagnostic[] = [];
  for (const [name, value] of before) {
    const site = assignedAt.get(name);
    if (site === undefined) continue;
    problems.push(reservedName(name, shift(site.span, start)));
    if (name !== "flemma") globals.set(name, value);
    assignedAt.delete(name);
  }
  return problems;
}

function reservedName(name: string, span: Diagnostic["span"]): Diagnostic {
  return diagnostic("frontmatter/reserved-name", span, `'${name}' is reserved: messages do not see this assignment. Choose another name.`);
}
