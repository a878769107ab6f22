/** What people are told of one function of templates. */
export interface FunctionSignature {
  readonly name: string;
  /** As a call is written, the subject last: `trunc n s`. */
  readonly signature: string;
  /** The arguments as they stand in the signature; `…` behind the last one says that it may come any number of times. */
  readonly parameters: readonly string[];
  /** What kind of value it gives, in a word; empty where it gives none. */
  readonly result: string;
  /** One sentence. */
  readonly doc: string;
  /** Whether other hosts of Go templates have it: Go's own, and those of sprig. */
  readonly isPortable: boolean;
}

type Row = readonly [name: string, parameters: string, result: string, doc: string];

const builtins: readonly Row[] = [
  ["and", "a b…", "any", "The first argument that is empty, else the last one; what follows it is not evaluated."],
  ["call", "f v…", "any", "Calls a function that is a value with the arguments."],
  ["eq", "a b…", "bool", "Says whether the first argument equals one of the others."],
  ["ge", "a b", "bool", "Says whether a ≥ b."],
  ["gt", "a b", "bool", "Says whether a > b."],
  ["html", "v…", "string", "The text of the arguments, escaped for HTML."],
  ["index", "v key…", "any", 'The member of a list, a map or a string: `index .list 0`, `index .map "key"`.'],
  ["js", "v…", "string", "The text of the arguments, escaped for JavaScript."],
  ["le", "a b", "bool", "Says whether a ≤ b."],
  ["len", "v", "int", "How many members a list or a map has, or how many bytes a string."],
  ["lt", "a b", "bool", "Says whether a < b."],
  ["ne", "a b", "bool", "Says whether the arguments differ."],
  ["not", "v", "bool", "True when the argument is empty: false, zero, nil, or without members."],
  ["or", "a b…", "any", "The first argument that is not empty, else the last one; what follows it is not evaluated."],
  ["print", "v…", "string", "The text of the arguments, with blanks between those that are no strings."],
  ["printf", "format v…", "string", "Fills %d, %s, %v, %q, %5.2f … of a format with the arguments."],
  ["println", "v…", "string", "The text of the arguments with blanks between them and a line end."],
  ["slice", "v i…", "any", "A part of a list or a string: `slice .s 1 3` is from index 1 up to 3, in bytes of a string."],
  ["urlquery", "v…", "string", "The text of the arguments, escaped for the query of a URL."],
];

const strings: readonly Row[] = [
  ["upper", "s", "string", "The text in upper case."],
  ["lower", "s", "string", "The text in lower case."],
  ["title", "s", "string", "The text with every word in title case."],
  ["trim", "s", "string", "The text without the white space around it."],
  ["trimAll", "cut s", "string", "The text without characters of `cut` at both ends."],
  ["trimPrefix", "prefix s", "string", "The text without a beginning."],
  ["trimSuffix", "suffix s", "string", "The text without an ending."],
  ["contains", "part s", "bool", "Says whether a text contains another."],
  ["hasPrefix", "prefix s", "bool", "Says whether a text begins with another."],
  ["hasSuffix", "suffix s", "bool", "Says whether a text ends with another."],
  ["replace", "old new s", "string", "Replaces every occurrence of a text."],
  ["repeat", "n s", "string", "The text n times, one after the other."],
  ["trunc", "n s", "string", "The first n characters of a text; the last ones where n is negative."],
  ["abbrev", "width s", "string", "The text, cut to a width with `...` at its end where it is longer."],
  ["wrap", "width s", "string", "The text in lines of at most so many characters; words are not broken."],
  ["indent", "n s", "string", "Puts n blanks in front of every line."],
  ["nindent", "n s", "string", "A line end, and the text with n blanks in front of every line."],
  ["quote", "v…", "string", "The arguments in double quotes, escaped; nil is left out."],
  ["squote", "v…", "string", "The arguments in single quotes; nil is left out."],
  ["splitList", "sep s", "list", "The parts of a text between separators."],
  ["join", "sep list", "string", "The members of a list as one text, with a separator between them."],
  ["plural", "one many n", "string", "The first text when n is 1, else the second."],
  ["toString", "v", "string", "The text of any value."],
];

const logic: readonly Row[] = [
  ["default", "d v", "any", 'The value, or a default where it is empty: `.name | default "you"`.'],
  ["empty", "v", "bool", "Says whether a value is empty: false, zero, nil, or without members."],
  ["coalesce", "v…", "any", "The first argument that is not empty."],
  ["ternary", "a b condition", "any", "The first argument when the condition is true, else the second."],
  ["fail", "message", "", "Ends the rendering with a message."],
  ["required", "message v", "any", "The value; ends the rendering with a message where it is nil or an empty string."],
];

