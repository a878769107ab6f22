import { encodeUtf8 } from "../../../lua/bytes.js";
import type { Site } from "../../../lua/errors.js";
import { fault } from "../../../lua/library/arguments.js";
import type { LuaState } from "../../../lua/state.js";
import type { LuaTable } from "../../../lua/table.js";
import type { LuaValue } from "../../../lua/values.js";
import { type Data, DataTable } from "../language/data.js";
import type { GlobalData, ProseScope } from "../language/resolve.js";
import type { Meter } from "../language/substitute.js";
import { createProxy } from "./data-proxy.js";
import { createDataRestorePoint, setContents } from "./data-restore-point.js";
import { createGlobalLookups } from "./global-lookups.js";
import { createGlobalTable, dataAwareFunctions, dataAwareIterators, sectionFunctions, type VirtualGlobal } from "./globals.js";
import { dataOfLua, luaOfData } from "./lua-data.js";
import { createPathNames } from "./path-names.js";
import { createRestorePoint } from "./restore-point.js";

/** What the sections of one document have in common. */
export interface WorldOptions {
  readonly state: LuaState;
  /** The run's input string, and what it was parsed to (undefined when it was not), as far as that is known at the moment. */
  input(): { readonly args: string; readonly argv: Data | undefined };
  /** Says whether a table holds something else than what its keys say, such as a file. */
  isOpaque?(table: LuaTable): boolean;
}

/** Lua as sections see it: their globals, and the values that cross from one to the next (spec/prose-substitution.md §6–§10). */
export interface World {
  readonly state: LuaState;
  readonly clipboard: DataTable;
  /**
   * Ends the frontmatter: its `var` and `argv` become those of the sections, its globals what every section starts with.
   * Gives what is wrong with them, by the name of the global.
   */
  seal(): readonly { readonly name: "var" | "argv"; readonly text: string }[];
  /** Starts anew after the frontmatter, as an arm of a fanout where there is an item. */
  startRun(item?: Data): void;
  /** Gives the next section its own globals; `sys` is what it is told of itself. */
  startSection(sys: DataTable): void;
  /** What the name `prose` is in a block; outside of one it is nil. Throws its errors. */
  readProse: (() => LuaValue) | undefined;
  /** What placeholders name at this moment. Throws where the script replaced `var`. */
  scope(): ProseScope;
  /** As `scope`, for who only looks: nothing runs and nothing is spent, and what cannot be told so throws `Unsure`. */
  glimpse(): ProseScope;
  readonly meter: Meter;
  /** Data as a Lua value of its own. */
  luaOf(data: Data): LuaValue;
  /** The argv of the sections. */
  argv(): Data | undefined;
  /** Where Lua code set what a path names; undefined where it did not. */
  originOf(path: string): Site | undefined;
  /** Names that a person may have meant by a segment of a path: those of globals of the document and roots, or the keys beside it. */
  candidates(path: string, segment: number): readonly string[];
}

/** The error text of assigning `prose`. */
const proseReadOnly = "prose is read-only: assign var.<field> or a section global instead";
const argvFrozen = "argv is frozen outside the frontmatter";
const varReplaced = "the var global was reassigned: write var.<field> instead of var = …";

