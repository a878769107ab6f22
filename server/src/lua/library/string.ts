import { createUnits, mapBytes } from "../bytes.js";
import { asString, isFunction, shownType } from "../operations.js";
import { createMatcher, type Matcher } from "../patterns.js";
import type { LuaState } from "../state.js";
import { LuaTable } from "../table.js";
import { hostFunction, type LuaArguments, type LuaValue } from "../values.js";
import { argumentFault, fault, integerArgument, stringArgument } from "./arguments.js";
import { format } from "./format-string.js";

type Implementation = (args: LuaArguments, state: LuaState) => LuaArguments;

/** 1-based, negative counts from the end: to a 1-based position, which may be out of range. */
function relative(index: number, length: number): number {
  return index >= 0 ? index : Math.max(0, index + length + 1);
}

const byte: Implementation = (args, state) => {
  const text = stringArgument(args, 1, "byte");
  const first = relative(integerArgument(args, 2, "byte", 1), text.length);
  const last = Math.min(relative(integerArgument(args, 3, "byte", first), text.length), text.length);
  const start = Math.max(1, first);
  if (last - start >= 8000) throw fault("string slice too long");
  const bytes: LuaValue[] = [];
  for (let i = start; i <= last; i++) bytes.push(text.charCodeAt(i - 1));
  state.charge(bytes.length);
  return bytes;
};

const char: Implementation = (args) => {
  let text = "";
  for (let i = 1; i <= args.length; i++) {
    const unit = integerArgument(args, i, "char");
    if (unit < 0 || unit > 255) throw argumentFault(i, "char", "invalid value");
    text += String.fromCharCode(unit);
  }
  return [text];
};

const len: Implementation = (args) => [stringArgument(args, 1, "len").length];

/** A function that maps a string to one as long. */
function mapping(name: string, change: (text: string) => string): Implementation {
  return (args, state) => {
    const text = stringArgument(args, 1, name);
    state.charge(text.length >> 3);
    state.allocateString(text.length);
    return [change(text)];
  };
}

const lower = mapping("lower", (text) => mapBytes(text, (byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte)));
const upper = mapping("upper", (text) => mapBytes(text, (byte) => (byte >= 97 && byte <= 122 ? byte - 32 : byte)));
const reverse = mapping("reverse", (text) => {
  const units = createUnits();
  for (let i = text.length - 1; i >= 0; i--) units.add(text.charCodeAt(i));
  return units.text();
});

const rep: Implementation = (args, state) => {
  const text = stringArgument(args, 1, "rep");
  const count = integerArgument(args, 2, "rep");
  const separator = args[2] === undefined ? "" : stringArgument(args, 3, "rep");
  if (count <= 0) return [""];
  const size = (text.length + separator.length) * count - separator.length;
  state.allocateString(size);
  state.charge(size >> 6);
  if (size === 0) return [""];
  return [separator === "" ? text.repeat(count) : (text + separator).repeat(count - 1) + text];
};

const sub: Implementation = (args, state) => {
  const text = stringArgument(args, 1, "sub");
  const first = Math.max(1, relative(integerArgument(args, 2, "sub"), text.length));
  const last = relative(integerArgument(args, 3, "sub", -1), text.length);
  const part = text.slice(first - 1, Math.max(first - 1, last));
  state.charge(text.length >> 10);
  state.allocate(32 + part.length);
  return [part];
};

