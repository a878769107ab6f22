import fc from "fast-check";

const names = [
  "a",
  "b",
  "t",
  "f",
  "s",
  "i",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "self",
  "string",
  "table",
  "format",
  "vim",
  "print",
];
const members = [
  "x",
  "n",
  "__proto__",
  "constructor",
  "__index",
  "__tostring",
  "upper",
  "rep",
  "gsub",
  "insert",
  "concat",
  "length",
  "hash",
  "list",
  "get",
  "call",
];
const called = [
  ...[
    "type",
    "tostring",
    "tonumber",
    "select",
    "pairs",
    "ipairs",
    "pcall",
    "assert",
    "error",
    "values",
    "each",
    "print",
    "__emit",
    "f",
    "a",
  ],
  ...[
    "string.rep",
    "string.format",
    "string.gsub",
    "string.find",
    "string.byte",
    "string.char",
    "string.sub",
    "string.gmatch",
    "string.reverse",
  ],
  ...["table.insert", "table.remove", "table.concat", "table.sort", "table.unpack", "table.maxn", "math.floor", "math.random", "math.max"],
  ...["os.date", "os.time", "os.difftime", "format.number", "format.tokens", "format.percent", "format.money"],
  ...["vim.fn.fnamemodify", "vim.fn.simplify", "vim.fs.normalize", "vim.fs.abspath", "vim.fn.filereadable"],
];
const numerals = ["0", "1", "2", "-1", "3.5", "1e300", "-1e300", "2^31", "2^53", "1/0", "0/0", "0x10", "1e-320", "1e15"];
const strings = [
  ...[
    "''",
    "'a'",
    "'x y'",
    "'%d'",
    "'%s %s'",
    "'%99.99f'",
    "'.-'",
    "'(a*)b'",
    "'%b()'",
    "'%f[%w]'",
    "'%1'",
    "'['",
    "'%'",
    "'(()'",
    "'*t'",
    "'!%c'",
  ],
  ...["'\\0'", "'\\xff\\xfe'", "'é😀'", "'12'", "'0x1p4'", "' 1e2 '", "'#'", "':p:h:gs?a?b?'", "'../../~/x'", "[[\nlong]]", "'__proto__'"],
];

/** An expression of Lua: well-formed, mostly without sense. */
export const luaExpression: fc.Arbitrary<string> = fc.letrec<{ expression: string; arguments: string; block: string; statement: string }>(
  (tie) => {
    const name = fc.constantFrom(...names);
    const two = fc.tuple(tie("expression"), tie("expression"));
    return {
      arguments: fc.array(tie("expression"), { maxLength: 3, size: "max" }).map((all) => all.join(", ")),
      expression: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom("nil", "true", "false", ...numerals, ...strings, ...names, "{}", "..."),
        fc.tuple(fc.constantFrom(...called), tie("arguments")).map(([fn, args]) => `${fn}(${args})`),
        fc.tuple(fc.constantFrom(...called), tie("arguments")).map(([fn, args]) => `${fn}(${args})`),
        two.chain(([a, b]) =>
          fc
            .constantFrom("+", "-", "*", "/", "%", "^", "..", "==", "~=", "<", ">=", "and", "or")
            .map((operator) => `(${a} ${operator} ${b})`),
        ),
        fc.tuple(fc.constantFrom("-", "not ", "#"), tie("expression")).map(([operator, a]) => `${operator}(${a})`),
        fc.tuple(tie("expression"), fc.constantFrom(...members)).map(([a, member]) => `(${a}).${member}`),
        two.map(([a, b]) => `(${a})[${b}]`),
        fc.tuple(tie("expression"), fc.constantFrom(...members), tie("arguments")).map(([a, member, args]) => `(${a}):${member}(${args})`),
        fc
          .tuple(tie("arguments"), name, tie("expression"), two)
          .map(([list, key, value, [k, v]]) => `{ ${key} = ${value}, [${k}] = ${v}, ${list} }`),
        fc.tuple(name, tie("block")).map(([parameter, block]) => `function(${parameter}, ...) ${block} end`),
      ),
      block: fc.array(tie("statement"), { maxLength: 3, size: "max" }).map((all) => all.join(" ")),
      statement: fc.oneof(
        { maxDepth: 3 },
        fc.tuple(name, tie("expression")).map(([target, value]) => `${target} = ${value};`),
        fc.tuple(name, tie("expression")).map(([target, value]) => `local ${target} = ${value};`),
      ),
    };
  },
).expression;

/** A program: statements around expressions, in every construct, with the locals they happen to meet. */
export const luaProgram: fc.Arbitrary<string> = fc.letrec<{ block: string; statement: string }>((tie) => {
  const name = fc.constantFrom(...names);
  const expression = luaExpression;
  return {
    block: fc.array(tie("statement"), { maxLength: 4, size: "max" }).map((all) => all.join("\n")),
    statement: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.tuple(name, expression).map(([target, value]) => `${target} = ${value};`),
      fc.tuple(name, expression).map(([target, value]) => `local ${target} = ${value};`),
      fc.tuple(expression, fc.constantFrom(...members), expression).map(([a, member, value]) => `local o = ${a}; o.${member} = ${value};`),
      fc.tuple(expression, expression, expression).map(([a, key, value]) => `local o = ${a}; o[${key}] = ${value};`),
      expression.map((value) => `print(${value});`),
      expression.map((value) => `pcall(${value});`),
      fc.tuple(expression, tie("block"), tie("block")).map(([a, then, otherwise]) => `if ${a} then ${then} else ${otherwise} end`),
      fc.tuple(expression, tie("block")).map(([a, body]) => `while ${a} do ${body} break end`),
      fc.tuple(expression, tie("block")).map(([a, body]) => `while ${a} do ${body} end`),
      fc.tuple(tie("block"), expression).map(([body, a]) => `repeat ${body} until ${a}`),
      fc.tuple(name, expression, expression, tie("block")).map(([i, from, to, body]) => `for ${i} = ${from}, ${to} do ${body} end`),
      fc
        .tuple(fc.constantFrom("pairs", "ipairs", "values", "each", "("), expression, tie("block"))
        .map(([over, a, body]) => `for k, v in ${over === "(" ? "" : over}(${a}) do ${body} end`),
      fc
        .tuple(name, name, tie("block"), expression)
        .map(([fn, argument, body, value]) => `function ${fn}(${argument}, ...) ${body} return ${value} end`),
      fc.tuple(name, tie("block")).map(([fn, body]) => `local function ${fn}(...) ${body} end`),
      tie("block").map((body) => `do ::l:: ${body} end`),
      tie("block").map((body) => `do ::l:: ${body} if not done then done = true goto l end end`),
    ),
  };
}).block;
