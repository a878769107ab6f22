import type { Diagnostic } from "../../base/diagnostic.js";
import type { ConfigNode, ConfigTable } from "../../config/config-node.js";
import { lateProblems } from "../../config/late-problems.js";
import type { Layer, Operation } from "../../config/operations.js";
import { createOptionWriter } from "../../config/option-writer.js";
import { createRefusals, type Refusals } from "../../config/refusals.js";
import { type Config, presetNames, resolveConfig } from "../../config/resolve.js";
import { inner } from "../../config/written-places.js";
import type { Chunk, Site } from "../../lua/errors.js";
import type { LuaFunction } from "../../lua/values.js";
import { providerNames } from "../../providers/catalogue.js";
import { builtInTools } from "../../tools/definitions/built-in-tools.js";
import type { ToolDefinition } from "../../tools/definitions/definition.js";
import { toolDefinition } from "../../tools/definitions/tool-definition.js";
import { isObject, wrongType } from "../../tools/definitions/written-value.js";
import type { FileProblem, ProjectData } from "./types.js";

/** Collects what a project file says, in the order it says it. */
export interface Registry {
  /** Options, and the personalities among them. Spans are offsets in the chunk. */
  options(node: ConfigNode, chunk: Chunk): void;
  tool(node: ConfigNode, chunk: Chunk): void;
  personality(name: string, personality: Personality): void;
  parser(language: string, parse: LuaFunction): void;
  readonly parsers: ReadonlyMap<string, LuaFunction>;
  readonly personalities: ReadonlyMap<string, Personality>;
  data(): ProjectData;
  /** What all layers come to as it stands now. */
  config(): Config;
  /** How many operations there are. */
  size(): number;
  /** Where an item of a list option stands. */
  placeOf(path: string, item: string): Site | undefined;
  problems(): readonly FileProblem[];
}

/** The Lua module of a personality, and where it is named. */
export interface Personality {
  readonly module: string;
  readonly site: Site;
}

interface Writing {
  readonly chunk: Chunk;
  readonly layer: Layer;
}

/** Makes an empty registry on top of layers. */
export function createRegistry(below: readonly Layer[]): Registry {
  const operations: Operation[] = [];
  const writings: Writing[] = [];
  /** By file. */
  const refusals = new Map<string, Refusals>();
  const tools = new Map<string, ToolDefinition>();
  const personalities = new Map<string, Personality>();
  const parsers = new Map<string, LuaFunction>();
  const layer = (): Layer => ({ origin: "project", operations });
  const layers = (): readonly Layer[] => [...below, layer()];
  const config = (): Config => resolveConfig(layers());

  /** The place of a text is without its quotes. */
  function refuseWritten(problems: readonly Diagnostic[], chunk: Chunk): void {
    refuse(
      problems.map((problem) => ({ ...problem, span: inner(chunk.source, problem.span) })),
      chunk,
    );
  }

  function refuse(problems: readonly Diagnostic[], { file = "" }: Chunk): void {
    const own = refusals.get(file) ?? createRefusals();
    refusals.set(file, own);
    own.add(problems);
  }

  function options(node: ConfigNode, chunk: Chunk): void {
    const names = new Set([...builtInTools, ...tools.values()].map(({ name }) => name));
    const writer = createOptionWriter({
      origin: "project",
      by: "project",
      below: layers(),
      tools: [...names],
      providers: providerNames,
      source: chunk.source,
    });
    writer.write({ path: [], action: "set", node: node.kind === "table" ? withoutPersonalities(node, chunk) : node });
    refuse(writer.problems(), chunk);
    writings.push({ chunk, layer: writer.layer() });
    operations.push(...writer.layer().operations);
  }

  /** `setup` takes personalities as well, which are no options. The schema of `flemma.json` is for editors. */
  function withoutPersonalities(table: ConfigTable, chunk: Chunk): ConfigTable {
    const isOther = ({ name }: ConfigTable["members"][number]): boolean => name !== "personalities" && name !== "$schema";
    for (const { name, node } of table.members) if (name === "personalities") takePersonalities(node, chunk);
    return { ...table, members: table.members.filter(isOther) };
  }

  function takePersonalities(node: ConfigNode, chunk: Chunk): void {
    if (!isObject(node)) refuseWritten([wrongType(node, "'personalities'", "an object of module names")], chunk);
    else
      for (const { name, node: module } of node.members) {
        if (module.kind === "scalar" && typeof module.value === "string")
          personalities.set(name, { module: module.value, site: { chunk, span: inner(chunk.source, module.span) } });
        else refuseWritten([wrongType(module, `The personality '${name}'`, "the name of a module")], chunk);
      }
  }

  function tool(node: ConfigNode, chunk: Chunk): void {
    const reading = toolDefinition(node);
    if ("problems" in reading) {
      refuseWritten(reading.problems, chunk);
      return;
    }
    const { definition } = reading;
    const { name, enabled } = definition;
    const before = tools.get(name) ?? builtInTools.find((tool) => tool.name === name);
    tools.set(name, definition);
    if (enabled !== (before?.enabled ?? false))
      operations.push({ kind: "list", path: "tools", edits: [{ kind: enabled ? "append" : "remove", item: name }] });
  }

  function* late(): Iterable<FileProblem> {
    const all = config();
    const known = { presets: presetNames(layers()), refused: [...refusals.values()].flatMap((own) => own.list()) };
    for (const { chunk, layer: written } of writings)
      for (const problem of lateProblems(written, all, known)) yield { path: chunk.file ?? "", problem };
  }

  return {
    options,
    tool,
    personality: (name, personality) => void personalities.set(name, personality),
    parser: (language, parse) => void parsers.set(language, parse),
    parsers,
    personalities,
    data: () => ({
      layer: layer(),
      tools: [...tools.values()],
      personalities: Object.fromEntries([...personalities].map(([name, { module }]) => [name, module])),
    }),
    config,
    size: () => operations.length,
    placeOf(path, item) {
      for (const { chunk, layer: written } of writings)
        for (const operation of written.operations)
          if (operation.kind === "list" && operation.path === path)
            for (const edit of operation.edits)
              if (edit.kind !== "clear" && edit.item === item && edit.span) return { chunk, span: edit.span };
      return undefined;
    },
    problems: () => [...[...refusals].flatMap(([path, own]) => own.list().map((problem) => ({ path, problem }))), ...late()],
  };
}
