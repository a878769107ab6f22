import type { Case } from "./check.js";

const text = (value: string) => ({ kind: "text", text: value });
const thinking = (content: string, more: object = {}) => ({ kind: "thinking", content, ...more });
const toolUse = (id: string, name: string, input: unknown) => ({ kind: "tool_use", id, name, input });
const toolResult = (id: string, content: string, more: object = {}) => ({
  kind: "tool_result",
  tool_use_id: id,
  is_error: false,
  parts: content === "" ? [] : [text(content)],
  ...more,
});
const use = "@Assistant:\n**Tool Use:** `bash` (`t1`)\n\n```json\n{}\n```\n@You:\n";
const unanswered = use.replace("**Tool Use:** `bash` (`t1`)", "⟦tool/missing-result~: **Tool Use:** `bash` (`t1`)⟧");
const bash = [toolUse("t1", "bash", {})];
/** One user message that loops over values and prints what `format` makes of them. */
const formatted = (call: string, values: string) => `@You:\n{% for _, v in ipairs({ ${values} }) do %}{{ ${call} }};{% end %}`;

/** Documents of our own in the manner of the recorded cases: what the format's rules say beyond those. */
export const cases: { readonly [topic: string]: { readonly [name: string]: Case } } = {
  format: {
    "number groups thousands and truncates": {
      text: formatted("format.number(v)", "0, 7, 999, 1000, 1234567.89, -1234.9, -999, '12345', 1e9, 0.9"),
      renders: "0;7;999;1,000;1,234,567;-1,234;-999;12,345;1,000,000,000;0;",
    },
    "tokens change unit at 4,000 and at a million": {
      text: formatted("format.tokens(v)", "0, 999, 1500, 3999, 4000, 4500, 12000, 12345, 200000, 1e6, 1500000, 2000000, 12345678"),
      renders: "0;999;1,500;3,999;4K;4.5K;12K;12.3K;200K;1M;1.5M;2M;12.3M;",
    },
    "tokens keep a .0 that was rounded": { text: formatted("format.tokens(v)", "4001, 12010, 1000001"), renders: "4.0K;12.0K;1.0M;" },
    "percent rounds to the digits asked for": {
      text: "@You:\n{{ format.percent(0.5) }} {{ format.percent(0.1234, 1) }} {{ format.percent(1) }} {{ format.percent(0.126) }} {{ format.percent(-0.25) }} {{ format.percent(2, 2) }} {{ format.percent(0) }}",
      renders: "50% 12.3% 100% 13% -25% 200.00% 0%",
    },
    "money shows cents, and more digits for small amounts": {
      text: formatted("format.money(v)", "2, 2.5, 0.25, 99.999, 0.1, 12.34, 0.002, 0.0005, 0.075, -12.5, 1000000"),
      renders: "$2;$2.50;$0.25;$100.00;$0.10;$12.34;$0.002;$0.0005;$0.075;$-12.50;$1000000;",
    },
    "other types are errors": {
      text: "@You:\n⟦expression/runtime~: {{ format.tokens({}) }}⟧ ⟦expression/runtime~: {{ format.percent() }}⟧ ⟦expression/runtime~: {{ format.money('x') }}⟧ ⟦expression/runtime~: {{ format.number(true) }}⟧",
      renders: "{{ format.tokens({}) }} {{ format.percent() }} {{ format.money('x') }} {{ format.number(true) }}",
    },
    "a misspelled member is suggested": {
      text: "@You:\n{{ format.⟦expression/runtime → money: mony⟧(1) }}{{ string.⟦expression/runtime → upper: uper⟧('x') }}{{ math.⟦expression/runtime → floor: flor⟧(1.5) }}{{ table.⟦expression/runtime → concat: conact⟧({}) }}",
      renders: "{{ format.mony(1) }}{{ string.uper('x') }}{{ math.flor(1.5) }}{{ table.conact({}) }}",
    },
  },

  values: {
    "numbers print with fourteen digits": {
      text: "@You:\n{{ 12345678901234 }} {{ 2^0.5 }} {{ 1e300 * 10 }} {{ 100 / 3 }} {{ 0xff }} {{ 5 % 3 }} {{ -5 % 3 }} {{ 5 % -3 }} {{ 1e-7 }} {{ .5 }} {{ 3. }}",
      renders: "12345678901234 1.4142135623731 1e+301 33.333333333333 255 2 1 -1 1e-07 0.5 3",
    },
    "operators follow Lua's precedence": {
      text: "@You:\n{{ 2 + 3 * 4 ^ 2 / 2 }} {{ -2 ^ 2 }} {{ 2 ^ 3 ^ 2 }} {{ 1 .. 2 == '12' }} {{ not nil == true }} {{ 1 < 2 and 'y' or 'n' }} {{ #'abc' + 1 }}",
      renders: "26 -4 512 true true y 4",
    },
    "tables print as JSON, string keys in the order they were set": {
      text: "@You:\n{{ { zebra = 1, ant = 2, mid = { 3 } } }} {{ { 'x', k = 'y' } }} {{ { [3] = 'c' } }} {{ { a = false } }}",
      renders: '{"zebra":1,"ant":2,"mid":[3]} {"1":"x","k":"y"} [null,null,"c"] {"a":false}',
    },
    "a table that JSON cannot hold prints its address, with a hint": {
      text: "@You:\n{% local t = { f = print } local s = tostring(t) %}{{ tostring(t) == s }} ⟦expression/not-encodable~: {{ { [1] = 1, [40] = 2 } }}⟧",
    },
    "an expression gives one value": {
      text: "@You:\n{{ ('a-b'):gsub('-', '+') }} {{ select(2, 'p', 'q', 'r') }} {{ (function() return 1, 2 end)() }}",
      renders: "a+b q 1",
    },
    "strings are bytes, text is UTF-8": {
      text: "@You:\n{{ #'é' }} {{ ('é'):byte(1) }} {{ '\\xc3\\xa9' }} {{ '\\u{1F600}' }} {{ ('aé'):sub(2) }}",
      renders: "2 195 é 😀 é",
    },
    "an explicit nil is defined and prints nothing": { text: "```lua\nnone = nil\n```\n@You:\n[{{ none }}]", renders: "[]" },
    "a draft for a recipient": {
      text: '```lua\nrecipient = "QA"\nnotes = [[\n- one\n- two]]\n```\n@You:\nDraft an update for {{recipient}} covering:\n{{notes}}',
      renders: "Draft an update for QA covering:\n- one\n- two",
    },
    "a function called by name": {
      text: "```lua\nfunction greet(who) return 'Hi ' .. who end\n```\n@You:\n{{ greet('Bo') }}",
      renders: "Hi Bo",
    },
    "CRLF in the document is LF in the prompt": { text: "@You:\r\na\r\n{{ 1 }}\r\nb\r\n", renders: "a\n1\nb" },
    "pcall catches an error of Lua": {
      text: "@You:\n{{ pcall(error, 'x') }} {{ select(2, pcall(error, 'boom', 0)) }}",
      renders: "false boom",
    },
  },

  environment: {
    "the clock stands still during an evaluation": {
      text: "@You:\n{{ os.time() == os.time() }} {{ os.date('!%Y-%m-%d') }} {{ os.date('%H:%M') }} {{ type(os.clock()) }} {{ os.difftime(5, 3) }}",
      renders: "true 2026-01-02 03:04 number 2",
    },
    "math holds what is listed": {
      text: "@You:\n{{ math.abs(-2) }} {{ math.ceil(0.2) }} {{ math.floor(-0.5) }} {{ math.max(1, 3) }} {{ math.min(1, 3) }} {{ math.round(2.9) }} {{ math.random(5, 5) }} {{ math.randomseed(4) }}",
      renders: "2 1 -1 3 1 2 5 ",
    },
    "where the document stands": {
      text: "@You:\n{{ __filename }} {{ __dirname }} {{ vim.fn.getcwd() }}",
      renders: "/chats/input.chat /chats /chats",
    },
    "paths by the listed functions": {
      text: "@You:\n{{ vim.fn.fnamemodify('/x/y/report.final.md', ':t:r') }} {{ vim.fn.simplify('./a/../b') }} {{ vim.fs.abspath('n.md') }} {{ vim.fn.filereadable('/no/such/file') }}",
      renders: "report.final ./b /chats/n.md 0",
    },
    "string and table libraries": {
      text: "@You:\n{{ ('%d items, %s'):format(3, 'ok') }} {{ ('a1b22'):gsub('%d+', '#') }} {{ table.concat({ 3, 1, 2 }, '/') }} {{ ('x=1, y=2'):match('y=(%d)') }} {{ ('abc'):rep(2) }}",
      renders: "3 items, ok a#b# 3/1/2 2 abcabc",
    },
    "essential globals": {
      text: "@You:\n{{ type(1) }} {{ tostring(nil) }} {{ tonumber('0x10') }} {{ tonumber('z', 36) }} {{ tonumber('no') }} {{ select('#', 1, 2) }} {{ assert(7) }} {{ _VERSION }}",
      renders: "number nil 16 35  2 7 Lua 5.1",
    },
  },

  trimming: {
    "nothing is trimmed without dashes": { text: "@You:\na\n{% x = 1 %}\nb\n{{ x }}\nc", renders: "a\n\nb\n1\nc" },
    "before: back to and including the nearest line end": { text: "@You:\na\n\n  {{- 1 }}", renders: "a\n1" },
    "after: up to and including the nearest line end": { text: "@You:\n{{ 1 -}}  \n\n  b", renders: "1\n  b" },
    "without a line end all blanks go": { text: "@You:\na \t {{- 1 -}} \t b", renders: "a1b" },
    "CRLF is one line end": { text: "@You:\r\na\r\n\t{{- 1 -}}\t\r\n\r\nb\r\n", renders: "a1\nb" },
    "tabs are blanks": { text: "@You:\na\t\n\t\t{%- x = 2 -%}\t\n\tb{{ x }}", renders: "a\t\tb2" },
    "at the very start and end of a message": { text: "@You:\n\n  {{- 1 -}}  \n", renders: "1" },
    "between two tags": { text: "@You:\n{{ 1 -}}\n{{ 2 }}\n{{- 3 }} {{- 4 }}", renders: "1234" },
    "text beyond the blanks stays": { text: "@You:\na. {{- 1 -}} .b", renders: "a.1.b" },
    "only literal text is trimmed, never a value": { text: "@You:\n{{ ' x ' }}{{- 1 -}}{{ ' y ' }}", renders: " x 1 y " },
    "{{-1}} prints 1": { text: "@You:\n{{-1}} {{ -1 }} {{- -1 }}", renders: "1 -1-1" },
    "a trimmed list": {
      text: "```lua\nitems = { 'p', 'q' }\n```\n@You:\nList:\n{%- for i in values(items) do %}\n- {{ i }}\n{%- end %}\n\nEnd",
      renders: "List:\n- p\n- q\n\nEnd",
    },
    "a trimmed condition gives clean output": {
      text: "```lua\nverbose = true\n```\n@System:\n{%- if verbose then -%}\nGive every detail.\n{%- end -%}\n@You:\nx",
      system: "Give every detail.",
    },
    "a failed expression keeps its dashes and still trims": {
      text: "@You:\na\n{{- ⟦expression/undefined-variable: nope⟧ -}}\nb",
      renders: "a{{- nope -}}b",
    },
  },

  "control flow": {
    "a condition chooses the system prompt": {
      text: "```lua\ntask = 'review'\n```\n@System:\n{% if task == 'review' then %}\nReview.\n{% else %}\nHelp.\n{% end %}\n@You:\nx",
      system: "Review.",
    },
    "nested loops over text": {
      text: "@You:\n{% for i = 1, 2 do %}{% for j = 1, 3 do %}{{ i * j }} {% end %}|{% end %}",
      renders: "1 2 3 |2 4 6 |",
    },
    "elseif and else": {
      text: "@You:\n{% for i = 1, 3 do %}{% if i == 1 then %}one{% elseif i == 2 then %}two{% else %}many{% end %} {% end %}",
      renders: "one two many ",
    },
    "while and repeat across tags": {
      text: "@You:\n{% local n = 3 while n > 0 do %}{{ n }}{% n = n - 1 end %}{% repeat %}.{% n = n + 1 until n > 2 %}",
      renders: "321...",
    },
    "break leaves the inner loop only": {
      text: "@You:\n{% for i = 1, 2 do %}{% for j = 1, 9 do %}{% if j == 3 then break end %}{{ j }}{% end %}/{% end %}",
      renders: "12/12/",
    },
    "goto continues the loop": {
      text: "@You:\n{% for i = 1, 5 do if i % 2 == 1 then goto next end %}{{ i }},{% ::next:: end %}",
      renders: "2,4,",
    },
    "goto without its label": { text: "@You:\nkept\n{% goto ⟦template/syntax~: nowhere⟧ %}", renders: "" },
    "a function whose body holds text": {
      text: "@You:\n{% local function box(v) %}[{{ v }}]{% end box(1) box('z') %}",
      renders: "[1][z]",
    },
    "a numeric loop with a step": { text: "@You:\n{% for i = 10, 1, -4 do %}{{ i }} {% end %}", renders: "10 6 2 " },
    "pairs goes in the order of insertion": {
      text: "```lua\nt = { b = 1, a = 2 }\nt.c = 3\n```\n@You:\n{% for k, v in pairs(t) do %}{{ k }}={{ v }} {% end %}",
      renders: "b=1 a=2 c=3 ",
    },
    "several statements in one tag": { text: "@You:\n{% local a, b = 1, 2; a, b = b, a %}{{ a }}{{ b }}", renders: "21" },
    "print and __emit write": {
      text: "@You:\n{% print('a', 1) __emit({ 1 }) __emit(nil) print(true) %}",
      renders: "a1[1]true",
    },
    "a print kept from an ended message writes nothing": {
      text: "@You:\n{% keep = print keep('one') %}\n@You:\n{% keep('late') %}two",
      renders: ["one", "two"],
    },
  },

  assignment: {
    "in the same message": { text: "```lua\nproject = 'kite'\n```\n@You:\n{% label = project:upper() %}{{ label }}", renders: "KITE" },
    "globals reach later messages": { text: "@System:\n{% mode = 'strict' %}\n@You:\nMode {{ mode }}", renders: "Mode strict" },
    "locals stay in their message": {
      text: "@You:\n{% local v = 1 %}{{ v }}\n@You:\n{{ ⟦expression/undefined-variable: v⟧ }}",
      renders: ["1", "{{ v }}"],
    },
    "a message of an unknown role is evaluated, not sent": {
      text: "@⟦role/unknown: Robot⟧:\n{% seen = 'yes' %}\n@You:\n{{ seen }}",
      renders: "yes",
    },
    "frontmatter functions share the globals": {
      text: "```lua\ncount = 0\nfunction tick() count = count + 1 return count end\n```\n@You:\n{{ tick() }}{{ tick() }}\n@You:\n{{ tick() }} {{ count }}",
      renders: ["12", "3 3"],
    },
    "an assistant message is never a template": {
      text: "@Assistant:\n{{ x }} {% error('never') %}\n@You:\nok",
      renders: ["{{ x }} {% error('never') %}", "ok"],
    },
  },

  "strict variables": {
    "in an expression, with a suggestion": {
      text: "```lua\nname = 'Ann'\n```\n@You:\nHi {{ ⟦expression/undefined-variable → name: mane⟧ }}.",
      renders: "Hi {{ mane }}.",
    },
    "as an argument": { text: "@You:\n{{ string.upper(⟦expression/undefined-variable: mane⟧) }}", renders: "{{ string.upper(mane) }}" },
    "in a condition it is fatal": {
      text: "```lua\nname = 'Ann'\n```\n@You:\na {% if ⟦template/undefined-variable → name: mane⟧ then %}b{% end %}",
      renders: "",
    },
    "another case of letters is nearest": {
      text: "```lua\nRecipient = 'QA'\n```\n@You:\n{{ ⟦expression/undefined-variable → Recipient: recipient⟧ }}",
      renders: "{{ recipient }}",
    },
    "a local in scope is suggested": {
      text: "@You:\n{% local customer = 'Bo' %}{{ ⟦expression/undefined-variable → customer: custmer⟧ }}",
      renders: "{{ custmer }}",
    },
    "a loop variable is suggested": {
      text: "@You:\n{% for item, loop in each({ 'a' }) do %}{{ ⟦expression/undefined-variable → item: itm⟧ }}{{ ⟦expression/undefined-variable → loop: lop⟧.index }}{% end %}",
      renders: "{{ itm }}{{ lop.index }}",
    },
    "an earlier assignment is suggested": {
      text: "@You:\n{% deadline = 'Friday' %}\n@You:\n{{ ⟦expression/undefined-variable → deadline: dedline⟧ }}",
      renders: ["", "{{ dedline }}"],
    },
    "a name of the environment is suggested": {
      text: "@You:\n{{ ⟦expression/undefined-variable → math: mth⟧.pi }}",
      renders: "{{ mth.pi }}",
    },
    "two different names in one expression: the first one met": {
      text: "@You:\n{{ ⟦expression/undefined-variable: aaa_one⟧ .. bbb_two }}",
      renders: "{{ aaa_one .. bbb_two }}",
    },
    "reading before the first assignment": { text: "@You:\n{% total = ⟦template/undefined-variable: total⟧ + 1 %}x", renders: "" },
    "a short circuit never reads the name": { text: "@You:\n{{ true or mane }} {{ false and mane }}", renders: "true false" },
    "a member that is missing is nil": { text: "```lua\nt = {}\n```\n@You:\n[{{ t.anything }}]", renders: "[]" },
    "in frontmatter it blocks": {
      text: "```lua\nlimit = 5\nhalf = ⟦frontmatter/runtime → limit: limt⟧ / 2\n```\n@You:\n{{ half }}",
      renders: "{{ half }}",
    },
    "units of a position are UTF-16": {
      text: "@You:\n😀é {{ 1 }} 日本 {{ ⟦expression/undefined-variable: ghost⟧ }}",
      renders: "😀é 1 日本 {{ ghost }}",
    },
  },

  "expression errors": {
    "return is not written": { text: "@You:\n{{ ⟦expression/syntax: return⟧ 1 }}", renders: "{{ return 1 }}" },
    "an empty expression": { text: "@You:\na⟦expression/syntax~: {{ }}⟧b", renders: "a{{ }}b" },
    "two values": { text: "@You:\n{{ 1⟦expression/syntax: ,⟧ 2 }}", renders: "{{ 1, 2 }}" },
    "an assignment": { text: "@You:\n{{ x ⟦expression/syntax: =⟧ 1 }}", renders: "{{ x = 1 }}" },
    "no escape from the parentheses": { text: "@You:\n{{ 1⟦expression/syntax: )⟧ + (2 }}", renders: "{{ 1) + (2 }}" },
    "an unfinished call": { text: "@You:\n⟦expression/syntax~: {{ string.upper('a' }}⟧ {{ 2 }}", renders: "{{ string.upper('a' }} 2" },
    "an operator without its right side": { text: "@You:\n⟦expression/syntax~: {{ 1 + }}⟧", renders: "{{ 1 + }}" },
    "integer division is not of this Lua": { text: "@You:\n{{ 7 ⟦expression/syntax~: //⟧ 2 }}", renders: "{{ 7 // 2 }}" },
    "one broken expression spoils only itself": {
      text: "@You:\n{{ 1 }} ⟦expression/syntax~: {{ = }}⟧ {{ 2 }} {% x = 3 %}{{ x }}",
      renders: "1 {{ = }} 2 3",
    },
    "a broken expression in a loop": {
      text: "@You:\n{% for i = 1, 2 do %}{{ i ⟦expression/syntax: i⟧ }};{% end %}",
      renders: "{{ i i }};{{ i i }};",
    },
    "index of nil": { text: "```lua\nt = {}\n```\n@You:\n{{ ⟦expression/runtime~: t.a.b⟧ }}", renders: "{{ t.a.b }}", says: ["nil value"] },
    "call of a string": {
      text: "```lua\ns = 'x'\n```\n@You:\n{{ ⟦expression/runtime~: s()⟧ }}",
      renders: "{{ s() }}",
      says: ["string value"],
    },
    "arithmetic on a table": { text: "@You:\n{{ ⟦expression/runtime~: 1 + {}⟧ }}", renders: "{{ 1 + {} }}", says: ["arithmetic"] },
    "concatenation with nil": {
      text: "@You:\n{{ ⟦expression/runtime~: 'a' .. nil⟧ }}",
      renders: "{{ 'a' .. nil }}",
      says: ["concatenate"],
    },
    "comparison of two types": { text: "@You:\n{{ ⟦expression/runtime~: 1 < 'a'⟧ }}", renders: "{{ 1 < 'a' }}", says: ["compare"] },
    "error() with a message": {
      text: "@You:\n{{ ⟦expression/runtime~: error('out of paper')⟧ }}",
      renders: "{{ error('out of paper') }}",
      says: ["out of paper"],
    },
    "a fault inside a function of the frontmatter shows at the call": {
      text: "```lua\nfunction boom(v)\n  return v.x.y\nend\n```\n@You:\n{{ ⟦expression/runtime~: boom({})⟧ }}",
      renders: "{{ boom({}) }}",
    },
    "a loop that fails often reports once, with the count": {
      text: "@You:\n{% for i = 1, 100 do %}{{ ⟦expression/undefined-variable: nope⟧ }}{% end %}",
      renders: "{{ nope }}".repeat(100),
      says: ["100"],
    },
    "two places are two diagnostics": {
      text: "@You:\n{{ ⟦expression/undefined-variable: nope⟧ }} {{ ⟦expression/undefined-variable: nope⟧ }}",
      renders: "{{ nope }} {{ nope }}",
    },
    "the raw text of several lines stays": {
      text: "@You:\na {{\n  ⟦expression/undefined-variable: nope⟧\n}} b",
      renders: "a {{\n  nope\n}} b",
    },
  },

  "code errors": {
    "a runtime error blocks and empties its message": {
      text: "@You:\none {% ⟦template/runtime~: error('stop')⟧ %} two\n@You:\nthree",
      renders: ["", "three"],
      says: ["stop"],
    },
    "the expression warnings of a failed message stay": {
      text: "@You:\n{{ ⟦expression/undefined-variable: nope⟧ }}{% ⟦template/runtime~: error('stop')⟧ %}",
      renders: "",
    },
    "if without then": { text: "@You:\n{% if ⟦template/syntax~: true %}⟧x{% end %}", renders: "" },
    "end without opener": { text: "@You:\nx{% ⟦template/syntax: end⟧ %}", renders: "" },
    "a call of nil": { text: "```lua\nt = {}\n```\n@You:\n{% ⟦template/runtime~: t.run()⟧ %}", renders: "", says: ["nil value"] },
    "a misspelled library function": { text: "@You:\n{% print(string.⟦template/runtime → upper: uper⟧('x')) %}", renders: "" },
    "in a system message": { text: "@System:\n{% ⟦template/undefined-variable: nope⟧() %}\n@You:\nx", system: "", renders: "x" },
    "what it assigned before it failed stays": {
      text: "@You:\n{% kept = 1 ⟦template/runtime~: error('x')⟧ %}\n@You:\n{{ kept }}",
      renders: ["", "1"],
    },
  },

  tags: {
    "a closing brace in a string or a table is no end": {
      text: "@You:\n{{ '}}' }} {{ ({ a = { 1 } }).a[1] }} {% local s = '%}' %}{{ s }} {{ [==[ }} ]==] }}",
      renders: "}} 1 %}  }} ",
    },
    "a comment ends at the end of its tag": { text: "@You:\na{% -- note %}b{{ 1 -- one }}c", renders: "ab1c" },
    "a comment ends at the end of its line": { text: "@You:\n{% -- note\nlocal x = 2 %}{{ x }}", renders: "2" },
    "an expression without end is text": {
      text: "@You:\nfine {{ 1 }} ⟦template/unclosed-tag~: {{ 2\nrest {{ 3 ⟧",
      renders: "fine 1 {{ 2\nrest {{ 3 ",
    },
    "code without end is text, up to the end of the message": {
      text: "@You:\na ⟦template/unclosed-tag~: {% if x ⟧\nb\n@You:\n{{ 1 }}",
      renders: ["a {% if x \nb", "1"],
    },
    "in a fence and in inline code tags still run": { text: "@You:\n```\n{{ 1 + 1 }}\n```\n`{{ 2 }}`", renders: "```\n2\n```\n`2`" },
    "single braces and spaced braces are text": { text: "@You:\n{ x } { { y } } {a%}", renders: "{ x } { { y } } {a%}" },
    "an empty code tag": { text: "@You:\na{%%}b{%  %}c", renders: "abc" },
  },

  "role markers": {
    "blanks after the colon": { text: "@You:  \nhi\n@Assistant:\t\nyo", renders: ["hi", "yo"] },
    "text on the marker line blocks": {
      text: "@You:\nfirst\n⟦role/text-after-marker~: @Assistant: second⟧",
      renders: "first\n@Assistant: second",
    },
    "the old form on the first line": { text: "⟦role/text-after-marker~: @You: hello⟧" },
    "the old form in a fence is text": { text: "@You:\n```\n@Assistant: x\n@You:\n```", renders: "```\n@Assistant: x\n@You:\n```" },
    "a backslash makes a marker text": { text: "@You:\na\n\\@Assistant:\nb", renders: "a\n@Assistant:\nb" },
    "a backslash before the old form": { text: "@You:\n\\@You: x", renders: "@You: x" },
    "a tilde fence hides nothing": { text: "@You:\n~~~\n@Assistant:\nx\n~~~", renders: ["~~~", "x\n~~~"] },
    "other names of the roles": {
      text: "@⟦role/unknown → You: Human⟧:\na\n@⟦role/unknown → Assistant: AI⟧:\nb\n@⟦role/unknown → System: Developer⟧:\nc\n@⟦role/unknown → Assistant: Asistant⟧:\nd",
      renders: [],
    },
    "the last system message wins": { text: "@System:\none\n@System:\ntwo {{ 1 }}\n@You:\nx", system: "two 1", renders: "x" },
    "empty lines at the end go, those at the start stay": { text: "@You:\n\n\na\n\n\n@Assistant:\n\nb\n\n", renders: ["\n\na", "\nb"] },
    "a fence without end": { text: "@You:\na\n⟦document/unclosed-fence~: ```js⟧\n@Assistant:\nb", renders: "a\n```js\n@Assistant:\nb" },
    "a byte order mark before the first marker": { text: "\ufeff@You:\nhi", renders: "hi" },
    "digits belong to a role word": { text: "@You:\na\n@⟦role/unknown: Agent007⟧:\nb", renders: "a" },
  },

  "tool blocks": {
    "a result with the error status": {
      text: `${use}**Tool Result:** \`t1\` (error)\n\n\`\`\`\noops\n\`\`\``,
      renders: [bash, [toolResult("t1", "oops", { name: "bash", is_error: true })]],
    },
    "status as a key": {
      text: `${use}**Tool Result:** \`t1\` (status=error note="a b")\n\`\`\`\noops\n\`\`\``,
      renders: [bash, [toolResult("t1", "oops", { name: "bash", is_error: true })]],
    },
    "other words are no status": {
      text: `${use}**Tool Result:** \`t1\` (took=3s fine)\n\`\`\`\nok\n\`\`\``,
      renders: [bash, [toolResult("t1", "ok", { name: "bash" })]],
    },
    "a rejected result is a placeholder": {
      text: `${unanswered}**Tool Result:** \`t1\` (reject)\n\`\`\`\nno\n\`\`\``,
      renders: [bash, ""],
    },
    "an approved result is a placeholder": { text: `${unanswered}**Tool Result:** \`t1\` (approved)\n\`\`\`\n\`\`\``, renders: [bash, ""] },
    "the fence may name a language": {
      text: `${use}**Tool Result:** \`t1\`\n\n\`\`\`json\n{"a":1}\n\`\`\``,
      renders: [bash, [toolResult("t1", '{"a":1}', { name: "bash" })]],
    },
    "templates run around a result, never in it": {
      text: `${use}{{ 1 }}\n**Tool Result:** \`t1\`\n\`\`\`\n{{ 2 }} {% error() %}\n\`\`\`\n{{ 3 }}`,
      renders: [bash, [text("1"), toolResult("t1", "{{ 2 }} {% error() %}", { name: "bash" }), text("3")]],
    },
    "a use in another language is text": {
      text: "@Assistant:\n⟦tool/invalid-input~: **Tool Use:** `bash` (`t1`)⟧\n\n```lua\nos.exit()\n```\n@You:\nx",
      renders: ["**Tool Use:** `bash` (`t1`)\n\n```lua\nos.exit()\n```", "x"],
    },
    "broken JSON is text": {
      text: "@Assistant:\n⟦tool/invalid-input~: **Tool Use:** `bash` (`t1`)⟧\n```json\n{ oops\n```\n@You:\nx",
      renders: ["**Tool Use:** `bash` (`t1`)\n```json\n{ oops\n```", "x"],
    },
    "a heading without fence is text": {
      text: "@You:\n⟦tool/missing-fence~: **Tool Result:** `t1`⟧\nnothing",
      renders: "**Tool Result:** `t1`\nnothing",
    },
    "a backslash makes a heading text": {
      text: "@Assistant:\n\\**Tool Use:** `bash` (`t1`)\n```json\n{}\n```\n@You:\nx",
      renders: ["**Tool Use:** `bash` (`t1`)\n```json\n{}\n```", "x"],
    },
    "two uses, two results, in their order": {
      text: `@Assistant:\n**Tool Use:** \`read\` (\`a\`)\n\`\`\`json\n{"path":"x"}\n\`\`\`\n**Tool Use:** \`bash\` (\`b\`)\n\`\`\`json\n{}\n\`\`\`\n@You:\n**Tool Result:** \`a\`\n\`\`\`\n1\n\`\`\`\n**Tool Result:** \`b\`\n\`\`\`\n2\n\`\`\``,
      renders: [
        [toolUse("a", "read", { path: "x" }), toolUse("b", "bash", {})],
        [toolResult("a", "1", { name: "read" }), toolResult("b", "2", { name: "bash" })],
      ],
    },
  },

  thinking: {
    "with a signature": {
      text: '@Assistant:\n<thinking anthropic:signature="AbC=">\nhm\n</thinking>\nyes\n@You:\nx',
      renders: [[thinking("hm", { signature: { provider: "anthropic", value: "AbC=" } }), text("yes")], "x"],
    },
    "closing itself": {
      text: '@Assistant:\n<thinking vertex:signature="s"/>\nyes\n@You:\nx',
      renders: [[thinking("", { signature: { provider: "vertex", value: "s" } }), text("yes")], "x"],
    },
    "of several lines, tags and fences inside are text": {
      text: "@Assistant:\n<thinking>\na {{ b }}\n```\n</thinking>\nyes\n@You:\nx",
      renders: [[thinking("a {{ b }}\n```"), text("yes")], "x"],
    },
    "two blocks": {
      text: "@Assistant:\n<thinking>\none\n</thinking>\n<thinking>\ntwo\n</thinking>\nyes\n@You:\nx",
      renders: [[thinking("one"), thinking("two"), text("yes")], "x"],
    },
    "without end it is text": { text: "@Assistant:\n⟦thinking/unclosed~: <thinking>⟧\nhm\n@You:\nx", renders: ["<thinking>\nhm", "x"] },
    "a backslash makes the closing tag text": { text: "@Assistant:\n\\</thinking>\n@You:\nx", renders: ["</thinking>", "x"] },
  },

  "aborted markers": {
    "is text at the end of the reply": {
      text: "@Assistant:\npart\n<!-- flemma:aborted: stopped -->\n@You:\nx",
      renders: ["part<!-- stopped -->", "x"],
    },
    "alone in its message": {
      text: "@You:\nq\n@Assistant:\n<!-- flemma:aborted: stopped -->\n@You:\nx",
      renders: ["q", "<!-- stopped -->", "x"],
    },
    "blanks around the message do not count": {
      text: "@Assistant:\npart\n<!--flemma:aborted:   stopped   -->\n@You:\nx",
      renders: ["part<!-- stopped -->", "x"],
    },
    "indented it is plain text": {
      text: "@Assistant:\npart\n  <!-- flemma:aborted: x -->\n@You:\nx",
      renders: ["part\n  <!-- flemma:aborted: x -->", "x"],
    },
    "in a user message it is plain text": { text: "@You:\n<!-- flemma:aborted: x -->", renders: "<!-- flemma:aborted: x -->" },
    "a backslash makes it text": {
      text: "@Assistant:\n\\<!-- flemma:aborted: x -->\n@You:\nx",
      renders: ["<!-- flemma:aborted: x -->", "x"],
    },
  },

  frontmatter: {
    "an unknown language blocks": { text: "```⟦frontmatter/unknown-language → json: jsn⟧\n{}\n```\n@You:\nx", renders: "x" },
    "a language far from all others": { text: "```⟦frontmatter/unknown-language: cobol⟧\nx\n```\n@You:\nx", renders: "x" },
    "letters of any case": { text: '```Json\n{ "a": 1 }\n```\n@You:\n{{ a }}', renders: "1" },
    "without end it is a fence that swallows the messages": { text: "⟦frontmatter/unclosed~: ```lua⟧\nx = 1\n@You:\nhi", renders: [] },
    "an empty Lua block": { text: "```lua\n```\n@You:\nx", renders: "x", variables: {} },
    "local names are no variables": { text: "```lua\nlocal a = 1\nb = a + 1\n```\n@You:\n{{ b }}", renders: "2", variables: { b: 2 } },
    "what it returns is no variable": { text: "```lua\na = 1\nreturn { b = 2 }\n```\n@You:\n{{ a }}", renders: "1", variables: { a: 1 } },
    "variables keep their types": {
      text: "```lua\ns, n, b, t, f = 'x', 1.5, false, { 1, { k = 'v' } }, function() end\n```\n@You:\nx",
      variables: { s: "x", n: 1.5, b: false, t: [1, { k: "v" }], f: "$function" },
    },
    "a syntax error has its exact place": { text: "```lua\na = 1\nb = ⟦frontmatter/syntax: =⟧ 2\n```\n@You:\nx", renders: "x" },
    "a runtime error has its exact place": { text: "```lua\nt = {}\n⟦frontmatter/runtime~: t.a.b = 1⟧\n```\n@You:\nx", renders: "x" },
    "an error with a message": { text: "```lua\n⟦frontmatter/runtime~: error('no key')⟧\n```\n@You:\nx", says: ["no key"] },
    "a reserved name": {
      text: "```lua\n⟦frontmatter/reserved-name: include⟧ = 1\nok = 2\n```\n@You:\n{{ type(include) }} {{ ok }}",
      renders: "function 2",
      variables: { ok: 2 },
    },
    "symbols cannot be replaced": {
      text: "```lua\n⟦frontmatter/reserved-name: symbols⟧ = 'mine'\n```\n@You:\n{{ type(symbols) }} {{ type(symbols.BINARY) == 'string' }}",
      renders: "table false",
    },
    "after a failure undefined names are not reported": {
      text: "```lua\nname = 'x'\n⟦frontmatter/runtime~: error('later')⟧\n```\n@You:\n{{ name }}",
      renders: "{{ name }}",
    },
    "a library may be replaced": { text: "```lua\nstring = 'mine'\n```\n@You:\n{{ string }}", renders: "mine" },
    "long strings keep their lines": { text: "```lua\nnotes = [[\n- one\n- two]]\n```\n@You:\n{{ notes }}", renders: "- one\n- two" },
    "CRLF inside a long string is LF": { text: "```lua\r\nnotes = [[\r\na\r\nb]]\r\n```\r\n@You:\r\n{{ notes }}\r\n", renders: "a\nb" },
  },

  "json frontmatter": {
    "every kind of value": {
      text: '```json\n{ "s": "x", "n": 1.0, "e": 1e3, "b": true, "l": [1, null, 3], "o": { "b": 1, "a": [] } }\n```\n@You:\n{{ s }} {{ n }} {{ e }} {{ b }} {{ l }} {{ o }} {{ o.b }}',
      renders: 'x 1 1000 true [1,null,3] {"b":1,"a":[]} 1',
    },
    "null is a defined variable": { text: '```json\n{ "none": null }\n```\n@You:\n[{{ none }}]', renders: "[]" },
    "several comments and commas too many, each told": {
      text: '```json\n{ ⟦frontmatter/syntax: // a⟧\n"a": [1⟦frontmatter/syntax: ,⟧]⟦frontmatter/syntax: ,⟧ ⟦frontmatter/syntax: /* b */⟧ }\n```\n@You:\nx',
      renders: "x",
    },
    "keys keep their order, also those that are numbers": {
      text: '```json\n{ "o": { "b": 1, "2": 2, "1": 3 } }\n```\n@You:\n{{ o }}',
      renders: '{"b":1,"2":2,"1":3}',
    },
    "a list is no object": { text: "```json\n⟦frontmatter/not-a-table~: [1, 2]⟧\n```\n@You:\nx", renders: "x" },
    "a text is no object": { text: '```json\n⟦frontmatter/not-a-table~: "x"⟧\n```\n@You:\nx', renders: "x" },
    "a comma too many": { text: '```json\n{ "a": 1⟦frontmatter/syntax~: , }⟧\n```\n@You:\nx', renders: "x" },
    "a comma too few": { text: '```json\n{ "a": 1 ⟦frontmatter/syntax: "b"⟧: 2 }\n```\n@You:\nx', renders: "x" },
    "a missing value": { text: '```json\n{ "a": ⟦frontmatter/syntax: }⟧\n```\n@You:\nx', renders: "x" },
    "single quotes": { text: "```json\n{ ⟦frontmatter/syntax~: 'a'⟧: 1 }\n```\n@You:\nx", renders: "x" },
    "a comment": { text: '```json\n{ "a": 1 } ⟦frontmatter/syntax~: // no⟧\n```\n@You:\nx', renders: "x" },
    "text after the object": { text: '```json\n{ "a": 1 } ⟦frontmatter/syntax~: tail⟧\n```\n@You:\nx', renders: "x" },
    "a leading zero": { text: '```json\n{ "a": ⟦frontmatter/syntax~: 01⟧ }\n```\n@You:\nx', renders: "x" },
    "a raw line end in a string": { text: '```json\n{ "a": ⟦frontmatter/syntax~: "x\ny"⟧ }\n```\n@You:\nx', renders: "x" },
    "the last of equal keys wins": { text: '```json\n{ "a": 1, "a": 2 }\n```\n@You:\n{{ a }}', renders: "2", variables: { a: 2 } },
    "a reserved key is a warning": {
      text: '```json\n{ "⟦frontmatter/reserved-name: __dirname⟧": "x", "ok": 1 }\n```\n@You:\n{{ ok }} {{ __dirname }}',
      renders: "1 /chats",
      variables: { ok: 1 },
    },
    "a suggestion from its keys": {
      text: '```json\n{ "recipient": "QA" }\n```\n@You:\n{{ ⟦expression/undefined-variable → recipient: recipent⟧ }}',
      renders: "{{ recipent }}",
    },
  },

  "yaml frontmatter": {
    "every kind of value": {
      text: "```yaml\ns: x\nn: 1.0\ne: 1e3\nb: true\nl: [1, ~, 3]\no:\n  b: 1\n  a: []\n```\n@You:\n{{ s }} {{ n }} {{ e }} {{ b }} {{ l }} {{ o }} {{ o.b }}",
      renders: 'x 1 1000 true [1,null,3] {"b":1,"a":[]} 1',
    },
    "texts over lines": {
      text: "```yml\na: |\n  one\n    two\nb: >-\n  one\n  two\n```\n@You:\n[{{ a }}][{{ b }}]",
      renders: "[one\n  two\n][one two]",
    },
    "null is a defined variable": { text: "```yaml\nnone:\n```\n@You:\n[{{ none }}]", renders: "[]" },
    "numbers and words as keys": { text: "```yaml\nm: {1: a, true: b}\n```\n@You:\n{{ m['1'] }}{{ m['true'] }}", renders: "ab" },
    "what an alias repeats is a value of its own": {
      text: "```yaml\na: &x {k: 1}\nb: *x\n```\n@You:\n{% a.k = 2 %}{{ a.k }}{{ b.k }}",
      renders: "21",
    },
    "words of YAML 1.1, dates and merge keys are plain": {
      text: "```Yaml\na: yes\nb: 2026-01-02\nc: {<<: {d: 1}}\n```\n@You:\n{{ a }} {{ b }} {{ c }}",
      renders: 'yes 2026-01-02 {"<<":{"d":1}}',
    },
    "nothing but a comment": { text: "```yaml\n# later\n```\n@You:\nx", renders: "x", variables: {} },
    "nothing at all": { text: "```yaml\n```\n@You:\nx", renders: "x", variables: {} },
    "a list is no object": { text: "```yaml\n⟦frontmatter/not-a-table: - a⟧\n```\n@You:\nx", renders: "x" },
    "a tab": { text: "```yaml\na:\n⟦frontmatter/syntax: \t⟧b: 1\n```\n@You:\nx", renders: "x", says: ["Use spaces."] },
    "the second of equal keys": {
      text: "```yaml\na: 1\n⟦frontmatter/syntax: a⟧: 2\n```\n@You:\nx",
      renders: "x",
      says: ["'a' is written twice"],
    },
    "a tag of another schema": { text: "```yaml\na: ⟦frontmatter/syntax: !!timestamp⟧ 2026-01-02\n```\n@You:\nx", renders: "x" },
    "a reserved key is a warning": {
      text: "```yaml\n⟦frontmatter/reserved-name: __dirname⟧: x\nok: 1\n```\n@You:\n{{ ok }} {{ __dirname }}",
      renders: "1 /chats",
      variables: { ok: 1 },
    },
    "the key of options is no variable": {
      text: "```yaml\nflemma: {temperature: 1}\nok: 1\n```\n@You:\n{{ ok }}",
      renders: "1",
      variables: { ok: 1 },
    },
    "a suggestion from its keys": {
      text: "```yaml\nrecipient: QA\n```\n@You:\n{{ ⟦expression/undefined-variable → recipient: recipent⟧ }}",
      renders: "{{ recipent }}",
    },
  },

  iterators: {
    "values goes over the list": { text: "@You:\n{% for v in values({ 'a', 'b' }) do %}{{ v }},{% end %}", renders: "a,b," },
    "each tells where it is": {
      text: "@You:\n{% for v, loop in each({ 'a', 'b', 'c' }) do %}{{ loop.index0 }}{{ loop.index }}/{{ loop.length }}{{ loop.first and '<' or '' }}{{ loop.last and '>' or '' }}{{ v }} {% end %}",
      renders: "01/3<a 12/3b 23/3>c ",
    },
    "an empty list": { text: "@You:\n[{% for v in values({}) do %}x{% end %}{% for v in each({}) do %}y{% end %}]", renders: "[]" },
    "a string or a map gives nothing": {
      text: "@You:\n[{% for v in values('abc') do %}x{% end %}{% for v in each({ k = 1 }) do %}y{% end %}]",
      renders: "[]",
    },
    "nil is an error": { text: "@You:\n{% for v in ⟦template/runtime~: values(nil)⟧ do %}x{% end %}", renders: "" },
    "the loop table is one and the same": {
      text: "@You:\n{% local kept for v, loop in each({ 'a', 'b' }) do kept = kept or loop end %}{{ kept.index }}",
      renders: "2",
    },
    "of a JSON list": {
      text: '```json\n{ "l": ["x", "y"] }\n```\n@You:\n{% for v, i in each(l) do %}{{ i.index }}{{ v }}{% end %}',
      renders: "1x2y",
    },
  },

  limits: {
    "an endless loop": { text: "@You:\n{% ⟦limit/*~: while true do end⟧ %}", renders: "" },
    "an endless loop behind pcall": {
      text: "@You:\n{% ⟦limit/*~: while true do pcall(function() while true do end end) end⟧ %}",
      renders: "",
    },
    "an expression that never ends blocks": { text: "@You:\n⟦limit/*~: {{ (function() while true do end end)() }}⟧", renders: "" },
    "a loop in a function of the frontmatter is told where it is called": {
      text: "```lua\nfunction f() while true do end end\n```\n@You:\n{{ 1 }} ⟦limit/*~: {{ f() }}⟧",
      renders: "",
    },
    "also in a code tag, at the very call": {
      text: "```lua\nfunction f() while true do end end\n```\n@You:\n{% x = 1 %} {% local y = ⟦limit/*~: f()⟧ %}",
      renders: "",
    },
    "a huge string": { text: "@You:\n⟦limit/memory~: {{ ('x'):rep(1e9) }}⟧", renders: "" },
    "a string that doubles": { text: "@You:\n{% ⟦limit/memory~: local s = 'x' while true do s = s .. s end⟧ %}", renders: "" },
    "deep recursion": { text: "@You:\n{% ⟦limit/depth~: local function f() return 1 + f() end f()⟧ %}", renders: "" },
    "a pattern that explodes": { text: "@You:\n⟦limit/*~: {{ ('a'):rep(40):find(('.-'):rep(40) .. 'b') }}⟧", renders: "" },
    "endless frontmatter": { text: "```lua\n⟦limit/*~: while true do end⟧\n```\n@You:\nx", renders: "x" },
  },
};
