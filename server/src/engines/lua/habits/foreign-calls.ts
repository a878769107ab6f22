import { certain, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import { type CallTemplate, readCall, rewriteCall } from "./call-template.js";
import type { Advice } from "./fault.js";

/** What to say of a name, and what to write for a call of it. */
interface Entry {
  readonly says: string;
  readonly lua?: CallTemplate;
  readonly isCertain: boolean;
}

type Row = readonly [names: string, says: string, lua?: CallTemplate, isCertain?: "maybe"];

const output = "Lua writes 'print(…)', which writes into the message.";
const asJson = "A table in '{{ … }}' comes out as JSON.";
const today = "Lua writes 'os.date(\"%Y-%m-%d\")'.";
const rounding = "Lua writes 'math.floor(x + 0.5)'.";
const going = "To go through a table, write 'for key, value in pairs(t) do … end'; for a list, 'for item in values(list) do … end'.";
const trimming = "Lua writes 'string.match(x, \"^%s*(.-)%s*$\")'.";
const trimmed = 'string.match($1, "^%s*(.-)%s*$")';
const environment = "Templates cannot read the environment. Set a variable in the frontmatter.";
const outside = "Templates reach nothing outside of the document but through 'include()'.";
const parts = "Write '{{ include(\"part.md\") }}'.";

/** Functions, and what holds functions, of other languages and of other Luas. A dot says in what the name is looked up. */
const rows: readonly Row[] = [
  ["len length count strlen sizeof table.getn table.length table.size table.count string.length", "Lua writes '#x' for the length.", "#$1"],
  ["str String to_string toString strval string.from", "Lua writes 'tostring(x)'.", "tostring($1)"],
  [
    "int parseInt intval Math.trunc Number.parseInt",
    "Lua writes 'tonumber(x)' for a text, 'math.floor(x)' for a number.",
    "tonumber($1)",
    "maybe",
  ],
  ["float Number parseFloat floatval Number.parseFloat", "Lua writes 'tonumber(x)'.", "tonumber($1)"],
  ["bool Boolean boolval", "Lua writes 'x and true or false'; 0 and \"\" are true, too."],
  ["typeof gettype", "Lua writes 'type(x)'.", "type($1)"],
  ["isinstance instanceof", "Lua writes 'type(x) == \"string\"'."],
  ["isset defined", "Lua writes 'x ~= nil'.", "($1 ~= nil)"],
  ["Array.isArray is_array", "Lua writes 'type(x) == \"table\"'.", '(type($1) == "table")'],
  ["is_string", "Lua writes 'type(x) == \"string\"'.", '(type($1) == "string")'],
  ["is_null", "Lua writes 'x == nil'.", "($1 == nil)"],
  ["abs Math.abs", "Lua writes 'math.abs(x)'.", "math.abs($1)"],
  ["floor Math.floor", "Lua writes 'math.floor(x)'.", "math.floor($1)"],
  ["ceil Math.ceil", "Lua writes 'math.ceil(x)'.", "math.ceil($1)"],
  ["Math.round", rounding, "math.floor($1 + 0.5)"],
  ["round", rounding, "math.floor($1 + 0.5)", "maybe"],
  ["Math.max", "Lua writes 'math.max(a, b)'.", "math.max($*)"],
  ["Math.min", "Lua writes 'math.min(a, b)'.", "math.min($*)"],
  ["max", "Lua writes 'math.max(a, b)'.", "math.max($1, $2)"],
  ["min", "Lua writes 'math.min(a, b)'.", "math.min($1, $2)"],
  ["pow Math.pow math.pow", "Lua writes 'x ^ y'.", "($1 ^ $2)"],
  ["sqrt Math.sqrt math.sqrt", "Write 'x ^ 0.5'.", "($1 ^ 0.5)"],
  ["Math.random rand random.random", "Lua writes 'math.random()'.", "math.random()"],
  ["randint random.randint", "Lua writes 'math.random(first, last)'.", "math.random($1, $2)"],
  ["Math.PI", "Lua writes 'math.pi'.", "math.pi"],
  ["Math", "The functions of 'math' are abs, ceil, floor, max, min, random and round, and there is math.pi."],
  ["math.fmod math.mod", "Lua writes 'x % y'."],
  ["upper strtoupper string.toUpperCase string.uppercase", "Lua writes 'string.upper(x)'.", "string.upper($1)"],
  ["lower strtolower string.toLowerCase string.lowercase", "Lua writes 'string.lower(x)'.", "string.lower($1)"],
  ["trim strip string.trim string.strip vim.trim", trimming, trimmed],
  ["capitalize ucfirst title", "Lua writes 'x:sub(1, 1):upper() .. x:sub(2)'."],
  ["join implode", "Lua writes 'table.concat(list, \", \")'."],
  ["table.join", "Lua writes 'table.concat(list, \", \")'.", "table.concat($*)"],
  ["split explode string.split vim.split", "Lua has no 'split'. Go through the parts: 'for part in x:gmatch(\"[^,]+\") do … end'."],
  ["substr substring slice string.substring string.substr", "Lua writes 'string.sub(x, first, last)', and counts from 1."],
  ["replace str_replace string.replace", "Lua writes 'string.gsub(x, pattern, text)'."],
  ["sprintf fmt.Sprintf String.format util.format", "Lua writes 'string.format(…)'.", "string.format($*)"],
  ["printf fmt.Printf", "Lua writes 'print(string.format(…))'.", "print(string.format($*))", "maybe"],
  [
    "console.log console.info console.error console.debug fmt.Println puts echo print_r var_dump dump io.write",
    output,
    "print($*)",
    "maybe",
  ],
  ["console fmt System Console io", output],
  ["json tojson json_encode JSON.stringify json.dumps json.encode vim.json.encode JSON", asJson],
  ["json_decode JSON.parse json.loads json.decode vim.json.decode", "Templates read no JSON. Write data as frontmatter in JSON."],
  ["vim.inspect", asJson],
  ["range", "Lua counts with 'for i = 1, 3 do … end', and goes through a list with 'for item in values(list) do … end'."],
  ["enumerate loop forloop", "Lua writes 'for item, loop in each(list) do … end'; loop.index counts from 1."],
  ["Object keys items entries Object.keys Object.values Object.entries vim.tbl_keys", going],
  ["map filter reduce foreach array_map zip table.foreach table.map", going],
  ["sorted sort", "Lua sorts in place: 'table.sort(list)'."],
  [
    "reversed reverse",
    "Lua turns texts around, 'string.reverse(x)'; a list is gone through backwards with 'for i = #list, 1, -1 do … end'.",
  ],
  ["sum any all", "Lua has no such function. Go through the list with 'for item in values(list) do … end'."],
  ["first", "Lua writes 'list[1]'.", "$1[1]"],
  ["last", "Lua writes 'list[#list]'."],
  ["empty isEmpty is_empty", "Lua writes 'x == \"\"' for a text, '#x == 0' for a list."],
  ["time", "Lua writes 'os.time()'.", "os.time()"],
  ["array list tuple table.pack", "Lua writes '{ 1, 2 }' for a list.", "{ $* }"],
  ["dict set Map Set", "Lua writes '{ name = 1 }' for a table."],
  ["namespace", "Lua needs no namespace: a loop may set variables that were there before it."],
  ["append push array_push table.append table.push table.add", "Lua writes 'table.insert(list, x)'.", "table.insert($1, $2)"],
  ["unpack", "Lua's 'unpack' is here 'table.unpack'.", "table.unpack($*)"],
  ["this", "Give the item a name: '{% for item in values(list) do %}{{ item }}{% end %}'."],
  [
    "now today Date Date.now datetime datetime.now datetime.datetime datetime.date moment strftime_now strftime date time.time time.strftime",
    today,
  ],
  ["process getenv env os.getenv os.environ", environment],
  ["open fetch exec system shell eval file_get_contents os.execute io.open io.popen", outside],
  ["import extends render partial template", parts],
  ["require", "Modules belong to the project file. To put in a part of the text, write '{{ include(\"part.md\") }}'."],
  ["new", "Lua has no 'new': write a table, '{ name = 1 }', or call a function."],
  ["super block caller", "Lua templates have no blocks to override."],
];

const entries: ReadonlyMap<string, Entry> = new Map(
  rows.flatMap(([names, says, lua, isCertain]) =>
    names.split(" ").map((name) => [name, { says, ...(lua !== undefined && { lua }), isCertain: isCertain === undefined }] as const),
  ),
);

/** Names that say enough where nothing is called: others are as likely variables that are not set. */
const telling = new Set("new Date datetime Math JSON console Object process fmt range loop forloop this".split(" "));

/** Globals of Lua that templates do not have (spec/flemma-templates.md §2). */
const absent = new Set(
  "load loadstring dofile loadfile setmetatable getmetatable rawget rawset rawequal rawlen next _G debug package coroutine jit bit collectgarbage getfenv setfenv xpcall".split(
    " ",
  ),
);

/**
 * What to write for the name at a span, and for a call of it, where it is known from elsewhere: the longest path that
 * starts or ends there counts. Undefined for any other name.
 */
export function foreignCall(source: string, at: Span): Advice | undefined {
  const before = /[\w.]*$/.exec(source.slice(Math.max(0, at.start - 100), at.start))?.[0] ?? "";
  const behind = /^(?:\.\w+)*/.exec(source.slice(at.end, at.end + 100))?.[0] ?? "";
  const start = at.start - before.length;
  const path = source.slice(start, at.end);
  for (let rest = behind; ; rest = rest.slice(0, rest.lastIndexOf("."))) {
    const name = path + rest;
    const entry = entries.get(name);
    const end = at.end + rest.length;
    const isMeant = name.includes(".") || telling.has(name) || /^\s*[("'{]/.test(source.slice(end, end + 80));
    if (entry !== undefined && isMeant) return adviceOf(source, span(start, end), entry);
    if (rest === "") break;
  }
  if (path.startsWith("math.")) return { says: (entries.get("Math") as Entry).says, choices: [] };
  return absent.has(path) ? { says: `This Lua has no '${path}'.`, choices: [] } : undefined;
}

function adviceOf(source: string, callee: Span, { says, lua, isCertain }: Entry): Advice {
  if (lua !== undefined && /^[\w.]+$/.test(lua)) return { says, choices: [certain(`Write '${lua}'`, replaced(callee, lua))] };
  const call = lua === undefined ? undefined : readCall(source, callee);
  const edits = call === undefined || lua === undefined ? undefined : rewriteCall(source, call, lua);
  if (edits === undefined || lua === undefined) return { says, choices: [] };
  const shown = lua.replace(/^\((.*)\)$/, "$1").replace(/\$[\d*]/g, "…");
  return { says, choices: [(isCertain ? certain : possible)(`Write '${shown}'`, ...edits)] };
}
