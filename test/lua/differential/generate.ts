import { createRandom, type Random } from "./random.js";

/** At least a thousand programs, always the same ones. */
export function generatePrograms(): string[] {
  const programs: string[] = [];
  const add = (count: number, seed: number, make: (random: Random) => string): void => {
    const random = createRandom(seed);
    for (let i = 0; i < count; i++) programs.push(make(random));
  };
  add(450, 1, patternProgram);
  add(250, 2, formatProgram);
  add(200, 3, expressionProgram);
  add(250, 4, statementProgram);
  add(250, 5, garbageProgram);
  add(100, 6, numberProgram);
  return [...new Set(programs)];
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;

function text(random: Random, alphabet: string, most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick([...alphabet])).join("");
}

function patternItem(random: Random): string {
  const single = random.pick([
    "a",
    "b",
    ".",
    "%a",
    "%d",
    "%w",
    "%s",
    "%S",
    "%l",
    "%u",
    "%p",
    "%.",
    "[ab]",
    "[^a]",
    "[a-c]",
    "[%w_]",
    "[%d.]",
    "x",
    "1",
    "%x",
    "%g",
    "%D",
    "[]]",
    "[^]]",
    "[a-]",
  ]);
  return single + random.pick(["", "", "", "*", "+", "-", "?"]);
}

function pattern(random: Random): string {
  let made = random.chance(15) ? "^" : "";
  const count = 1 + random.below(4);
  for (let i = 0; i < count; i++) {
    const kind = random.below(20);
    if (kind < 12) made += patternItem(random);
    else if (kind < 16) made += `(${patternItem(random)}${random.chance(30) ? patternItem(random) : ""})`;
    else if (kind === 16) made += "()";
    else if (kind === 17) made += "%b()";
    else if (kind === 18) made += `%f${random.pick(["[%w]", "[^%w]", "[a]", "[%s]"])}`;
    else made += random.pick(["%1", "(", ")", "%", "[", "[a", "%2", "%b", "%f", "(a", "$"]);
  }
  return random.chance(15) ? `${made}$` : made;
}

function patternProgram(random: Random): string {
  const subject = quote(text(random, "aabbc x1.2(,)_\nA-]", 12));
  const matched = quote(pattern(random));
  switch (random.below(5)) {
    case 0:
      return `local a,b,c,d,e,f = (${subject}):find(${matched}${random.chance(30) ? `, ${random.below(16) - 5}` : ""}) return a,b,c,d,e,f`;
    case 1:
      return `local a,b,c,d,e = (${subject}):match(${matched}${random.chance(30) ? `, ${random.below(16) - 5}` : ""}) return a,b,c,d,e`;
    case 2: {
      const replacement = random.pick([
        '"<%0>"',
        '"%1"',
        '"-"',
        '"%%"',
        "{a=1, b=true, c=false}",
        "function(x, y) return y or x end",
        "string.upper",
        "function() end",
        '"%2"',
        '"[%1%1]"',
      ]);
      return `local s, n = (${subject}):gsub(${matched}, ${replacement}${random.chance(20) ? `, ${random.below(4)}` : ""}) return s, n`;
    }
    case 3:
      return `local t = {} for a, b in (${subject}):gmatch(${matched}) do t[#t + 1] = tostring(a) .. ":" .. tostring(b) end local s = table.concat(t, "|") return s`;
    default:
      return `local ok, e = pcall(string.find, ${subject}, ${matched}, ${random.below(5)}, ${random.pick(["true", "false"])}) return ok, e`;
  }
}

const numbers = [
  "0",
  "1",
  "-1",
  "42",
  "3.14159",
  "-2.5",
  "0.1",
  "1e15",
  "1e100",
  "-1e-7",
  "123456789",
  "0.5",
  "1.5",
  "2.5",
  "1/0",
  "-1/0",
  "0/0",
  "2^31",
  "2^53",
  "-2^63",
  "255",
  "65",
  "1e-310",
  "99.995",
  "1e21",
  "12345.678",
  "-0.0",
  "5e-324",
  "0.000123",
];

function formatProgram(random: Random): string {
  const flags = random.pick(["", "", "", "-", "+", " ", "#", "0", "-0", "+0", "# "]);
  const width = random.chance(50) ? String(random.below(15)) : "";
  const precision = random.chance(50) ? `.${random.chance(85) ? random.below(13) : ""}` : "";
  const letter = random.pick([..."ddiuoxXeEfgGgfaAcsq%"]);
  const value =
    letter === "s" || letter === "q" ? random.pick([quote(text(random, 'ab\n"\\é 1', 8)), random.pick(numbers)]) : random.pick(numbers);
  if (letter === "c") return `local s = ("%${flags}${width}c"):format(${32 + random.below(90)}) return s`;
  return `local s = ("<%${flags}${width}${precision}${letter}>"):format(${value}) return s`;
}

function expression(random: Random, depth: number): string {
  if (depth === 0 || random.chance(20))
    return random.pick([
      "1",
      "2",
      "0.5",
      "-3",
      '"a"',
      '"10"',
      '"0x10"',
      "nil",
      "true",
      "false",
      "{}",
      "x",
      "t.n",
      "t.s",
      "t.miss",
      "#t",
      "f(2)",
      "(f(3))",
      '" 5 "',
      "1e3",
      "s",
    ]);
  const sub = (): string => expression(random, depth - 1);
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      return `(${sub()} ${random.pick(["+", "-", "*", "/", "%", "^"])} ${sub()})`;
    case 3:
      return `(${sub()} .. ${sub()})`;
    case 4:
      return `(${sub()} ${random.pick(["==", "~=", "<", "<=", ">", ">="])} ${sub()})`;
    case 5:
      return `(${sub()} ${random.pick(["and", "or"])} ${sub()})`;
    case 6:
      return random.pick([`not ${sub()}`, `-(${sub()})`, `#(${sub()})`]);
    case 7:
      return `select(${random.pick(["1", "2", "-1", '"#"'])}, ${sub()}, ${sub()})`;
    default:
      return `({${sub()}, k = ${sub()}, ${sub()}})[${random.pick(["1", "2", '"k"', "3"])}]`;
  }
}

