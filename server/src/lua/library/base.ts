import { decodeUtf8 } from "../bytes.js";
import { asRunError, LimitError, LuaError, LuaFault } from "../errors.js";
import { tonumber } from "../numbers.js";
import { asString, isFunction, metamethod, plainString, shownType, typeName } from "../operations.js";
import type { LuaState } from "../state.js";
import { LuaTable } from "../table.js";
import { hostFunction, type LuaArguments, type LuaFunction, type LuaValue } from "../values.js";
import { anyArgument, argumentFault, badArgument, fault, integerArgument } from "./arguments.js";

/** What `tostring` gives, as a byte string; `__tostring` is honoured. */
export function luaToString(value: LuaValue, state: LuaState): string {
  const handler = metamethod(state, value, "__tostring");
  if (typeof value === "string" || !isFunction(handler)) return plainString(state, value);
  const [text] = handler.call(state, [value]);
  if (typeof text !== "string") throw fault("'tostring' must return a string to 'print'");
  return text;
}

function assertTrue(args: LuaArguments, state: LuaState): LuaArguments {
  const value = anyArgument(args, 1, "assert");
  if (value !== undefined && value !== false) return args;
  if (args.length < 2) throw fault("assertion failed!");
  throw raised(state, args[1], 1);
}

/** `error(value, level)`: strings get the position of the level. */
function raise(args: LuaArguments, state: LuaState): LuaArguments {
  throw raised(state, args[0], integerArgument(args, 2, "error", 1));
}

/** What a person reads of an error is cut; `pcall` gives all of it. */
const longestText = 1000;

function raised(state: LuaState, value: LuaValue, level: number): LuaFault {
  const text = asString(value);
  if (text !== undefined) return new LuaFault(text, decodeUtf8(text.slice(0, longestText)), { level: Math.max(0, level) });
  return new LuaFault(value, value === undefined ? "nil" : (ownWords(state, value) ?? `(error object is a ${typeName(value)} value)`));
}

/** What an error object says of itself by `__tostring`, where that works. */
function ownWords(state: LuaState, value: LuaValue): string | undefined {
  if (metamethod(state, value, "__tostring") === undefined) return undefined;
  try {
    return decodeUtf8(luaToString(value, state).slice(0, longestText));
  } catch (error) {
    if (error instanceof LuaError) return undefined;
    throw error;
  }
}

function protectedCall(args: LuaArguments, state: LuaState): LuaArguments {
  const fn = anyArgument(args, 1, "pcall");
  const { depth, calledAt } = state;
  try {
    if (isFunction(fn)) return [true, ...fn.call(state, args.slice(1))];
    const handler = metamethod(state, fn, "__call");
    if (isFunction(handler)) return [true, ...handler.call(state, [fn, ...args.slice(1)])];
    return [false, `attempt to call a ${shownType(fn)} value`];
  } catch (thrown) {
    const error = asRunError(thrown);
    if (error instanceof LimitError || !(error instanceof LuaError)) throw error;
    state.depth = depth;
    state.calledAt = calledAt;
    // Making an error costs as much as many steps.
    state.charge(50);
    const isHostError = !(thrown instanceof LuaFault) && error.site === undefined && error.value === undefined;
    return [false, isHostError ? error.text : error.value];
  }
}

const ipairsNext = hostFunction("ipairs_aux", ([table, index]) => {
  const next = (typeof index === "number" ? index : 0) + 1;
  const value = table instanceof LuaTable ? table.get(next) : undefined;
  return value === undefined ? [] : [next, value];
});

function ipairs(args: LuaArguments): LuaArguments {
  anyArgument(args, 1, "ipairs");
  if (!(args[0] instanceof LuaTable)) throw badArgument(args, 1, "ipairs", "table");
  return [ipairsNext, args[0], 0];
}

function pairs(args: LuaArguments): LuaArguments {
  const table = anyArgument(args, 1, "pairs");
  if (!(table instanceof LuaTable)) throw badArgument(args, 1, "pairs", "table");
  return [createNext(), table, undefined];
}

