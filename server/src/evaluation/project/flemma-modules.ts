import type { Json } from "../../base/json.js";
import { type ConfigNode, nodeOfData } from "../../config/config-node.js";
import { inner } from "../../config/written-places.js";
import { configNodeOf } from "../../engines/lua/config-node.js";
import { encodeJson, luaFromConfig } from "../../engines/lua/json.js";
import { type BoundaryState, Suspense } from "../../engines/lua/suspense.js";
import type { Expression } from "../../lua/ast.js";
import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import { LuaFault, type Site } from "../../lua/errors.js";
import { findNode } from "../../lua/find-node.js";
import { argumentFault, fault, functionArgument, stringArgument, tableArgument } from "../../lua/library/arguments.js";
import type { LuaState } from "../../lua/state.js";
import { type LuaTable, tableOf } from "../../lua/table.js";
import { hostFunction, type LuaArguments, type LuaFunction, type LuaValue } from "../../lua/values.js";
import { builtInPersonalities } from "../../personalities/built-in-personalities.js";
import { renderOptsOf } from "../../personalities/lua-render-opts.js";
import type { EvaluationRequest } from "../types.js";
import { parsedOf } from "./file-program.js";
import type { Registry } from "./registry.js";

/** The modules `flemma.…` of a project file (spec/flemma-templates.md §6), and what ends their effect. */
export interface FlemmaModules {
  readonly modules: ReadonlyMap<string, LuaTable>;
  /** From now on nothing can be registered: functions of the project that documents call change no options. */
  close(): void;
}

/** What a call that registers costs, in steps. */
const cost = 40;

/** What the modules are made with. */
interface ModuleWorld {
  /** The place of a call that has none. */
  readonly main: Site;
  /** The name of the editor, if known. */
  readonly editor?: string;
  /** What is known of things that may not be ready. */
  readonly boundaries: EvaluationRequest["boundaries"];
}

/** Makes the modules; what is said through them is told to the registry. */
export function flemmaModules(registry: Registry, { main, editor, boundaries = {} }: ModuleWorld): FlemmaModules {
  let isClosed = false;

  /** A function that registers something; `take` gets the site of the call, and the expressions of its arguments. */
  function registering(name: string, take: (args: LuaArguments, call: Call) => void): LuaFunction {
    return hostFunction(name, (args, state) => {
      if (isClosed) throw fault(`${name}() has no effect any more: call it while the project file is read`);
      const site = state.calledAt?.chunk.file === undefined ? main : state.calledAt;
      state.charge(cost + 8 * registry.size() + (site.chunk.source.length >> 4));
      state.allocate(200);
      take(args, { site, state });
      return [];
    });
  }

  const setup = registering("setup", (args, call) => {
    if (args[0] === undefined) return;
    tableArgument(args, 1, "setup");
    registry.options(nodeOf(args[0], call), call.site.chunk);
  });
  const registerParser = registering("register", (args) => {
    const language = decodeUtf8(stringArgument(args, 1, "register")).toLowerCase();
    if (!/^[a-z][\w+-]*$/.test(language)) throw argumentFault(1, "register", "the name of a language expected");
    if (language === "lua") throw argumentFault(1, "register", "Lua cannot have another parser");
    registry.parser(language, functionArgument(args, 2, "register"));
  });
  const registerPersonality = registering("register", (args, { site }) => {
    const name = decodeUtf8(stringArgument(args, 1, "register"));
    const span = writtenArguments(site)[1]?.span;
    const place = span === undefined ? site : { chunk: site.chunk, span: inner(site.chunk.source, span) };
    registry.personality(name, { module: decodeUtf8(stringArgument(args, 2, "register")), site: place });
  });
  const registerTool = registering("register", (args, call) => {
    tableArgument(args, 1, "register");
    registry.tool(nodeOf(args[0], call), call.site.chunk);
  });

  return {
    modules: new Map([
      ["flemma", tableOf({ setup })],
      ["flemma.codeblock.parsers", tableOf({ register: registerParser })],
      ["flemma.personalities", tableOf({ register: registerPersonality })],
      ["flemma.tools", tableOf({ register: registerTool })],
      ["flemma.utilities.json", tableOf({ encode: hostFunction("encode", encode), decode: hostFunction("decode", decode) })],
      ...personalityModules(editor),
      ["flemma.readiness", readiness(boundaries)],
    ]),
    close: () => {
      isClosed = true;
    },
  };
}

