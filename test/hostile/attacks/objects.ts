import { type Attack, code, diagnosed, expression, frontmatter, json, message, rendered } from "./attack.js";

const shared = "t = {}\nfor i = 1, 40 do t = { t, t } end";

/** Tricks with the objects behind the values: prototypes, metamethods, the library, shared tables, dates, paths, errors. */
export const objects: readonly Attack[] = [
  diagnosed("a table that shares itself forty times, printed", frontmatter(shared, "{{ t }}"), "limit:6"),
  diagnosed(
    "a table of one long string a thousand times, printed",
    frontmatter("t = {}\nfor i = 1, 1e3 do t[i] = ('x'):rep(1e5) end", "{{ t }}"),
    "limit/memory:3",
  ),
  rendered("a table that shares itself forty times, not printed", frontmatter(shared, "{{ #t }}"), "2"),
  rendered(
    "a list of long strings, shared, not printed",
    frontmatter("local s = ('x'):rep(1.5e7)\nt = {}\nfor i = 1, 1e5 do t[i] = s end", "{{ #t }}"),
    "100000",
  ),
  diagnosed("a table in itself", frontmatter("t = {}\nt.t = t", "{{ tostring(t):sub(1, 6) }} {{ t }}"), "expression/not-encodable:6"),
  diagnosed("assigning a member of a string", code("('').x = 1"), "template/runtime:2"),
  diagnosed("assigning a method of strings", code("('').upper = 1"), "template/runtime:2"),
  rendered("metamethods of strings are out of reach", message("{{ (''). __index }}{{ ('').__add }}{{ ('').__metatable }}-"), "-"),
  rendered(
    "names of JavaScript's objects are no members of a table",
    frontmatter(
      "t = {}",
      "{{ t.__proto__ }}{{ t.constructor }}{{ t.toString }}{{ t.hasOwnProperty }}{{ t.valueOf }}{{ t.length }}{{ t.size }}{{ t.hash }}{{ t.list }}-",
    ),
    "-",
  ),
  rendered(
    "names of JavaScript's objects are no members of strings, format, vim, string",
    message(
      "{{ ('').constructor }}{{ ('').length }}{{ ('').__proto__ }}{{ format.constructor }}{{ format.__proto__ }}{{ vim.fn.constructor }}{{ string.prototype }}{{ table.toString }}{{ math.__proto__ }}{{ os.constructor }}{{ symbols.__proto__ }}-",
    ),
    "-",
  ),
  rendered(
    "members with such names are members like others",
    frontmatter("t = {}\nt.__proto__ = 1\nt.constructor = 2\nt.hasOwnProperty = 3\nt.toString = 4", "{{ t }} {{ t.__proto__ }}"),
    '{"__proto__":1,"constructor":2,"hasOwnProperty":3,"toString":4} 1',
  ),
  rendered(
    "globals with such names are globals like others",
    frontmatter(
      "__proto__ = { x = 1 }\nconstructor = 2\ntoString = 3\nhasOwnProperty = 4",
      "{{ __proto__ }} {{ constructor }} {{ toString }} {{ hasOwnProperty }}",
    ),
    '{"x":1} 2 3 4',
  ),
  diagnosed(
    "such names are undefined where nobody defined them",
    message(
      "{{ __proto__ }}\n{{ constructor }}\n{{ toString }}\n{{ hasOwnProperty }}\n{{ globalThis }}\n{{ process }}\n{{ require }}\n{{ this }}",
    ),
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((line) => `expression/undefined-variable:${line}`),
  ),
  rendered(
    "such keys in JSON are keys like others",
    json(
      '{"__proto__": {"x": 1}, "constructor": {"__proto__": {"y": 2}}, "toString": 3}',
      "{{ __proto__ }} {{ constructor }} {{ toString }} {{ __proto__.y }}",
    ),
    '{"x":1} {"__proto__":{"y":2}} 3 ',
  ),
  rendered(
    "library members that are assigned, then used",
    frontmatter(
      "string.upper = string.lower\nformat.number = nil\nmath.floor = 3\ntable.concat = print\nos.time = {}\nvim.fn = nil",
      "{{ ('Ab'):upper() }} {{ math.floor }}",
    ),
    "ab 3",
  ),
  rendered(
    "the library removed altogether",
    frontmatter(
      "string, table, math, os, pairs, tostring, pcall, values, each, print = nil",
      "{{ ('Ab'):upper() }}{{ string }}{{ print }}",
    ),
    "AB",
  ),
  diagnosed("an error that is a table", expression("error({ code = 1 })"), "expression/runtime:2"),
  diagnosed("an error that contains itself", code("local e = {} e.e = e error(e)"), "template/runtime:2"),
  diagnosed("an error that is nil", expression("error()"), "expression/runtime:2"),
  diagnosed("an error that is a function", code("error(print)"), "template/runtime:2"),
  diagnosed("an error at a level beyond all calls", expression("error('far', 2^31)"), "expression/runtime:2"),
  rendered(
    "numbers at their edges",
    message(
      "{{ tostring(0/0) }} {{ -0 }} {{ 2^1024 }} {{ 5e-324 }} {{ 2^53 }} {{ tostring(-(0/0)) }} {{ 1e308 * 10 }} {{ 0x7fffffffffffffff }}",
    ),
    "nan -0 inf 4.9406564584125e-324 9.007199254741e+15 nan inf 9.2233720368548e+18",
  ),
  rendered(
    "tonumber with hostile arguments",
    message(
      "{{ tonumber('0x') }}{{ tonumber('1e') }}{{ tonumber('') }}{{ tonumber('1e999') }} {{ tonumber('z', 36) }} {{ tonumber(('f'):rep(100), 16) }}",
    ),
    "inf 35 1.844674407371e+19",
  ),
  diagnosed("tonumber with a base that is none", expression("tonumber('1', 99)"), "expression/runtime:2"),
  rendered(
    "os.date with times beyond time",
    message("{{ os.date('%Y', 1e300) }}{{ os.date('*t', -1e300) }}{{ os.date('%Y', 0/0) }}{{ os.date('!%Y', 2^53) }}-"),
    "-",
  ),
  rendered(
    "os.time with fields beyond time",
    message("{{ type(os.time({ year = 1e300, month = 1e300, day = -1e300 })) }} {{ type(os.time({ year = 0/0, month = 1/0, day = 1 })) }}"),
    "number number",
  ),
  diagnosed("os.date with a long format", expression("os.date(('%c'):rep(4e6))"), "limit:2"),
  diagnosed("os.date over and over", code("while true do os.date('%c %Z', 12345) end"), "limit:2"),
  rendered("a path of 1 MB", expression("#vim.fn.fnamemodify(('a/../'):rep(2e5) .. 'x', ':p:h:t:r:e')"), "0"),
  rendered("simplify a path of 1 MB", expression("vim.fn.simplify(('a/../'):rep(2e5) .. 'x')"), "x"),
  rendered("normalize a path of 1 MB", expression("#vim.fs.normalize(('../'):rep(3e5) .. ('//'):rep(1e5))"), "899999"),
  diagnosed(
    "a substitution with a long pattern",
    expression("#vim.fn.fnamemodify(('a'):rep(1e6), ':gs?' .. ('a'):rep(5e5) .. 'b?c?')"),
    "limit:2",
  ),
  diagnosed(
    "a substitution with a long replacement",
    expression("#vim.fn.fnamemodify(('a'):rep(1e5), ':gs?a?' .. ('b'):rep(1e5) .. '?')"),
    "limit:2",
  ),
  diagnosed("a million questions about files", code("for i = 1, 1e6 do vim.fn.filereadable('/nowhere/' .. i) end"), "limit:2"),
  diagnosed(
    "questions that depend on answers",
    code("local p = '/' for i = 1, 1e6 do p = p .. 'x' .. vim.fn.filereadable(p) end"),
    "limit:2",
  ),
];
