import type { Diagnostic } from "../../../base/diagnostic.js";
import type { Span } from "../../../base/span.js";
import { type ConfigNode, nodeOfData } from "../../../config/config-node.js";
import { isFunctionValue, type OptionValue } from "../../../config/operations.js";
import type { OptionWriter } from "../../../config/option-writer.js";
import { fullPath, schemaAt } from "../../../config/schema.js";
import type { PathStep, Write } from "../../../config/write.js";
import type { Expression, ParsedChunk } from "../../../lua/ast.js";
import { decodeUtf8, encodeUtf8 } from "../../../lua/bytes.js";
import { type Chunk, LuaFault, type Site } from "../../../lua/errors.js";
import { findNode, keySpans } from "../../../lua/find-node.js";
import type { LuaState } from "../../../lua/state.js";
import { LuaTable, tableOf } from "../../../lua/table.js";
import { hostFunction, type LuaFunction, type LuaValue } from "../../../lua/values.js";
import { configNodeOf } from "../config-node.js";
import { typeOf } from "../inspect.js";
import { luaFromConfig } from "../json.js";
import { strayMember } from "./stray-options.js";

/** The table `flemma` with the proxy `opt`, and what ends its life. */
export interface OptionProxy {
  readonly flemma: LuaTable;
  /** What was written beside `opt`, each fault once. Spans are offsets in the chunk. */
  stray(): readonly Diagnostic[];
  /** From now on writing is an error: options belong to the frontmatter. */
  close(): void;
}

/** A program that may write options, for the places of what it writes. */
interface Program {
  readonly parsed: ParsedChunk;
  readonly chunk: Chunk;
}

type Action = Exclude<Write["action"], "set">;

const methods: Readonly<Record<string, Action>> = { append: "append", prepend: "prepend", remove: "remove" };
const operators: Readonly<Record<string, Action>> = { __add: "append", __sub: "remove", __pow: "prepend" };

/** What reading and writing an option costs, in steps. */
const cost = 40;

/**
 * The proxy through which frontmatter reads and writes options (seed "Per-buffer overrides with flemma.opt"). Reading a
 * section gives a proxy, reading an option its resolved value, a list one that has methods and operators, which act at once.
 */
