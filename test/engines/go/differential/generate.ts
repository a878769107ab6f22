import { createRandom, type Random } from "../../../lua/differential/random.js";

/** What templates are given, as JSON. */
export const scopes: readonly string[] = [
  '{"a":1,"b":"bee","l":[1,2,3],"m":{"a":1,"b":"two","c":[1.5,null],"é":true},"s":"hello","n":42,"f":2.5,"nil":null,"e":"","u":"héllo 👋","ll":[[1,2],[3],[]],"mix":[1,"two",3.5,true,null,{"k":"v"}],"big":9223372036854775807,"t":true,"fa":false,"em":{},"el":[],"x":{"a":{"b":"deep"}}}',
  '{"a":{"a":[{"b":1}],"b":null},"b":[],"l":[{"a":1},{"a":"2"},null],"m":{"":"empty","10":"ten","9":"nine","é":1,"a":-0.0,"👋":2},"s":"<a href=\\"x\\">T&J\'s</a>\\n\\t","n":-9223372036854775808,"f":1e-7,"nil":null,"e":"0","u":"a b","ll":[["a"],["b"]],"mix":[null,[],{},"",0,0.0,false],"big":1.5e308,"t":false,"fa":true,"em":{"x":{}},"el":[[]],"x":{}}',
  "null",
  '"text"',
  "[1,2.0,[]]",
];
const names = ["a", "b", "l", "m", "s", "n", "f", "nil", "missing", "e", "u", "ll", "mix", "big", "t", "fa", "em", "el", "x", "é"];
const texts = ['"a"', '""', '"k"', '"x\\ny"', '"\\xff"', '"é👋"', '`ra"w`', '"<&>"', '"a=b c"', '"%d"'];
const brokenTexts = ['"\\z"', '"\\x4"', "'ab'", "''", '"abc', "`abc", '"\\ud800"', "'"];
const numbers =
  "0 1 2 -1 +7 42 1.5 -2.5 .5 5. 1e3 0x1F 0b101 0o17 017 1_000 0x1p4 1e100 9223372036854775807 18446744073709551615 'a' '\\n' '👋' -0.0 1e21 1e-5".split(
    " ",
  );
const brokenNumbers = "08 0x 0b2 1__0 1_ 1.5.2 1e 12abc 1e999 --1 0x1.5 18446744073709551616 0xg + 1.x".split(" ");
const verbs = [..."vvvvdsqxXoObcUeEfgGtT%zé"];
const shapes = [
  "%[2]d %d",
  "%[1",
  "%[9]v",
  "%*d|",
  "%-*d|",
  "%.*f|",
  "%",
  "%!",
  "%[1]v %[1]v",
  "%[2]*[1]d|",
  "%.0f|",
  "%+.3e|",
  "%#q",
  "%08.3f|",
];
const functions = "eq ne lt le gt ge and or not index slice len print println html js urlquery call".split(" ");

/** A template, and the index of its scope. */
export interface GoProgram {
  readonly template: string;
  readonly scope: number;
}

/** What is written while one template is made. */
interface Writer {
  readonly random: Random;
  readonly isBroken: boolean;
  variables: string[];
}

/** At least fifteen hundred templates, always the same ones: actions, pipelines, blocks, `printf`; some of them are broken. */
export function generateGoPrograms(): GoProgram[] {
  const random = createRandom(7);
  return Array.from({ length: 1800 }, (_, index) => {
    const writer: Writer = { random, isBroken: index % 3 === 0, variables: ["$"] };
    const template = index % 2 === 0 ? `{{${pipe(writer, 1)}}}` : body(writer, 2, 4);
    return {
      template: writer.isBroken && random.chance(30) ? spoilt(random, template) : template,
      scope: random.chance(60) ? 0 : random.below(scopes.length),
    };
  });
}

function field({ random }: Writer): string {
  return `.${random.pick(names)}${random.chance(30) ? `.${random.pick(names)}` : ""}`;
}

function operand(writer: Writer, depth: number): string {
  const { random, isBroken, variables } = writer;
  const kind = random.below(depth > 0 ? 12 : 10);
  if (kind < 4) return field(writer);
  if (kind < 5) return ".";
  if (kind < 6) return (isBroken && random.chance(20) ? "$nope" : random.pick(variables)) + (random.chance(20) ? field(writer) : "");
  if (kind < 8) return random.pick(isBroken && random.chance(8) ? brokenNumbers : numbers);
  if (kind < 9) return random.pick(isBroken && random.chance(8) ? brokenTexts : texts);
  if (kind < 10) return random.pick(["true", "false", "nil"]);
  return `(${pipe(writer, depth - 1)})${random.chance(20) ? field(writer) : ""}`;
}