/** Makes the globals of the state's environment those of a frontmatter; sections begin after `seal`. */
export function createWorld({ state, input, isOpaque = () => false }: WorldOptions): World {
  const { globals } = state.environment;
  for (const [name, value] of globals) if (value === undefined) globals.delete(name);
  const clipboard = new DataTable();
  const proxy = createProxy(state, clipboard, { root: "var", convert: (value, path) => dataOrFault(value, path) });
  let sealed: Started | undefined;
  let item: Data | undefined;
  let readProse: (() => LuaValue) | undefined;
  /** Whether Lua code ran that can have changed globals. */
  let hasRun = true;
  let sys = new DataTable();
  let frozenArgv: LuaValue;

  const charge = (bytes: number): void => {
    state.charge(1);
    state.allocate(bytes);
  };
  const conversion = { charge, isOpaque };

  function dataOrFault(value: LuaValue, path: string): Data {
    const made = dataOfLua(value, conversion);
    if ("data" in made) return made.data;
    throw fault(noData([path, ...made.keys].join("."), made.what));
  }

  const virtual = new Map<string, VirtualGlobal>([
    [
      "prose",
      {
        read: () => world.readProse?.(),
        write() {
          throw fault(proseReadOnly);
        },
      },
    ],
  ]);
  const frozen: VirtualGlobal = {
    read: () => frozenArgv,
    write() {
      throw fault(argvFrozen);
    },
  };
  const table = createGlobalTable(globals, virtual);
  state.environment = { ...state.environment, table: table.table };
  dataAwareFunctions(globals);
  for (const [name, value] of [...dataAwareIterators(globals), ...sectionFunctions(table, virtual)]) globals.set(name, value);
  globals.set("var", proxy);
  // Options of the frontmatter itself say what the input is: until somebody assigns these names, they are what it says by then.
  const argvGlobal = createArgvGlobal(input, (data) => luaOfData(data, charge));
  virtual.set("args", { read: () => encodeUtf8(input().args), write: (value) => setGlobal("args", value) });
  virtual.set("argv", { read: argvGlobal, write: (value) => setGlobal("argv", value) });

  function setGlobal(name: string, value: LuaValue): void {
    virtual.delete(name);
    if (value !== undefined) globals.set(name, value);
  }

  function seal(): { readonly name: "var" | "argv"; readonly text: string }[] {
    const faults: { name: "var" | "argv"; text: string }[] = [];
    const converted = (name: "var" | "argv", value: LuaValue): Data | undefined => {
      if (value === undefined) return undefined;
      const made = dataOfLua(value, conversion);
      if ("data" in made) return made.data;
      faults.push({ name, text: noData([name, ...made.keys].join("."), made.what) });
      return undefined;
    };
    const written = globals.get("var");
    if (written !== proxy && written !== undefined) {
      const data = converted("var", written);
      if (data instanceof DataTable && (data.items ?? []).length === 0) {
        data.items = undefined;
        setContents(clipboard, data);
      } else if (data !== undefined) faults.push({ name: "var", text: 'var is a table with strings as keys, such as { title = "…" }' });
    }
    const { args } = input();
    const argv = converted("argv", globals.get("argv") ?? (virtual.has("argv") ? argvGlobal() : undefined));
    for (const name of ["argv", "prose"]) globals.delete(name);
    virtual.delete("args");
    globals.delete("var");
    virtual.set("argv", frozen);
    const { author } = table;
    const restoreGlobals = createRestorePoint(globals, [author], state);
    const restoreClipboard = createDataRestorePoint(clipboard, charge);
    const { assignedAt } = state.environment;
    const sites = [...assignedAt];
    const restore = (): void => {
      restoreGlobals();
      assignedAt.clear();
      for (const [name, site] of sites) assignedAt.set(name, site);
      table.author = author;
    };
    sealed = { restore, restoreClipboard, args, argv };
    startRun();
    return faults;
  }

  function startRun(next?: Data): void {
    sealed?.restoreClipboard();
    hasRun = true;
    item = next;
    const { argv } = sealed ?? input();
    frozenArgv =
      argv instanceof DataTable ? createProxy(state, argv, { root: "argv", frozen: argvFrozen }) : luaOfData(argv ?? null, charge);
  }

  function startSection(about: DataTable): void {
    if (hasRun) sealed?.restore();
    hasRun = false;
    sys = about;
    if (sealed !== undefined) globals.set("args", encodeUtf8(sealed.args));
    globals.set("var", proxy);
    globals.set(
      "sys",
      createProxy(state, about, { root: "sys", frozen: "sys is read-only", unknown: (key) => `unknown sys field '${key}'` }),
    );
    globals.delete("item");
    const member = item === undefined ? undefined : luaOfData(item, charge);
    if (member !== undefined) globals.set("item", member);
  }

  function scope(): ProseScope {
    if (globals.get("var") !== proxy) throw fault(varReplaced);
    return scopeWith(findGlobal);
  }

  function scopeWith(find: (name: string) => GlobalData | undefined): ProseScope {
    const known = new Map<string, GlobalData | undefined>();
    return {
      args: (sealed ?? input()).args,
      argv: (sealed ?? input()).argv,
      item,
      var: clipboard,
      sys,
      global(name) {
        if (!known.has(name)) known.set(name, find(name));
        return known.get(name);
      },
    };
  }

  const lookups = createGlobalLookups(table, globals, { state, conversion });

  function findGlobal(name: string): GlobalData | undefined {
    // What an author's metatable does can change globals.
    if (table.author !== undefined) hasRun = true;
    return lookups.find(name);
  }

  const names = createPathNames({ state, scope: () => scopeWith(lookups.glimpse) });

  const meter: Meter = {
    step: () => state.charge(4),
    put(units) {
      state.charge(units >> 6);
      state.allocate(2 * units);
    },
  };

  const world: World = {
    state,
    clipboard,
    seal,
    startRun,
    startSection,
    get readProse() {
      return readProse;
    },
    set readProse(read) {
      readProse = read;
      hasRun = true;
    },
    scope,
    glimpse: () => scopeWith(lookups.glimpse),
    meter,
    luaOf: (data) => luaOfData(data, charge),
    argv: () => sealed?.argv,
    originOf: names.originOf,
    candidates: names.candidates,
  };
  return world;
}

/** What the sections start from. */
interface Started {
  restore(): void;
  restoreClipboard(): void;
  readonly args: string;
  readonly argv: Data | undefined;
}

/** Reads `argv` as the frontmatter sees it: the same table as long as the input is the same. */
function createArgvGlobal(input: WorldOptions["input"], toLua: (data: Data) => LuaValue): () => LuaValue {
  let known: { readonly argv: Data | undefined; readonly value: LuaValue } | undefined;
  return () => {
    const { argv } = input();
    if (known === undefined || known.argv !== argv) known = { argv, value: argv === undefined ? undefined : toLua(argv) };
    return known.value;
  };
}

function noData(path: string, what: string): string {
  return `${path} is ${what}: only JSON data can be kept here`;
}
