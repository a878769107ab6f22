import { type Span, span } from "../../../base/span.js";
import { foreignCall } from "./foreign-calls.js";
import { methodSays } from "./foreign-methods.js";

/** How a list is gone through in Lua. */
export interface LoopList {
  /** The names of the loop. */
  readonly names: string;
  /** What stands behind `in` or `=`: texts, and spans of what was written. */
  readonly parts: readonly (string | Span)[];
  readonly isCounted: boolean;
  readonly isCertain: boolean;
}

/** What a loop says of its list. */
export interface WrittenList {
  /** The whole text that the list is a part of. */
  readonly source: string;
  readonly text: string;
  /** Offset of the text's first unit. */
  readonly start: number;
  readonly names: readonly string[];
  /** It goes through keys, as `for (key in object)` of JavaScript does. */
  readonly isOfKeys: boolean;
}

const place = String.raw`[A-Za-z_]\w*(?:\.\w+|\[[^[\]]*\])*?`;
const bound = String.raw`-?\d+|#?[A-Za-z_][\w.]*(?:\s*[-+]\s*\d+)?|len\(\s*[\w.]+\s*\)`;
const pattern = (text: string): RegExp => new RegExp(`^${text}$`, "d");

/** What calls to go through a table are named, and how Lua goes through it. */
const tables: ReadonlyMap<string, "pairs" | "keys" | "values" | "ipairs"> = new Map([
  ["items", "pairs"],
  ["iteritems", "pairs"],
  ["entries", "pairs"],
  ["each_pair", "pairs"],
  ["keys", "keys"],
  ["iterkeys", "keys"],
  ["values", "values"],
  ["itervalues", "values"],
  ["enumerate", "ipairs"],
  ["each_with_index", "ipairs"],
]);

const shapes = {
  range: pattern(String.raw`range\s*\(\s*(${bound})\s*(?:,\s*(${bound})\s*)?(?:,\s*(-?\d+)\s*)?\)`),
  dots: pattern(String.raw`\(?\s*(-?\w+)\s*\.\.(\.?)\s*(#?\w+)\s*\)?`),
  method: pattern(String.raw`(${place})\.(\w+)(?:\s*\(\s*\))?`),
  object: pattern(String.raw`(?:Object\.(entries|keys|values)|(enumerate))\s*\(\s*(${place})\s*(?:,\s*(?:start\s*=\s*)?(\d+)\s*)?\)`),
  brackets: pattern(String.raw`\[([^[\]]*)\]`),
  plain: pattern(place),
};

/** Longer ones are not looked at, in UTF-16 units. */
const longest = 300;

