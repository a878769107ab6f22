import { describe, expect, test } from "vitest";
import { rendered } from "../support.js";

const scope = { l: [3, 1, 2, 1], m: { a: 1, b: 2 }, nil: null, f: 2.5, t: "2026-03-04T15:06:07.089+02:00" };

/** Every expression and what it prints. */
function check(expectations: { readonly [expression: string]: string }): void {
  for (const [expression, output] of Object.entries(expectations)) expect(rendered(`{{${expression}}}`, scope), expression).toBe(output);
}

/** Every expression and the end of its error. */
function refuse(refusals: { readonly [expression: string]: string }): void {
  for (const [expression, message] of Object.entries(refusals)) {
    expect(rendered(`{{${expression}}}`, scope), expression).toMatch(/^Execute /);
    expect(rendered(`{{${expression}}}`, scope).endsWith(message), `${expression}: ${rendered(`{{${expression}}}`, scope)}`).toBe(true);
  }
}

describe("strings", () => {
  test("cases go character by character", () => {
    check({
      'upper "straße ǆ ᾳ ﬁ"': "STRAßE Ǆ ᾼ ﬁ",
      'lower "İΣΑΣ"': "iσασ",
      'title "don\'t stop_it 3a ǆx é.ü"': "Don'T Stop_it 3a ǅx É.Ü",
    });
  });

  test("parts are counted in characters", () => {
    check({
      'trunc 2 "👋👋👋"': "👋👋",
      'trunc -1 "a👋"': "👋",
      'trunc 0 "a"': "",
      'abbrev 5 "👋👋👋👋👋👋"': "👋👋...",
      'abbrev 3 "abcdef"': "abcdef",
    });
  });

  test("white space is that of Unicode", () => {
    check({ 'trim "\\u00a0 \\u2003a b\\u0085\\n"': "a b", 'trim "\\ufeffa"': "\ufeffa", 'trimAll "ab" "abcba"': "c" });
  });

  test("words are wrapped at blanks, and not broken", () => {
    check({
      'wrap 2 "   a"': " a",
      'wrap 3 "👋👋 é é"': "👋👋\né é",
      'wrap 10 "the quick brown fox"': "the quick\nbrown fox",
      'wrap 3 "abcdef gh"': "abcdef\ngh",
      'wrap 0 "a b"': "a\nb",
    });
  });

  test("replacing and splitting by nothing is by characters", () => {
    check({ 'replace "" "-" "a👋"': "-a-👋-", 'splitList "" "a👋"': "[a 👋]", 'splitList "," ""': "[]", 'replace "a" "" "banana"': "bnn" });
  });

  test("lists of texts leave nil out", () => {
    check({ 'join "," (list 1 nil "a")': "1,a", 'join "," "abc"': "abc", 'join "," .nil': "", "quote nil 1 nil": '"1"' });
  });

  test("what is done character by character cuts no character, however long the text is", () => {
    check({
      'len (upper (repeat 20000 "é👋"))': "120000",
      'quote (repeat 20000 "👋") | len': "80002",
      'eq (repeat 30000 "<é👋" | html) (repeat 30000 "&lt;é👋")': "true",
      'eq (repeat 30000 "é👋" | urlquery) (repeat 30000 "%C3%A9%F0%9F%91%8B")': "true",
      'eq (repeat 30000 "👋a b" | title) (repeat 30000 "👋a B" )': "true",
      'eq (repeat 30000 "\\n👋" | toJson | fromJson) (repeat 30000 "\\n👋")': "true",
      'eq (repeat 30000 "a👋" | b64enc | b64dec) (repeat 30000 "a👋")': "true",
      'trimAll "👋a" "👋ab👋cé👋👋a"': "b👋cé",
      'trimAll "" "a"': "a",
      'trimAll "a" "aaa"': "",
    });
  });

  test("the number that plural asks for is an int", () => {
    check({ 'plural "one" "many" 1': "one", 'plural "one" "many" -1': "many", 'plural "one" "many" 1.0': "one" });
    refuse({
      'plural "one" "many" .f': "wrong type for value; expected int; got float64",
      'plural "one" "many" "1"': 'expected integer; found "1"',
    });
  });

  test("a replacement is taken as it is", () => {
    check({ 'replace "a" "$&" "cat"': "c$&t", 'trimPrefix "" "a"': "a", 'trimSuffix "" "a"': "a" });
  });
});