function operands(writer: Writer, depth: number, count: number): string {
  return Array.from({ length: count }, () => ` ${operand(writer, depth)}`).join("");
}

function format(random: Random): string {
  const one = (): string => {
    if (random.chance(25)) return random.pick(shapes);
    const flag = random.pick(["", "", "", "-", "+", "#", " ", "0", "+#", "-0"]);
    return `%${flag}${random.pick(["", "", "3", "12"])}${random.pick(["", "", ".0", ".2", ".9"])}${random.pick(verbs)}`;
  };
  return `"${Array.from({ length: 1 + random.below(3) }, one).join("|")}"`;
}

function command(writer: Writer, depth: number): string {
  const { random, isBroken } = writer;
  if (random.chance(40)) return operand(writer, depth);
  if (random.chance(30)) return `printf ${format(random)}${operands(writer, depth, random.below(4))}`;
  if (isBroken && random.chance(5)) return random.pick(["nope 1", "prinf", "end", ") 1"]);
  const name = random.pick(functions);
  const usual = /^(not|len)$/.test(name) ? 1 : 2;
  return name + operands(writer, depth, random.chance(85) ? usual : random.below(4));
}

function pipe(writer: Writer, depth: number): string {
  const commands = [command(writer, depth)];
  while (writer.random.chance(20)) commands.push(command(writer, depth));
  return commands.join(" | ");
}

function action({ random }: Writer, inside: string): string {
  return random.pick(["{{", "{{", "{{- ", "{{\n"]) + inside + random.pick(["}}", "}}", " -}}", "\n}}"]);
}

function body(writer: Writer, depth: number, most: number): string {
  return Array.from({ length: 1 + writer.random.below(most) }, () => node(writer, depth)).join("");
}

function node(writer: Writer, depth: number): string {
  const { random } = writer;
  const kind = random.below(depth > 0 ? 14 : 8);
  if (kind < 3) return random.pick(["text", " ", "\n", " é👋\n", "}}", "{", "  \n\t "]);
  if (kind < 6) return action(writer, pipe(writer, 1));
  if (kind < 7) return random.pick(["{{/* c */}}", "{{- /* c\n */ -}}", "{{break}}", '{{template "d" .}}', '{{template "nope"}}']);
  if (kind < 8) {
    const name = random.pick(["$x", "$y"]);
    const text = action(writer, `${name} ${writer.variables.includes(name) && random.chance(50) ? "=" : ":="} ${pipe(writer, 1)}`);
    if (!writer.variables.includes(name)) writer.variables.push(name);
    return text;
  }
  const { variables } = writer;
  writer.variables = [...variables];
  const text = block(writer, depth, kind);
  writer.variables = variables;
  return text + action(writer, "end");
}

function block(writer: Writer, depth: number, kind: number): string {
  const { random } = writer;
  const inner = (): string => body(writer, depth - 1, 3);
  const otherwise = (): string => (random.chance(40) ? action(writer, "else") + inner() : "");
  if (kind < 10)
    return (
      action(writer, `if ${pipe(writer, 1)}`) +
      inner() +
      (random.chance(25) ? action(writer, `else if ${pipe(writer, 1)}`) + inner() : "") +
      otherwise()
    );
  if (kind < 11) return action(writer, `with ${pipe(writer, 1)}`) + inner() + otherwise();
  if (kind < 13) {
    const head = random.pick(["", "$i := ", "$i, $v := "]);
    const open = action(writer, `range ${head}${random.pick([".l", ".m", ".mix", ".ll", ".s", ".el", ".missing", ".nil", ".x", "."])}`);
    writer.variables.push(...(head.match(/\$\w/g) ?? []));
    return open + inner() + otherwise();
  }
  const open = action(writer, `block "d" ${operand(writer, 0)}`);
  writer.variables = ["$"];
  return open + inner();
}

/** A text after an edit at random. */
function spoilt(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const inserted = random.pick([
    "{{",
    "}}",
    "(",
    ")",
    "|",
    ":=",
    "$",
    ".",
    '"',
    "`",
    "'",
    "-",
    "\n",
    "{{end}}",
    "{{else}}",
    "/*",
    "\\",
    "#",
    "\u00a0",
    "é",
    "",
  ]);
  return text.slice(0, at) + inserted + text.slice(at + random.below(3));
}
