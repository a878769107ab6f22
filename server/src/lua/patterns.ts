import { fault } from "./library/arguments.js";
import type { LuaState } from "./state.js";
import type { LuaValue } from "./values.js";

const maxCaptures = 32;
const maxDepth = 200;
const open = -1;
const position = -2;

const percent = 37;
const dollar = 36;
const caret = 94;
const bracket = 91;
const closing = 93;

/** A pattern applied to a subject; both are byte strings. Every step is charged to the state. */
export interface Matcher {
  /** Tries to match at `start` (0-based); gives the end of the match or -1. */
  matchAt(start: number): number;
  /** The captures of the last match, or the whole match when the pattern has none. */
  captures(start: number, end: number): LuaValue[];
  /** One capture (0-based) for a replacement; index 0 without captures is the whole match. */
  capture(index: number, start: number, end: number): LuaValue;
  /** How many captures the last match has. */
  captureCount(): number;
  /** The pattern begins with `^`: it matches at the first place only. */
  readonly anchored: boolean;
}

/** Prepares a match. Faults of the pattern are thrown while matching, in LuaJIT's words. */
export function createMatcher(subject: string, pattern: string, state: LuaState): Matcher {
  const anchored = pattern.charCodeAt(0) === caret;
  const starts: number[] = [];
  const lengths: number[] = [];
  let level = 0;
  let depth = 0;

  const p = (index: number): number => (index < pattern.length ? pattern.charCodeAt(index) : -1);

  function match(from: number, fromPattern: number): number {
    if (++depth > maxDepth) throw fault("pattern too complex");
    let s = from;
    let at = fromPattern;
    let result = -1;
    for (;;) {
      if (--state.fuel < 0) state.charge(0);
      if (at >= pattern.length) {
        result = s;
        break;
      }
      const unit = pattern.charCodeAt(at);
      if (unit === 40) {
        result = p(at + 1) === 41 ? startCapture(s, at + 2, position) : startCapture(s, at + 1, open);
        break;
      }
      if (unit === 41) {
        result = endCapture(s, at + 1);
        break;
      }
      if (unit === dollar && at + 1 === pattern.length) {
        result = s === subject.length ? s : -1;
        break;
      }
      if (unit === percent) {
        const next = p(at + 1);
        if (next === 98) {
          s = matchBalance(s, at + 2);
          if (s < 0) break;
          at += 4;
          continue;
        }
        if (next === 102) {
          at += 2;
          if (p(at) !== bracket) throw fault("missing '[' after '%f' in pattern");
          const end = classEnd(at);
          const before = s === 0 ? 0 : subject.charCodeAt(s - 1);
          const after = s < subject.length ? subject.charCodeAt(s) : 0;
          if (matchSet(before, at, end - 1) || !matchSet(after, at, end - 1)) break;
          at = end;
          continue;
        }
        if (next >= 48 && next <= 57) {
          s = matchCapture(s, next);
          if (s < 0) break;
          at += 2;
          continue;
        }
      }
      const end = classEnd(at);
      const suffix = p(end);
      const fits = s < subject.length && matchOne(subject.charCodeAt(s), at, end);
      if (suffix === 63) {
        if (fits) {
          result = match(s + 1, end + 1);
          if (result >= 0) break;
        }
        at = end + 1;
      } else if (suffix === 42) {
        result = maxExpand(s, at, end);
        break;
      } else if (suffix === 43) {
        result = fits ? maxExpand(s + 1, at, end) : -1;
        break;
      } else if (suffix === 45) {
        result = minExpand(s, at, end);
        break;
      } else {
        if (!fits) break;
        s++;
        at = end;
      }
    }
    depth--;
    return result;
  }

  function startCapture(s: number, at: number, kind: number): number {
    if (level >= maxCaptures) throw fault("too many captures");
    starts[level] = s;
    lengths[level] = kind;
    level++;
    const end = match(s, at);
    if (end < 0) level--;
    return end;
  }

  function endCapture(s: number, at: number): number {
    let index = level - 1;
    while (index >= 0 && lengths[index] !== open) index--;
    if (index < 0) throw fault("invalid pattern capture");
    lengths[index] = s - (starts[index] as number);
    const end = match(s, at);
    if (end < 0) lengths[index] = open;
    return end;
  }

  function matchBalance(s: number, at: number): number {
    if (at + 1 >= pattern.length) throw fault("unbalanced pattern");
    const begin = pattern.charCodeAt(at);
    const end = pattern.charCodeAt(at + 1);
    if (s >= subject.length || subject.charCodeAt(s) !== begin) return -1;
    let nesting = 1;
    for (let i = s + 1; i < subject.length; i++) {
      if (--state.fuel < 0) state.charge(0);
      const unit = subject.charCodeAt(i);
      if (unit === end) {
        if (--nesting === 0) return i + 1;
      } else if (unit === begin) nesting++;
    }
    return -1;
  }

  function matchCapture(s: number, digit: number): number {
    const index = digit - 49;
    if (index < 0 || index >= level || lengths[index] === open) throw fault("invalid capture index");
    const start = starts[index] as number;
    const text = subject.slice(start, start + Math.max(0, lengths[index] as number));
    state.charge(text.length >> 3);
    return subject.startsWith(text, s) ? s + text.length : -1;
  }

  function maxExpand(s: number, at: number, end: number): number {
    let count = 0;
    while (s + count < subject.length && matchOne(subject.charCodeAt(s + count), at, end)) {
      count++;
      if (--state.fuel < 0) state.charge(0);
    }
    for (; count >= 0; count--) {
      const result = match(s + count, end + 1);
      if (result >= 0) return result;
    }
    return -1;
  }

  function minExpand(from: number, at: number, end: number): number {
    for (let s = from; ; s++) {
      const result = match(s, end + 1);
      if (result >= 0) return result;
      if (s >= subject.length || !matchOne(subject.charCodeAt(s), at, end)) return -1;
    }
  }

  /** The index after the single class, set or character at `at`. */
  function classEnd(at: number): number {
    let index = at;
    const unit = pattern.charCodeAt(index++);
    if (unit === percent) {
      if (index >= pattern.length) throw fault("malformed pattern (ends with '%')");
      return index + 1;
    }
    if (unit !== bracket) return index;
    if (p(index) === caret) index++;
    do {
      if (index >= pattern.length) throw fault("malformed pattern (missing ']')");
      if (pattern.charCodeAt(index++) === percent && index < pattern.length) index++;
    } while (p(index) !== closing);
    return index + 1;
  }

  function matchOne(unit: number, at: number, end: number): boolean {
    switch (pattern.charCodeAt(at)) {
      case 46:
        return true;
      case percent:
        return matchClass(unit, pattern.charCodeAt(at + 1));
      case bracket:
        return matchSet(unit, at, end - 1);
      default:
        return pattern.charCodeAt(at) === unit;
    }
  }

  /** Whether a unit is in the set from `at` (its `[`) to `end` (its `]`). */
  function matchSet(unit: number, at: number, end: number): boolean {
    let index = at + 1;
    const negated = pattern.charCodeAt(index) === caret;
    if (negated) index++;
    for (; index < end; index++) {
      if (--state.fuel < 0) state.charge(0);
      const first = pattern.charCodeAt(index);
      if (first === percent) {
        index++;
        if (matchClass(unit, pattern.charCodeAt(index))) return !negated;
      } else if (p(index + 1) === 45 && index + 2 < end) {
        if (first <= unit && unit <= pattern.charCodeAt(index + 2)) return !negated;
        index += 2;
      } else if (first === unit) return !negated;
    }
    return negated;
  }

  function capture(index: number, start: number, end: number): LuaValue {
    if (index >= level) {
      if (index === 0) return subject.slice(start, end);
      throw fault("invalid capture index");
    }
    const from = starts[index] as number;
    const length = lengths[index] as number;
    if (length === open) throw fault("unfinished capture");
    return length === position ? from + 1 : subject.slice(from, from + length);
  }

  return {
    anchored,
    matchAt(start) {
      level = 0;
      depth = 0;
      return match(start, anchored ? 1 : 0);
    },
    capture,
    captureCount: () => level,
    captures: (start, end) => Array.from({ length: Math.max(1, level) }, (_, index) => capture(index, start, end)),
  };
}

/** Whether a byte is of the class `%c` names; upper case negates, other letters stand for themselves. */
function matchClass(unit: number, letter: number): boolean {
  const lower = letter | 32;
  const isLetter = lower >= 97 && lower <= 122;
  const result = isLetter ? inClass(unit, lower) : undefined;
  if (result === undefined) return unit === letter;
  return letter === lower ? result : !result;
}

function inClass(unit: number, lower: number): boolean | undefined {
  const isLower = unit >= 97 && unit <= 122;
  const isUpper = unit >= 65 && unit <= 90;
  const isDigit = unit >= 48 && unit <= 57;
  switch (String.fromCharCode(lower)) {
    case "a":
      return isLower || isUpper;
    case "c":
      return unit < 32 || unit === 127;
    case "d":
      return isDigit;
    case "g":
      return unit > 32 && unit < 127;
    case "l":
      return isLower;
    case "p":
      return unit > 32 && unit < 127 && !isLower && !isUpper && !isDigit;
    case "s":
      return unit === 32 || (unit >= 9 && unit <= 13);
    case "u":
      return isUpper;
    case "w":
      return isLower || isUpper || isDigit;
    case "x":
      return isDigit || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);
    case "z":
      return unit === 0;
    default:
      return undefined;
  }
}