describe("lists and maps", () => {
  test("equal members are equal in type as well", () => {
    check({
      'uniq (list 1 1.0 "1" 1 1.0 (list 1) (list 1))': "[1 1 1 [1]]",
      "has 1.0 .l": "false",
      "has (list 1) (list (list 1))": "true",
      "without .l 1": "[3 2]",
      "has 1 .nil": "false",
      'has (dict "a" 1) (list .m (dict "a" 1))': "true",
    });
  });

  test("ends of empty lists are nil or empty", () => {
    check({ "first (list)": "<no value>", "last (list)": "<no value>", "rest (list)": "[]", "initial (list)": "[]" });
  });

  test("until counts towards its end", () => {
    check({ "until 3": "[0 1 2]", "until -3": "[0 -1 -2]", "until 0": "[]" });
  });

  test("merge keeps what is there, and fills what is empty", () => {
    check({
      'merge (dict "a" "") .m': "map[a:1 b:2]",
      'merge (dict "a" 9) .m (dict "a" 7 "c" 3)': "map[a:9 b:2 c:3]",
      'merge (dict "x" (dict "a" 1)) (dict "x" (dict "b" 2))': "map[x:map[a:1 b:2]]",
    });
  });

  test("values under missing keys", () => {
    check({
      'get .m "zz"': "",
      'get (dict "a" nil) "a"': "<no value>",
      'hasKey (dict "a" nil) "a"': "true",
      'dig "a" "b" "none" (dict "a" 1)': "none",
      'dig "a" "none" .m': "1",
      'pick .m "a" "zz"': "map[a:1]",
      "keys .m .m": "[a b a b]",
    });
  });

  test("what is no list or map is refused", () => {
    refuse({
      "first 1": "cannot first on type int",
      "rest .nil": "cannot rest on type nil",
      'concat .l "a"': "cannot concat on type string",
      "keys .l": "expected map[string]interface {}; got []interface {}",
      'dig "a" .m': "dig needs at least three arguments",
    });
  });
});

describe("numbers", () => {
  test("ints stay ints and wrap, any float makes a float", () => {
    check({
      "add 1 2.0": "3",
      "add 1 2.0 | printf `%T`": "float64",
      "add 9223372036854775807 1": "-9223372036854775808",
      "mul 4611686018427387904 4": "0",
      "sub -9223372036854775807 9": "9223372036854775800",
      "div 7 -2": "-3",
      "mod -7 3": "-1",
      "div 1 2.0": "0.5",
      "max 1 2 | printf `%T`": "int",
      "min 1 2.5 | printf `%T`": "float64",
      'add "0x10" "1.5"': "17.5",
    });
  });

  test("rounding halves away from zero", () => {
    check({
      "round 2.5 0": "3",
      "round -2.5 0": "-3",
      "round 2.345 2": "2.35",
      "round 1234.5 -2": "1200",
      "floor -1.5": "-2",
      "ceil -1.5": "-1",
    });
  });

  test("conversions", () => {
    check({ "int -3.9": "-3", 'int "3.7"': "3", "float64 2 | printf `%T`": "float64", 'int (index "a" 0)': "97" });
  });

  test("what is no number is an error, and so is dividing by zero", () => {
    refuse({
      'int ""': '"" is not a number',
      "add 1 true": "true is not a number",
      "int 1e300": "1e+300 is not an int",
      "div 1 0": "division by zero",
      "mod 1 0": "division by zero",
      "max nil": "nil is not a number",
      "sub 1": "wrong number of args for sub: want 2 got 1",
    });
  });
});

