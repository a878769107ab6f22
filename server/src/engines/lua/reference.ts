/** One parameter as a signature shows it: `count: number`, `separator?: string`, `...`. */
export interface ReferenceParameter {
  readonly name: string;
  readonly label: string;
}

/** What people are told of one name of the template environment. */
export interface ReferenceEntry {
  /** As written in a template: `string.rep`, `print`. */
  readonly path: string;
  readonly kind: "function" | "table" | "value";
  /** What follows the name: `(text: string, count: number): string`, or `: number` of a value. */
  readonly signature: string;
  readonly parameters: readonly ReferenceParameter[];
  /** Type of the first result of a function or of a value; empty when there is none. */
  readonly type: string;
  readonly doc: string;
}

type Row = readonly [path: string, signature: string, doc: string];

const base: readonly Row[] = [
  ["assert", "(value, message?: string): any", "Returns its arguments, or fails with the message when the value is nil or false."],
  ["error", "(message, level?: number)", "Fails with the message. The level says whose line is blamed: 1 this one, 2 the caller's."],
  ["ipairs", "(list: table): function", "Iterates over index and value of a list, up to the first nil."],
  ["pairs", "(table: table): function", "Iterates over every key and value of a table, named keys in the order they were set."],
  ["pcall", "(action: function, ...): boolean", "Calls the action; gives true and its results, or false and what went wrong."],
  ["select", "(index: number | '#', ...): any", "The arguments from an index on; with '#' how many there are."],
  ["tonumber", "(value, base?: number): number", "Reads a number from a text, or gives nil. The base goes from 2 to 36."],
  ["tostring", "(value): string", "The text of any value."],
  ["type", "(value): string", "The name of a value's type: nil, boolean, number, string, table or function."],
  ["_VERSION", ": string", "The version of the language: Lua 5.1."],
  ["utf8", ": nil", "Defined, but nil: this library is not available."],
];

const template: readonly Row[] = [
  ["print", "(...)", "Writes its arguments into the message, without separators and without a line end."],
  ["__emit", "(value)", "Writes one value into the message as {{ … }} would: tables as JSON, nil as nothing."],
  ["values", "(list: table): function", "Iterates over the values of a list: `for value in values(list) do`."],
  ["each", "(list: table): function", "Iterates over value and loop table: index, index0, first, last, length."],
  [
    "include",
    "(path: string, options?: table): string",
    "Inserts another file, rendered as a template that sees the named values of the options, or attached as it is with " +
      "[symbols.BINARY] = true. The path starts at the folder of this file, at / or at ~/, or is urn:flemma:personality: and a name.",
  ],
  ["__filename", ": string", "The path of this document; nil while it has no file."],
  ["__dirname", ": string", "The folder that relative paths start from."],
  ["symbols", ": table", "Keys of the options of include() with a meaning of their own."],
  ["symbols.BINARY", ": table", "Attaches the file as it is instead of rendering it: { [symbols.BINARY] = true }."],
  ["symbols.MIME", ": table", "The MIME type of an attached file: { [symbols.BINARY] = true, [symbols.MIME] = 'text/csv' }."],
  ["format", ": table", "Numbers written for people."],
  ["format.number", "(value: number): string", "Drops the fraction and groups thousands: 1,234,567."],
  ["format.tokens", "(count: number): string", "A count in short: 3,999, 4K, 1.5M."],
  ["format.percent", "(share: number, digits?: number): string", "A share of one as a percentage: 0.126 gives 13%."],
  ["format.money", "(amount: number): string", "An amount in dollars, with more digits when it is small: $2.50, $0.002."],
];

const strings: readonly Row[] = [
  ["string", ": table", "Functions for texts; every text has them as methods."],
  ["string.byte", "(text: string, from?: number, to?: number): number", "The values of the bytes from one position to another."],
  ["string.char", "(...): string", "The text made of bytes with these values."],
  [
    "string.find",
    "(text: string, pattern: string, from?: number, plain?: boolean): number",
    "Where a pattern first matches: start, end, captures; else nil.",
  ],
  ["string.format", "(format: string, ...): string", "Fills %d, %s, %q, %5.2f … with the arguments."],
  ["string.gmatch", "(text: string, pattern: string): function", "Iterates over all matches of a pattern."],
  [
    "string.gsub",
    "(text: string, pattern: string, replacement: string | table | function, most?: number): string",
    "Replaces the matches of a pattern; gives the new text and how many there were.",
  ],
  ["string.len", "(text: string): number", "How many bytes a text has."],
  ["string.lower", "(text: string): string", "The text with ASCII letters in lower case."],
  [
    "string.match",
    "(text: string, pattern: string, from?: number): string",
    "The captures of the first match of a pattern, or the match itself; else nil.",
  ],
  ["string.rep", "(text: string, count: number, separator?: string): string", "The text as often as said, one after the other."],
  ["string.reverse", "(text: string): string", "The bytes of a text from last to first."],
  [
    "string.sub",
    "(text: string, from: number, to?: number): string",
    "A part of a text by byte positions; negative ones count from the end.",
  ],
  ["string.upper", "(text: string): string", "The text with ASCII letters in upper case."],
];