const special = /[\^$*+?.([%-]/;

function search(args: LuaArguments, state: LuaState, name: "find" | "match"): LuaArguments {
  const subject = stringArgument(args, 1, name);
  const pattern = stringArgument(args, 2, name);
  const init = Math.max(1, relative(integerArgument(args, 3, name, 1), subject.length)) - 1;
  const plain = name === "find" && ((args[3] !== undefined && args[3] !== false) || !special.test(pattern));
  const start = Math.min(init, subject.length);
  if (plain) {
    state.charge((subject.length + pattern.length) >> 4);
    const at = subject.indexOf(pattern, start);
    return at < 0 ? [undefined] : [at + 1, at + pattern.length];
  }
  const matcher = createMatcher(subject, pattern, state);
  for (let s = start; s <= subject.length; s++) {
    const end = matcher.matchAt(s);
    if (end >= 0) {
      state.allocate(end - s + 64);
      if (name === "match") return matcher.captures(s, end);
      return matcher.captureCount() > 0 ? [s + 1, end, ...matcher.captures(s, end)] : [s + 1, end];
    }
    if (matcher.anchored) break;
  }
  return [undefined];
}

const find: Implementation = (args, state) => search(args, state, "find");
const match: Implementation = (args, state) => search(args, state, "match");

const gmatch: Implementation = (args, state) => {
  const subject = stringArgument(args, 1, "gmatch");
  const pattern = stringArgument(args, 2, "gmatch");
  const matcher = createMatcher(subject, pattern.startsWith("^") ? `%${pattern}` : pattern, state);
  let from = 0;
  return [
    hostFunction("gmatch_aux", () => {
      for (let s = from; s <= subject.length; s++) {
        const end = matcher.matchAt(s);
        if (end < 0) continue;
        from = end === s ? end + 1 : end;
        state.allocate(end - s + 64);
        return matcher.captures(s, end);
      }
      from = subject.length + 1;
      return [undefined];
    }),
  ];
};

const gsub: Implementation = (args, state) => {
  const subject = stringArgument(args, 1, "gsub");
  const pattern = stringArgument(args, 2, "gsub");
  const replace = replacer(args[2], state);
  const limit = integerArgument(args, 4, "gsub", subject.length + 1);
  const matcher = createMatcher(subject, pattern, state);
  const parts: string[] = [];
  let size = 0;
  const add = (part: string): void => {
    size += part.length;
    if (size > state.limits.stringBytes) state.allocateString(size);
    parts.push(part);
  };
  let count = 0;
  let s = 0;
  let kept = 0;
  while (count < limit) {
    const end = matcher.matchAt(s);
    if (end >= 0) {
      count++;
      add(subject.slice(kept, s));
      add(replace(matcher, s, end, subject));
      state.allocate(32);
      kept = end;
    }
    if (end > s) s = end;
    else if (s < subject.length) s++;
    else break;
    if (matcher.anchored) break;
  }
  add(subject.slice(kept));
  state.charge(size >> 6);
  state.allocateString(size);
  return [parts.join(""), count];
};

type Replace = (matcher: Matcher, start: number, end: number, subject: string) => string;

function replacer(value: LuaValue, state: LuaState): Replace {
  const text = asString(value);
  if (text !== undefined) return templateReplacer(text, state);
  if (isFunction(value))
    return (matcher, start, end, subject) => replaced(value.call(state, matcher.captures(start, end))[0], subject.slice(start, end));
  if (value instanceof LuaTable) {
    return (matcher, start, end, subject) => replaced(value.get(matcher.capture(0, start, end)), subject.slice(start, end));
  }
  throw argumentFault(3, "gsub", "string/function/table expected");
}

function replaced(value: LuaValue, original: string): string {
  if (value === undefined || value === false) return original;
  const text = asString(value);
  if (text === undefined) throw fault(`invalid replacement value (a ${shownType(value)})`);
  return text;
}

function templateReplacer(template: string, state: LuaState): Replace {
  const parts: (string | number)[] = [];
  let at = 0;
  for (let next = template.indexOf("%"); next >= 0; next = template.indexOf("%", at)) {
    state.charge(1);
    state.allocate(48);
    parts.push(template.slice(at, next), templateItem(template.slice(next, next + 2)));
    at = next + 2;
  }
  parts.push(template.slice(at));
  if (parts.every((part) => typeof part === "string")) {
    const text = parts.join("");
    return () => text;
  }
  return (matcher, start, end, subject) => {
    let text = "";
    for (const part of parts) {
      if (typeof part === "string") text += part;
      else text += part === 0 ? subject.slice(start, end) : asString(matcher.capture(part - 1, start, end));
    }
    return text;
  };
}

/** What `%x` in a replacement means: a capture's number, or the character itself. */
function templateItem(item: string): number | string {
  const letter = item.slice(1);
  if (letter === "") return "\0";
  return letter >= "0" && letter <= "9" ? Number(letter) : letter;
}

/** The `string` table. */
export function createStringLibrary(): LuaTable {
  const library = new LuaTable();
  const functions: Record<string, Implementation> = { byte, char, find, format, gmatch, gsub, len, lower, match, rep, reverse, sub, upper };
  for (const [name, call] of Object.entries(functions)) library.set(name, hostFunction(name, call));
  return library;
}