describe("data", () => {
  test("JSON", () => {
    check({
      'toJson (dict "b" 1 "a" (list "<&>\\u2028" nil 1.0 1e21))': '{"a":["\\u003c\\u0026\\u003e\\u2028",null,1,1e+21],"b":1}',
      'toRawJson "<&>"': '"<&>"',
      'toPrettyJson (dict "a" (list 1) "b" (dict))': '{\n  "a": [\n    1\n  ],\n  "b": {}\n}',
      'fromJson "[1, 1.0, 9007199254740993, {\\"a\\": null}]" | printf "%v"': "[1 1 9007199254740993 map[a:<nil>]]",
      'index (fromJson "[1.0]") 0 | printf "%T"': "float64",
      'toJson "\\xff\\b\\f"': '"\\ufffd\\b\\f"',
    });
  });

  test("JSON that is none", () => {
    refuse({
      'fromJson "[1,]"': "invalid character ']' looking for beginning of value",
      'fromJson "[1"': "unexpected EOF",
      'fromJson "[1 2]"': "invalid character '2' after array element",
      'fromJson "{\\"a\\" 1}"': "invalid character '1' after object key",
      'fromJson "tru"': "unexpected EOF",
      'fromJson "trux"': "invalid character 'x' in literal true (expecting 'e')",
      'fromJson "-"': "unexpected EOF",
      'fromJson "1 2"': "invalid character '2' after top-level value",
      'fromJson "\\"\\n\\""': "invalid character '\\n' in string literal",
      "toJson (div 1.0 0)": "json: unsupported value: +Inf",
    });
  });

  test("base64 is of bytes", () => {
    check({ 'b64enc "hé"': "aMOp", 'b64dec "aMOp"': "hé", 'len (b64dec "/w==")': "1", 'b64enc "\\xff"': "/w==" });
    refuse({
      'b64dec "ab!="': "illegal base64 data at input byte 2",
      'b64dec "A"': "illegal base64 data at input byte 0",
      'b64dec "abcdA"': "illegal base64 data at input byte 4",
      'b64dec "abc"': "illegal base64 data at input byte 0",
      'b64dec "ab="': "illegal base64 data at input byte 3",
      'b64dec "ab=c"': "illegal base64 data at input byte 2",
      'b64dec "a==="': "illegal base64 data at input byte 1",
      'b64dec "ab==cd"': "illegal base64 data at input byte 4",
      'b64dec "ab\\n=\\n=\\nx"': "illegal base64 data at input byte 7",
      'b64dec "abcdé"': "illegal base64 data at input byte 4",
    });
  });
});

describe("regular expressions", () => {
  test("groups of a replacement", () => {
    check({
      'regexReplaceAll "(a)(?P<x>b)" "ab-ab" "${x}$1$$$2x"': "ba$-ba$",
      'regexReplaceAll "a" "aa" "$"': "$$",
      'regexReplaceAll "x*" "ab" "-"': "-a-b-",
      'regexReplaceAllLiteral "a" "ab" "$0"': "$0b",
    });
  });

  test("finding and splitting", () => {
    check({
      'regexFindAll "a." "abacad" 2': "[ab ac]",
      'regexFindAll "a" "aaa" 0': "[]",
      'regexSplit "a" "banana" -1': "[b n n ]",
      'regexSplit "a" "banana" 2': "[b nana]",
      'len (regexSplit "," "" -1)': "1",
      'regexFind "👋+" "a👋👋"': "👋👋",
      'regexQuoteMeta "a.b$"': "a\\.b\\$",
    });
  });

  test("there is neither look-around nor a back-reference", () => {
    refuse({
      'regexMatch "(?!a)" ""': "error parsing regexp: invalid or unsupported Perl syntax: `(?!`",
      'regexMatch "(a)\\\\1" ""': "error parsing regexp: invalid escape sequence: `\\1`",
      'regexMatch "a\\\\" ""': "error parsing regexp: trailing backslash at end of expression: ``",
    });
  });
});

describe("time", () => {
  test("now is the clock of the host, to the second", () => {
    expect(rendered("{{now}}", {}, { now: () => new Date(1.7e12 + 999) })).toBe("2023-11-14T22:13:20Z");
  });

  test("layouts", () => {
    check({
      'date "Mon Jan _2 15:04:05.000 2006 MST" .t': "Wed Mar  4 15:06:07.089 2026 +0200",
      'date "3:04pm .99 .9999 Z0700 Z07:00:00 __2" .t': "3:06pm .08 .089 +0200 +02:00:00  63",
      'date "Janet Month 2nd 06" .t': "Janet Month 4nd 26",
      'date "_2006-1-2" .t': "_2026-3-4",
      'date ".000000000000" .t': ".089000000",
    });
  });
});

describe("logic", () => {
  test("defaults", () => {
    check({
      "default 1 0": "1",
      "default 1": "1",
      'coalesce 0 "" nil "x"': "x",
      coalesce: "<no value>",
      "ternary 1 2 false": "2",
      "empty (dict)": "true",
    });
    refuse({
      "ternary 1 2 3": "expected bool; found 3",
      'fail "no"': "error calling fail: no",
      'required "need" ""': "error calling required: need",
    });
  });
});