/** Reads what a loop goes through; undefined where nothing can be said of it. */
export function readLoopList(list: WrittenList): LoopList | undefined {
  const { text, start, names } = list;
  if (
    text === "" ||
    text.length > longest ||
    text.includes("|") ||
    /\b(if|for|while|do|then|end|function|repeat|return|local)\b/.test(text)
  )
    return undefined;
  const whole = span(start, start + text.length);
  const plain = { names: names.join(", "), isCounted: false, isCertain: true };
  const found = rangeOf(list) ?? dotsOf(list) ?? tableOf(list);
  if (found !== undefined) return found;
  const brackets = shapes.brackets.exec(text);
  if (brackets !== null) return { ...plain, parts: ["values({", span(start + 1, whole.end - 1), "})"] };
  if (/^\{[^{}]*\}$/.test(text)) return { ...plain, parts: ["values(", whole, ")"] };
  if (shapes.plain.test(text)) return { ...plain, parts: [names.length > 1 || list.isOfKeys ? "pairs(" : "values(", whole, ")"] };
  const isIterator = /^(pairs|ipairs|values|each)\s*\(|gmatch\s*\(/.test(text);
  const name = /^[A-Za-z_]\w*/.exec(text)?.[0] ?? "";
  const method = /\.(\w+)\s*\(/.exec(text)?.[1];
  if (!isIterator && method !== undefined && methodSays(method) !== undefined) return undefined;
  if (!isIterator && foreignCall(list.source, span(start, start + name.length)) !== undefined) return undefined;
  return { ...plain, parts: [whole], isCertain: isIterator };
}

/** `range(3)`, `range(1, n)`, `range(10, 0, -2)`: the last number is not reached. */
function rangeOf({ text, start, names }: WrittenList): LoopList | undefined {
  const match = shapes.range.exec(text);
  const [first, second, step] = [1, 2, 3].map((index) => groupAt(match, index, start));
  if (match === null || first === undefined || names.length !== 1) return undefined;
  const length = /^len\(\s*([\w.]+)\s*\)$/.exec(match[2] ?? match[1] ?? "");
  const by = step === undefined ? 1 : Number(match[3]);
  if (by === 0) return undefined;
  const last = second ?? first;
  const from = second === undefined ? ["0"] : [first];
  const steps = step === undefined ? [] : [", ", step];
  const loop = { names: names.join(", "), isCounted: true };
  if (length !== null) {
    // Whoever counts to the length of a list looks its items up, which Lua counts from 1.
    const at = last.start + (match[2] ?? match[1] ?? "").indexOf(length[1] as string);
    return { ...loop, parts: ["1, #", span(at, at + (length[1] as string).length), ...steps], isCertain: false };
  }
  return { ...loop, parts: [...from, ", ", ...before(text, last, { by, offset: start }), ...steps], isCertain: true };
}

/** What is one step short of a bound. */
function before(text: string, last: Span, { by, offset }: { by: number; offset: number }): (string | Span)[] {
  const written = text.slice(last.start - offset, last.end - offset);
  const one = by > 0 ? -1 : 1;
  const added = /\s*([-+])\s*1$/.exec(written);
  if (added !== null && (added[1] === "+") === by > 0) return [span(last.start, last.end - added[0].length)];
  if (/^-?\d+$/.test(written)) return [String(Number(written) + one)];
  return [last, by > 0 ? " - 1" : " + 1"];
}

/** `1..3` of Ruby and Liquid, `1...3`. */
function dotsOf({ text, start, names }: WrittenList): LoopList | undefined {
  const match = shapes.dots.exec(text);
  const [first, last] = [groupAt(match, 1, start), groupAt(match, 3, start)];
  if (match === null || first === undefined || last === undefined || names.length !== 1) return undefined;
  const end = match[2] === "." ? before(text, last, { by: 1, offset: start }) : [last];
  return { names: names.join(), parts: [first, ", ", ...end], isCounted: true, isCertain: true };
}

/** `t.items()`, `Object.entries(t)`, `enumerate(xs)` and their like. */
function tableOf({ text, start, names }: WrittenList): LoopList | undefined {
  const object = shapes.object.exec(text);
  const match = object ?? shapes.method.exec(text);
  const word = object?.[1] ?? object?.[2] ?? match?.[2] ?? "";
  const way = tables.get(word);
  const table = groupAt(match, object === null ? 1 : 3, start);
  if (match === null || way === undefined || table === undefined) return undefined;
  // A field that is named so is one.
  if (object === null && !/\)$/.test(text)) return undefined;
  const loop = { names: names.join(", "), isCounted: false };
  const isPair = names.length === 2;
  if (way === "ipairs") {
    if (!isPair) return undefined;
    // Others count from 0.
    const isCertain = object?.[4] === "1" || names[0] === "_";
    const order = word === "each_with_index" ? [...names].reverse().join(", ") : loop.names;
    return { names: order, parts: ["ipairs(", table, ")"], isCounted: false, isCertain };
  }
  if ((way === "pairs") !== isPair) return undefined;
  if (way === "values") return { ...loop, names: `_, ${loop.names}`, parts: ["pairs(", table, ")"], isCertain: true };
  return { ...loop, parts: ["pairs(", table, ")"], isCertain: true };
}

function groupAt(match: RegExpExecArray | null, index: number, offset: number): Span | undefined {
  const at = match?.indices?.[index];
  return at === undefined ? undefined : span(offset + at[0], offset + at[1]);
}