interface Call {
  readonly site: Site;
  readonly state: LuaState;
}

/** The built-in personalities as modules, so that others can add to what they say; file names are in snake case (seed 003). */
function personalityModules(editor: string | undefined): [string, LuaTable][] {
  return [...builtInPersonalities].map(([name, personality]) => {
    const render = hostFunction("render", (args, state) => {
      const text = encodeUtf8(personality(renderOptsOf(tableArgument(args, 1, "render")), editor));
      state.charge(text.length >> 3);
      state.allocateString(text.length);
      return [text];
    });
    return [`flemma.personalities.styles.${name.replaceAll("-", "_")}`, tableOf({ render })];
  });
}

/** The first argument of a call as it is written. */
function nodeOf(value: LuaValue, { site, state }: Call): ConfigNode {
  const [written] = writtenArguments(site);
  const made = configNodeOf(value, { written, fallback: written?.span ?? site.span, charge: (bytes) => state.allocate(bytes) });
  if ("node" in made) return made.node;
  throw fault(`the value ${made.fault}`);
}

function writtenArguments({ chunk, span }: Site): readonly Expression[] {
  const parsed = parsedOf(chunk);
  const found = parsed && findNode(parsed, span);
  return found?.kind === "call" && found.node.kind === "call" ? found.node.args : [];
}

function encode(args: LuaArguments, state: LuaState): LuaArguments {
  const json = encodeJson(args[0], (bytes) => {
    state.charge(1);
    state.allocate(bytes);
  });
  if (json === undefined) throw fault("this value cannot be written as JSON (function, cycle, infinity or unfit keys)");
  return [json];
}

function decode(args: LuaArguments, state: LuaState): LuaArguments {
  const text = stringArgument(args, 1, "decode");
  state.charge(text.length >> 2);
  state.allocate(8 * text.length);
  try {
    return [luaFromConfig(nodeOfData(JSON.parse(decodeUtf8(text)) as Json))];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `this is no JSON: ${error.message}`;
    throw new LuaFault(encodeUtf8(message), message);
  }
}

/** `Suspense(name)` and `Suspense.new(message, name)` make what is raised while something is not ready; without a name nothing is waited for. */
function readiness(boundaries: NonNullable<EvaluationRequest["boundaries"]>): LuaTable {
  const stateOf = (name: string): BoundaryState => (Object.hasOwn(boundaries, name) ? boundaries[name] : undefined) ?? "pending";

  function made(bytes: string, said: string | undefined, state: LuaState): LuaArguments {
    state.allocate(200);
    const name = decodeUtf8(bytes);
    return [new Suspense(name, { state: stateOf(name), said })];
  }

  const suspense = tableOf({
    new: hostFunction("new", (args, state) => {
      const message = stringArgument(args, 1, "new");
      return args[1] === undefined ? [failure(message, state)] : made(stringArgument(args, 2, "new"), message, state);
    }),
  });
  const call = hostFunction("Suspense", ([, ...args], state) => made(stringArgument(args, 1, "Suspense"), undefined, state));
  suspense.metatable = tableOf({ __call: call });
  const isReady = hostFunction("is_ready", (args) => [stateOf(decodeUtf8(stringArgument(args, 1, "is_ready"))) === "settled"]);
  return tableOf({ Suspense: suspense, is_ready: isReady });
}

/** An error value with a message and no more. */
function failure(message: string, state: LuaState): LuaTable {
  state.allocate(200);
  const table = tableOf({ message });
  table.metatable = tableOf({ __tostring: hostFunction("__tostring", () => [message]) });
  return table;
}