const lists: readonly Row[] = [
  ["list", "v…", "list", "A list of the arguments."],
  ["first", "list", "any", "The first member of a list."],
  ["last", "list", "any", "The last member of a list."],
  ["rest", "list", "list", "The list without its first member."],
  ["initial", "list", "list", "The list without its last member."],
  ["append", "list v", "list", "The list with a value behind it."],
  ["prepend", "list v", "list", "The list with a value in front of it."],
  ["concat", "list…", "list", "The members of all lists in one."],
  ["uniq", "list", "list", "The list without what is in it a second time."],
  ["reverse", "list", "list", "The list from its end to its beginning."],
  ["compact", "list", "list", "The list without what is empty."],
  ["sortAlpha", "list", "list", "The texts of the members in order."],
  ["without", "list v…", "list", "The list without members that equal one of the values."],
  ["has", "v list", "bool", "Says whether a value is a member of a list."],
  ["until", "n", "list", "The numbers from 0 to below n."],
];

const maps: readonly Row[] = [
  ["dict", "key v…", "map", 'A map of keys and values, one after the other: `dict "a" 1 "b" 2`.'],
  ["get", "map key", "any", "The value of a key, or an empty string where there is none."],
  ["hasKey", "map key", "bool", "Says whether a map has a key."],
  ["keys", "map…", "list", "The keys of maps in order."],
  ["values", "map…", "list", "The values of maps in the order of their keys."],
  ["pick", "map key…", "map", "The map with these keys only."],
  ["omit", "map key…", "map", "The map without these keys."],
  ["merge", "map map…", "map", "A map of all; where one has a value already, the later ones do not count."],
  ["dig", "key… default map", "any", "The value below a path of keys, or a default where there is none."],
];

const numbers: readonly Row[] = [
  ["add", "n…", "number", "The sum of the numbers."],
  ["sub", "a b", "number", "a − b."],
  ["mul", "n…", "number", "The product of the numbers."],
  ["div", "a b", "number", "a ÷ b; of ints the whole part."],
  ["mod", "a b", "number", "What is left of a ÷ b."],
  ["max", "n…", "number", "The largest of the numbers."],
  ["min", "n…", "number", "The smallest of the numbers."],
  ["floor", "n", "number", "The next whole number downwards."],
  ["ceil", "n", "number", "The next whole number upwards."],
  ["round", "n places", "number", "The number with so many decimal places, halves away from zero."],
  ["int", "v", "int", "The whole part of a number or of a text that is one."],
  ["float64", "v", "float64", "A number, or a text that is one, as a float."],
];

const data: readonly Row[] = [
  ["toJson", "v", "string", "The value as JSON in one line; `<`, `>` and `&` become escapes."],
  ["toRawJson", "v", "string", "The value as JSON in one line, without escapes for HTML."],
  ["toPrettyJson", "v", "string", "The value as JSON over lines, indented by two blanks."],
  ["fromJson", "s", "any", "The value that a JSON text stands for."],
  ["b64enc", "s", "string", "The text in Base64."],
  ["b64dec", "s", "string", "The text that a Base64 code stands for."],
];

const regex: readonly Row[] = [
  ["regexMatch", "pattern s", "bool", "Says whether a pattern matches in a text."],
  ["regexFind", "pattern s", "string", "The first match of a pattern, or an empty string."],
  ["regexFindAll", "pattern s n", "list", "The first n matches of a pattern; all where n is −1."],
  ["regexReplaceAll", "pattern s by", "string", "Replaces every match; `$1` stands for a group, `$$` for a dollar sign."],
  ["regexReplaceAllLiteral", "pattern s by", "string", "Replaces every match by a text as it is."],
  ["regexSplit", "pattern s n", "list", "The first n parts between matches; all where n is −1."],
  ["regexQuoteMeta", "s", "string", "The text as a pattern that matches it and nothing else."],
];

const times: readonly Row[] = [
  ["now", "", "string", "The time now (RFC 3339); another one with every send."],
  ["date", "layout time", "string", 'A time of RFC 3339 in a layout: `date "2006-01-02" .time.now`.'],
];

const extensions: readonly Row[] = [
  ["embed", "ref", "string", "Inserts another file, or a prompt of the settings, rendered with the scope of the document."],
  ["include", "ref scope", "string", "Inserts another file, or a prompt of the settings, rendered with a map as its scope."],
  ["file", "path", "string", "Attaches a file to the message at this place."],
];

/** Every function that templates of a document can call, by its name, in the order people should see them. */
export const functionSignatures: ReadonlyMap<string, FunctionSignature> = new Map([
  ...[builtins, strings, logic, lists, maps, numbers, data, regex, times].flatMap((rows) => rows.map((row) => entry(row, "portable"))),
  ...extensions.map((row) => entry(row, "ours")),
]);

function entry([name, list, result, doc]: Row, home: "portable" | "ours"): readonly [string, FunctionSignature] {
  const parameters = list === "" ? [] : list.split(" ");
  return [name, { name, signature: [name, ...parameters].join(" "), parameters, result, doc, isPortable: home === "portable" }];
}