const tables: readonly Row[] = [
  ["table", ": table", "Functions for lists."],
  ["table.concat", "(list: table, separator?: string, from?: number, to?: number): string", "Joins texts and numbers of a list."],
  ["table.foreach", "(table: table, action: function): any", "Calls the action with every key and value until it returns something."],
  ["table.foreachi", "(list: table, action: function): any", "Calls the action with every index and value until it returns something."],
  ["table.getn", "(list: table): number", "How long a list is; #list says the same."],
  ["table.insert", "(list: table, position?: number, value)", "Adds a value at the end of a list, or at a position."],
  ["table.maxn", "(table: table): number", "The largest positive number among the keys."],
  ["table.remove", "(list: table, position?: number): any", "Takes out the last value of a list, or the one at a position."],
  ["table.sort", "(list: table, less?: function)", "Sorts a list in place; the function says whether its first argument comes first."],
  ["table.unpack", "(list: table, from?: number, to?: number): any", "The values of a list as separate results."],
];

const numbers: readonly Row[] = [
  ["math", ": table", "Functions for numbers."],
  ["math.abs", "(x: number): number", "The number without its sign."],
  ["math.ceil", "(x: number): number", "The next whole number upwards."],
  ["math.floor", "(x: number): number", "The next whole number downwards."],
  ["math.max", "(x: number, ...): number", "The largest of the numbers."],
  ["math.min", "(x: number, ...): number", "The smallest of the numbers."],
  ["math.pi", ": number", "The ratio of a circle's circumference to its diameter."],
  [
    "math.random",
    "(from?: number, to?: number): number",
    "A random number: from 0 to below 1, from 1 to a limit, or between two. Stable while you edit.",
  ],
  ["math.randomseed", "(seed: number)", "Starts the random numbers anew."],
  ["math.round", "(x: number): number", "A whole number, as math.floor gives it."],
];

const system: readonly Row[] = [
  ["os", ": table", "Date and time. The clock stands still during an evaluation."],
  ["os.clock", "(): number", "Processor time; always 0 here."],
  [
    "os.date",
    "(format?: string, time?: number): string",
    "Date and time in words (%Y-%m-%d …); '*t' gives a table, a leading ! means UTC.",
  ],
  ["os.difftime", "(later: number, earlier?: number): number", "The seconds between two times."],
  ["os.time", "(parts?: table): number", "Seconds since 1970, of now or of a table with year, month and day."],
  ["vim", ": table", "Functions for paths."],
  ["vim.fn", ": table", "Path functions in the manner of Vim."],
  ["vim.fn.filereadable", "(path: string): number", "1 when there is a file that can be read, else 0."],
  ["vim.fn.fnamemodify", "(path: string, modifiers: string): string", "Changes a path by modifiers: :p :~ :. :h :t :r :e."],
  ["vim.fn.getcwd", "(): string", "The folder that templates work in."],
  ["vim.fn.simplify", "(path: string): string", "Removes . and .. from a path."],
  ["vim.fs", ": table", "More path functions."],
  ["vim.fs.abspath", "(path: string): string", "Makes a path absolute."],
  ["vim.fs.normalize", "(path: string): string", "Expands ~ and removes . and .. from a path."],
];

/** Every name of the template environment by its path, in the order people should see them. A test holds it against the environment itself. */
export const reference: ReadonlyMap<string, ReferenceEntry> = new Map(
  [...template, ...base, ...strings, ...tables, ...numbers, ...system].map((row) => [row[0], entry(row)]),
);

/** The entries below a table of the environment (`string` gives `string.byte` …), or the globals for an empty path. */
export function membersOf(path: string): ReferenceEntry[] {
  const prefix = path === "" ? "" : `${path}.`;
  return [...reference.values()].filter((one) => one.path.startsWith(prefix) && !one.path.slice(prefix.length).includes("."));
}

/** Splits a list of parameters: `a: string, ...` gives two. */
export function parametersOf(list: string): ReferenceParameter[] {
  if (list.trim() === "") return [];
  return list.split(", ").map((label) => ({ label, name: /^[^?:]*/.exec(label)?.[0] ?? label }));
}

function entry([path, signature, doc]: Row): ReferenceEntry {
  const call = /^\((.*)\)(?:: (.+))?$/.exec(signature);
  if (call) return { path, kind: "function", signature, parameters: parametersOf(call[1] ?? ""), type: call[2] ?? "", doc };
  const type = signature.slice(2);
  return { path, kind: type === "table" && !path.startsWith("symbols.") ? "table" : "value", signature, parameters: [], type, doc };
}