function expressionProgram(random: Random): string {
  return `local x, s, t = 7, "str", {10, 20, 30, n = 4, s = "z"} local function f(a) return a * 2, a end local r = ${expression(random, 3)} return r`;
}

function numberProgram(random: Random): string {
  const literal = random.pick([
    () => `${random.below(1e6)}.${random.below(1e6)}`,
    () => `${random.below(1e9)}e${random.below(40) - 20}`,
    () => `0x${random.below(2 ** 31).toString(16)}${random.chance(30) ? `.${random.below(255).toString(16)}p${random.below(9) - 4}` : ""}`,
    () => `${random.below(1e9)}${random.below(1e9)}`,
    () =>
      random.pick([
        " 12 ",
        "0x",
        "1e",
        ".5",
        "5.",
        "1 2",
        "--1",
        "- 1",
        "+3",
        "1e+2",
        "0x1p4",
        "inf",
        "nan",
        "0b101",
        "1_000",
        "",
        " ",
        "1e400",
        "-0x10",
        "\\t7\\n",
      ]),
  ])();
  return `local a, b = tonumber("${literal}"), tonumber("${literal}", ${random.pick([2, 8, 10, 16, 36])}) return a, b, tostring(a), (a or 0) .. ""`;
}

function statement(random: Random, depth: number): string {
  const value = (): string => expression(random, 1);
  const body = (): string =>
    depth === 0 ? "n = n + 1" : Array.from({ length: 1 + random.below(2) }, () => statement(random, depth - 1)).join(" ");
  switch (random.below(13)) {
    case 0:
      return `for i = ${random.below(4)}, ${random.below(8)}${random.chance(30) ? `, ${random.pick(["2", "-1", "0.5"])}` : ""} do out(i) ${body()} end`;
    case 1:
      return `for i, v in ipairs({${value()}, ${value()}}) do out(i, v) ${body()} end`;
    case 2:
      return `if ${value()} then ${body()} elseif ${value()} then ${body()} else ${body()} end`;
    case 3:
      return `do local n = n ${body()} out(n) end`;
    case 4:
      return `repeat n = n + 1 local stop = n > ${random.below(20)} ${body()} until stop or n > 60`;
    case 5:
      return `while n < ${random.below(20)} do n = n + 1 ${body()} if n % 3 == 0 then break end end`;
    case 6:
      return `out(pcall(function(...) ${body()} return ${value()}, ... end, ${value()}))`;
    case 7:
      return `x, t[n], t.k = ${value()}, ${value()}, ${value()}`;
    case 8:
      return `t[#t + 1] = ${value()} out(#t)`;
    case 9:
      return `local function g(a, ...) out(a, select("#", ...)) return ${value()} end out(g(${value()}, ${value()}))`;
    case 10:
      return `for k = 1, 3 do if k == 2 then goto continue end out(k) ::continue:: end`;
    case 11:
      return `fs[#fs + 1] = function() n = n + 1 return n, x end`;
    default:
      return random.pick([
        "out(table.remove(t))",
        "table.insert(t, 1, n)",
        "out(table.concat(log, '-'))",
        "for _, h in ipairs(fs) do out(h()) end",
        "out(#log)",
        `out(error(${random.pick(['"m"', "{}", "nil", "5"])}))`,
        "table.sort(t, function(a, b) return tostring(a) < tostring(b) end)",
        "s:bad()",
        "x.y.z = 1",
      ]);
  }
}

function statementProgram(random: Random): string {
  const prelude =
    'local n, x, s, t, fs, log = 0, 7, "str", {10, 20, 30, n = 4, s = "z"}, {}, {} local function f(a) return a * 2, a end ' +
    'local function out(...) for i = 1, select("#", ...) do local v = select(i, ...) log[#log + 1] = type(v) == "table" and "T" or tostring(v) end end\n';
  const body = Array.from({ length: 2 + random.below(4) }, () => statement(random, 2)).join("\n");
  return `${prelude}${body}\nreturn table.concat(log, " ")`;
}

function garbageProgram(random: Random): string {
  const tokens = [
    "x",
    "y",
    "=",
    "local",
    "function",
    "end",
    "if",
    "then",
    "else",
    "for",
    "in",
    "do",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ".",
    "..",
    "+",
    "1",
    '"s"',
    "return",
    "while",
    "repeat",
    "until",
    "nil",
    "not",
    "goto",
    "::",
    "a",
    "elseif",
    "or",
    "==",
    "...",
    ":",
    ";",
    "#",
    "\n",
    "break",
    "-",
  ];
  const starts = [
    "x = 1 ",
    "local x = ",
    "if x then ",
    "for i = 1, 2 do ",
    "f(",
    "local function f(a) ",
    "t = { ",
    "while x do ",
    "return ",
    "x.y ",
    "repeat ",
    "",
  ];
  return random.pick(starts) + Array.from({ length: 1 + random.below(6) }, () => random.pick(tokens)).join(" ");
}
