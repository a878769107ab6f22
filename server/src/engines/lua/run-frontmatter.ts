import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { shift } from "../../base/span.js";
import type { ConfigTable } from "../../config/config-node.js";
import type { OptionWriter } from "../../config/option-writer.js";
import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import { compile, type Probe } from "../../lua/compile.js";
import type { Chunk } from "../../lua/errors.js";
import { parseChunk } from "../../lua/parse.js";
import type { Environment, LuaState } from "../../lua/state.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";
import { reservedNames } from "./environment/environment.js";
import { explainFrontmatter } from "./habits/explain.js";
import { luaFromConfig } from "./json.js";
import { createOptionProxy } from "./options/option-proxy.js";
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
  const before = new Map(reservedNames.map((name) => [name, state.environment.globals.get(name)]));
  const proxy = createOptionProxy(state, options, { parsed, chunk });
  state.environment.globals.set("flemma", tableOf({ opt: proxy.opt }));
  try {
    compile(parsed, { chunk, ...(probe && { probe }) }).call(state, []);
  } catch (error) {
    return failed([runtimeProblem(error, place, offsets, whole)]);
  } finally {
    proxy.close();
    state.environment.globals.delete("flemma");
  }
  return { ok: true, variables: assigned(state.environment), problems: restoreReserved(scope, before) };
}

/** Defines the variables of frontmatter that is data, and takes its options from the key `flemma`; spans of `root` are relative to the chunk. */
export function defineDataVariables(scope: FrontmatterScope, root: ConfigTable): FrontmatterRun {
  const { chunk, state, start } = scope;
  const { globals, assignedAt } = state.environment;
  const problems: Diagnostic[] = [];
  const names = new Set<string>();
  const options = root.members.findLast(({ name }) => name === "flemma");
  if (options !== undefined) scope.options.write({ path: [], action: "set", node: options.node });
  for (const { name, keySpan, node } of root.members) {
    if (name === "flemma") continue;
    if (reservedNames.includes(name)) problems.push(reservedName(name, shift(keySpan, start)));
    else {
      globals.set(encodeUtf8(name), luaFromConfig(node));
      assignedAt.set(encodeUtf8(name), { chunk, span: keySpan });
      names.add(name);
    }
  }
  return { ok: true, variables: [...names], problems };
}

function tableOf(members: Readonly<Record<string, LuaValue>>): LuaTable {
  const table = new LuaTable();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) table.set(name, value);
  return table;
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