export function createOptionProxy(state: LuaState, writer: OptionWriter, { parsed, chunk }: Program): OptionProxy {
  let isClosed = false;
  const stray = new Map<string, Diagnostic>();
  const lists = new WeakMap<LuaTable, { readonly names: readonly string[]; readonly items: readonly LuaValue[] }>();
  const sections = new WeakSet<LuaTable>();
  const pairs = new WeakMap<LuaTable, Pair>();
  /** What an unknown option gives: its fault is told, and nothing done with it is another one. */
  const nowhere = new LuaTable();

  function written(site: Site | undefined): ReturnType<typeof findNode> {
    return site?.chunk === chunk ? findNode(parsed, site.span) : undefined;
  }

  /** Where a name that was just used stands: the last keys of the chain that was written, else the whole place. */
  function steps(names: readonly string[], chain: Expression | undefined, place: Span): PathStep[] {
    const spans = chain === undefined ? [] : keySpans(chain);
    return names.map((name, index) => ({ name, span: spans[spans.length - names.length + index] ?? place }));
  }

  function place(site: Site | undefined): Span {
    return site?.chunk === chunk ? site.span : { start: 0, end: 0 };
  }

  function write(action: Write["action"], path: readonly PathStep[], node: ConfigNode): void {
    if (isClosed) throw new LuaFault(closed, closed);
    state.charge(cost);
    state.allocate(64);
    writer.write({ action, path, node });
  }

  function nodeOf(value: LuaValue, expression: Expression | undefined, at: Span): ConfigNode {
    if (value instanceof LuaTable && sections.has(value)) throw new LuaFault(wholeSection, wholeSection);
    const made = configNodeOf(value, { written: expression, fallback: at, charge: (bytes) => state.allocate(bytes) });
    if ("node" in made) return made.node;
    const text = `the value ${made.fault}`;
    throw new LuaFault(text, text);
  }

  function read(names: readonly string[], key: string, site: Site | undefined): LuaValue {
    state.charge(cost);
    const path = [...names, key];
    const full = fullPath(path);
    const found = schemaAt(full, writer.vocabulary());
    if (found === undefined) {
      reportUnknown(path, site);
      return nowhere;
    }
    const { option, section } = found;
    const isList = option?.types.some(({ kind }) => kind === "list") ?? false;
    if (section !== undefined && !isList) return sectionProxy(full);
    // Headers may hold keys, and what a document reads it can send.
    if (option?.by === "user" || option?.by === "editor") return undefined;
    const value = writer.config().get(found.path)?.value;
    if (isList && Array.isArray(value)) return listProxy(full, value);
    return luaOf(value);
  }

  /** Tells of an option that does not exist as a write to it would. */
  function reportUnknown(path: readonly string[], site: Site | undefined): void {
    const node = { kind: "null", span: place(site) } as const;
    const found = written(site);
    const at = found?.kind === "call" && found.node.kind === "method" ? found.node.nameSpan : place(site);
    writer.write({ action: "set", path: steps(path, found?.kind === "index" ? found.node : undefined, at), node });
  }

  function sectionProxy(names: readonly string[]): LuaTable {
    const table = proxy(names, {});
    sections.add(table);
    return table;
  }

  function listProxy(names: readonly string[], items: readonly string[]): LuaTable {
    const own = Object.fromEntries(
      Object.entries(operators).map(([event, action]) => [
        event,
        hostFunction(event, ([list, operand]) => operate(names, { list, operand, action })),
      ]),
    );
    const table = proxy(names, own);
    for (const item of items) table.list.push(encodeUtf8(item));
    lists.set(table, { names, items: [...table.list] });
    return table;
  }

  function proxy(names: readonly string[], events: Readonly<Record<string, LuaFunction>>): LuaTable {
    const table = new LuaTable();
    state.allocate(200);
    table.metatable = new LuaTable();
    table.metatable.set(
      "__index",
      hostFunction("__index", ([, key]) => [index(table, names, key)]),
    );
    table.metatable.set(
      "__newindex",
      hostFunction("__newindex", ([, key, value]) => assign(names, key, value)),
    );
    for (const [event, handler] of Object.entries(events)) table.metatable.set(event, handler);
    return table;
  }

  function index(table: LuaTable, names: readonly string[], key: LuaValue): LuaValue {
    const site = state.calledAt;
    if (typeof key !== "string") return undefined;
    const action = lists.has(table) ? methods[key] : undefined;
    return action === undefined ? read(names, decodeUtf8(key), site) : method(names, key, action);
  }

  function assign(names: readonly string[], key: LuaValue, value: LuaValue): [] {
    return assignTo([...names, nameOf(key)], value);
  }

  function assignTo(path: readonly string[], value: LuaValue): [] {
    const site = state.calledAt;
    const found = written(site);
    const assignment = found?.kind === "assignment" ? found : undefined;
    if (value instanceof LuaTable && (value === nowhere || isItself(value, path))) return [];
    const at = place(site);
    write("set", steps(path, assignment?.target, at), nodeOf(value, assignment?.value, assignment?.value?.span ?? at));
    return [];
  }

  /** Says whether a value is the very list that stands at a path, which has changed itself already, and not by hand. */
  function isItself(value: LuaTable, path: readonly string[]): boolean {
    const list = lists.get(value);
    if (list === undefined || list.names.join(".") !== fullPath(path).join(".")) return false;
    return list.items.length === value.list.length && list.items.every((item, index) => item === value.list[index]);
  }

  function method(names: readonly string[], name: string, action: Action): LuaFunction {
    return hostFunction(name, ([list, value, ...others]) => {
      const found = written(state.calledAt);
      const call = found?.kind === "call" ? found.node : undefined;
      const argument = call?.kind === "method" ? call.args[0] : call?.args[1];
      if (!(list instanceof LuaTable) || !lists.has(list))
        throw new LuaFault(undefined, "", { argument: { position: 1, detail: "list of options expected" } });
      if (value === undefined) throw new LuaFault(undefined, "", { argument: { position: 2, detail: "string or list expected" } });
      if (others.length > 0)
        throw new LuaFault(undefined, "", { argument: { position: 3, detail: `one value or a list expected: write { "a", "b" }` } });
      return change(names, { action, value, argument, at: place(state.calledAt) });
    });
  }

  function operate(names: readonly string[], { list, operand, action }: { list: LuaValue; operand: LuaValue; action: Action }): LuaValue[] {
    const at = state.calledAt;
    const found = written(at);
    if (!(list instanceof LuaTable) || !lists.has(list)) throw new LuaFault(leftFirst, leftFirst);
    return change(names, { action, value: operand, argument: found?.kind === "binary" ? found.right : undefined, at: place(at) });
  }

  /** Changes a list and gives it as it is then. */
  function change(
    names: readonly string[],
    edit: { action: Action; value: LuaValue; argument: Expression | undefined; at: Span },
  ): LuaValue[] {
    const { action, value, argument, at } = edit;
    const path = steps(names, undefined, at);
    const pair = value instanceof LuaTable ? pairs.get(value) : undefined;
    if (pair === undefined) write(action, path, nodeOf(value, argument, argument?.span ?? at));
    else {
      write(action, path, nodeOf(pair.first, pair.written, pair.written?.span ?? at));
      for (const { value: next, written: expression } of pair.prepended)
        write("prepend", path, nodeOf(next, expression, expression?.span ?? at));
    }
    const items = writer.config().get(names.join("."))?.value;
    return [Array.isArray(items) ? listProxy(names, items as string[]) : undefined];
  }

  /** `"write" ^ "bash"` in the seed's `list - "write" ^ "bash"`, where `^` binds first: both are kept until the list is known. */
  function pairUp(first: LuaValue, second: LuaValue): LuaValue[] {
    const found = written(state.calledAt);
    const operands = found?.kind === "binary" ? found : undefined;
    const rest = second instanceof LuaTable ? pairs.get(second) : undefined;
    const table = new LuaTable();
    state.charge(cost + (rest?.prepended.length ?? 0));
    state.allocate(200);
    pairs.set(table, {
      first,
      written: operands?.left,
      prepended: rest ? [{ value: rest.first, written: rest.written }, ...rest.prepended] : [{ value: second, written: operands?.right }],
    });
    return [table];
  }

  nowhere.metatable = new LuaTable();
  nowhere.metatable.set(
    "__index",
    hostFunction("__index", () => [nowhere]),
  );
  nowhere.metatable.set(
    "__newindex",
    hostFunction("__newindex", () => []),
  );
  for (const event of [...Object.keys(operators), "__call"])
    nowhere.metatable.set(
      event,
      hostFunction(event, () => [nowhere]),
    );
  state.stringMetatable = new LuaTable();
  state.stringMetatable.set(
    "__pow",
    hostFunction("__pow", ([first, second]) => pairUp(first, second)),
  );

  const opt = sectionProxy([]);
  const flemma = new LuaTable();
  flemma.metatable = tableOf({
    __index: tableOf({ opt }),
    __newindex: hostFunction("__newindex", ([, key, value]) => {
      if (key === "opt") return value === opt ? [] : assignTo([], value);
      const found = written(state.calledAt);
      const span = found?.kind === "assignment" ? found.target.keySpan : place(state.calledAt);
      const name = typeof key === "string" ? decodeUtf8(key) : String(key);
      stray.set(`${span.start} ${span.end}`, strayMember({ name, span }, chunk.source, writer.vocabulary()));
      return [];
    }),
  });
  return {
    flemma,
    stray: () => [...stray.values()],
    close() {
      isClosed = true;
      state.stringMetatable = undefined;
    },
  };
}

/** An item, and those that are to be prepended after it; `written` is where each stands. */
interface Pair {
  readonly first: LuaValue;
  readonly written: Expression | undefined;
  readonly prepended: readonly { readonly value: LuaValue; readonly written: Expression | undefined }[];
}

const closed = "options can only be set in the frontmatter";
const wholeSection = "a section of options has no value of its own; set its options one by one";
const leftFirst = "the list must stand left of the operator";

function luaOf(value: OptionValue | undefined): LuaValue {
  if (value === undefined) return undefined;
  return isFunctionValue(value) ? (value.call as LuaFunction) : luaFromConfig(nodeOfData(value));
}

/** What a key is called as the name of an option; what cannot be one, by its type. */
function nameOf(key: LuaValue): string {
  if (typeof key === "string") return decodeUtf8(key);
  return typeof key === "number" || typeof key === "boolean" ? String(key) : typeOf(key);
}
