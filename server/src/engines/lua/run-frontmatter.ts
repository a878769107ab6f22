import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { shift } from "../../base/span.js";
import type { ConfigTable } from "../../config/config-node.js";
import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import { compile, type Probe } from "../../lua/compile.js";
import type { Chunk } from "../../lua/errors.js";
import { parseChunk } from "../../lua/parse.js";
import type { LuaState } from "../../lua/state.js";
import type { LuaValue } from "../../lua/values.js";
import { reservedNames } from "./environment/environment.js";
import { explainFrontmatter } from "./habits/explain.js";
import { luaFromConfig } from "./json.js";
import { type ChunkOffsets, type Place, runtimeProblem, syntaxProblem } from "./problems.js";

/** What running frontmatter gave. The variables it assigned are in the globals of the state. */
export interface FrontmatterRun {
  readonly ok: boolean;
  readonly variables: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** Frontmatter and where it stands. */
export interface FrontmatterScope {
  readonly chunk: Chunk;
  readonly start: number;
  readonly offsets: ChunkOffsets;
  readonly state: LuaState;
  readonly probe?: { readonly offset: number; record(probe: Probe): void };
}

/** Runs Lua frontmatter: its variables are the globals it assigned (spec/flemma-templates.md §3). */
export function runLuaFrontmatter(scope: FrontmatterScope): FrontmatterRun {
  const { chunk, state, start, offsets, probe } = scope;
  const whole = { start: 0, end: chunk.source.length };
  const place: Place = { area: "frontmatter", chunk, offset: start, tagAt: () => whole };
  const parsed = parseChunk(chunk.source);
  if (parsed.problems.length > 0)
    return failed(parsed.problems.slice(0, 1).map((problem) => syntaxProblem(problem, place, explainFrontmatter(chunk.source))));
  const before = new Map(reservedNames.map((name) => [name, state.globals.get(name)]));
  try {
    compile(parsed, { chunk, ...(probe && { probe }) }).call(state, []);
  } catch (error) {
    return failed([runtimeProblem(error, place, offsets, whole)]);
  }
  return { ok: true, variables: assigned(state), problems: restoreReserved(scope, before) };
}

/** Defines the variables of frontmatter that is data; spans of `root` are relative to the chunk. */
export function defineDataVariables(scope: FrontmatterScope, root: ConfigTable): FrontmatterRun {
  const { chunk, state, start } = scope;
  const problems: Diagnostic[] = [];
  const names = new Set<string>();
  for (const { name, keySpan, node } of root.members) {
    if (name === "flemma") continue;
    if (reservedNames.includes(name)) problems.push(reservedName(name, shift(keySpan, start)));
    else {
      state.globals.set(encodeUtf8(name), luaFromConfig(node));
      state.assignedAt.set(encodeUtf8(name), { chunk, span: keySpan });
      names.add(name);
    }
  }
  return { ok: true, variables: [...names], problems };
}

function failed(problems: readonly Diagnostic[]): FrontmatterRun {
  return { ok: false, variables: [], problems };
}

function assigned({ assignedAt }: LuaState): string[] {
  return [...assignedAt.keys()].filter((name) => !reservedNames.includes(name)).map(decodeUtf8);
}

/** Undoes assignments to reserved names, with a warning at each. */
function restoreReserved({ state, start }: FrontmatterScope, before: ReadonlyMap<string, LuaValue>): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const [name, value] of before) {
    const site = state.assignedAt.get(name);
    if (site === undefined) continue;
    problems.push(reservedName(name, shift(site.span, start)));
    state.globals.set(name, value);
    state.assignedAt.delete(name);
  }
  return problems;
}

function reservedName(name: string, span: Diagnostic["span"]): Diagnostic {
  return diagnostic("frontmatter/reserved-name", span, `'${name}' is reserved: messages do not see this assignment. Choose another name.`);
}