/**
 * A `next` that remembers where it is: going on from the key it gave last costs one step, also when
 * that key was removed in between. From any other key it searches.
 */
export function createNext(): LuaFunction {
  let table: LuaTable | undefined;
  let last: LuaValue;
  let hash: IterableIterator<LuaValue> | undefined;

  function* keysAfter(from: LuaTable, key: LuaValue, state: LuaState): IterableIterator<LuaValue> {
    let index = 0;
    let found = key === undefined;
    if (typeof key === "number" && key >= 1 && key <= from.list.length) {
      index = key;
      found = true;
    }
    for (; found && index < from.list.length; index++) {
      if (from.list[index] !== undefined) yield index + 1;
      else state.charge(1);
    }
    for (const candidate of from.hash.keys()) {
      if (found) yield candidate;
      else {
        state.charge(1);
        found = candidate === key;
      }
    }
    if (!found) throw fault("invalid key to 'next'");
  }

  return hostFunction("next", (args, state) => {
    const [subject, key] = args;
    if (!(subject instanceof LuaTable)) throw badArgument(args, 1, "next", "table");
    if (!hash || table !== subject || key !== last || key === undefined) {
      table = subject;
      hash = keysAfter(subject, key, state);
    }
    const { value, done } = hash.next();
    last = done ? undefined : value;
    return last === undefined ? [undefined] : [last, subject.get(last)];
  });
}

function select(args: LuaArguments): LuaArguments {
  if (args[0] === "#") return [args.length - 1];
  const index = integerArgument(args, 1, "select");
  if (index < 0 && -index < args.length) return args.slice(args.length + index);
  if (index < 1) throw argumentFault(1, "select", "index out of range");
  return args.slice(index);
}

function toNumber(args: LuaArguments, state: LuaState): LuaArguments {
  if (typeof args[0] === "string") state.charge(args[0].length >> 4);
  const base = integerArgument(args, 2, "tonumber", 10);
  const value = anyArgument(args, 1, "tonumber");
  if (base === 10) return [typeof value === "number" ? value : typeof value === "string" ? tonumber(value) : undefined];
  if (base < 2 || base > 36) throw argumentFault(2, "tonumber", "base out of range");
  const text = asString(value);
  if (text === undefined) throw badArgument(args, 1, "tonumber", "string");
  return [parseInBase(text, base)];
}

/** Digits of a base with blanks around; more than 64 bits are as many as fit, as in LuaJIT. */
function parseInBase(text: string, base: number): number | undefined {
  const match = /^[ \t\n\v\f\r]*(-?)([0-9a-zA-Z]+)[ \t\n\v\f\r]*$/.exec(text);
  if (!match) return undefined;
  const digits = base === 16 ? (match[2] as string).replace(/^0[xX](?=.)/, "") : (match[2] as string);
  let value = 0;
  for (const digit of digits) {
    const unit = Number.parseInt(digit, 36);
    if (unit >= base) return undefined;
    value = value * base + unit;
  }
  value = Math.min(value, 2 ** 64);
  return match[1] === "-" ? -value : value;
}

/** The global functions that need nothing from outside. */
export function baseFunctions(): [string, LuaValue][] {
  const functions = [
    hostFunction("assert", assertTrue),
    hostFunction("error", raise),
    hostFunction("ipairs", ipairs),
    hostFunction("pairs", pairs),
    hostFunction("pcall", protectedCall),
    hostFunction("select", select),
    hostFunction("tonumber", toNumber),
    hostFunction("tostring", (args, state) => [luaToString(anyArgument(args, 1, "tostring"), state)]),
    hostFunction("type", (args) => [typeName(anyArgument(args, 1, "type"))]),
  ];
  return [...functions.map((fn): [string, LuaValue] => [fn.name, fn]), ["_VERSION", "Lua 5.1"]];
}
