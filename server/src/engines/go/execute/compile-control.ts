import { valueText } from "../format/print.js";
import type { IfNode, RangeNode, TemplateNode, WithNode } from "../syntax/ast.js";
import { quote } from "../text/quote.js";
import { GoByte, type GoMap, type GoValue, goByte, kindOf } from "../values/go-value.js";
import { mapGet, mapKeys } from "../values/maps.js";
import { intOf } from "../values/numbers.js";
import { isTrue } from "../values/truth.js";
import { step } from "./budget.js";
import { setVariable } from "./compile-pipe.js";
import type { Compiler } from "./compiler.js";
import { LimitFailure } from "./failure.js";
import { type Execute, fail, type Run, type Signal } from "./run.js";
import { runTemplate } from "./run-template.js";

/** How deep templates may call each other; Go allows 100,000. */
const deepestTemplate = 1000;

/** Compiles `if` and `with`: the first branch that is true, or else what is behind `else`. */
export function compileCondition(compiler: Compiler, { kind, branches, otherwise }: IfNode | WithNode): Execute {
  const cases = branches.map(({ pipe, list, open }) => ({
    evaluate: compiler.compilePipe(pipe),
    execute: compiler.compileList(list),
    open,
  }));
  const last = otherwise && compiler.compileList(otherwise);
  const isWith = kind === "with";
  return (run, dot) => {
    const { top, isElement } = run;
    step(run.budget);
    let signal: Signal | undefined;
    for (let index = 0; index < cases.length && signal === undefined; index++) {
      const { evaluate, execute, open } = cases[index] as (typeof cases)[number];
      run.trace?.from(run, open);
      const value = evaluate(run, dot);
      if (!isTrue(value, run.budget)) continue;
      if (isWith) run.isElement = false;
      signal = execute(run, isWith ? value : dot);
    }
    signal ??= last?.(run, dot) ?? 0;
    run.top = top;
    run.isElement = isElement;
    return signal;
  };
}

/** Compiles `range` over lists, maps in the order of their keys, and integers. */
export function compileRange(compiler: Compiler, node: RangeNode): Execute {
  const evaluate = compiler.compilePipe(node.pipe);
  const loop: Loop = { body: compiler.compileList(node.list), assign: assignerOf(node), mark: 0 };
  const isPair = node.pipe.variables.length > 1;
  const otherwise = node.otherwise && compiler.compileList(node.otherwise);
  return (run, dot) => {
    const { top, isElement } = run;
    run.trace?.from(run, node.open);
    const value = evaluate(run, dot);
    const inner = { ...loop, mark: run.top };
    let isEmpty = true;
    if (Array.isArray(value)) isEmpty = overList(run, inner, value as readonly GoValue[]);
    else if (value instanceof GoByte || intOf(value) !== undefined) {
      if (isPair) return fail(run, `can't use ${valueText(value)} to iterate over more than one variable`);
      isEmpty = overNumbers(run, inner, value as number | bigint | GoByte);
    } else if (kindOf(value) === "map") isEmpty = overMap(run, inner, value as GoMap);
    else if (value !== undefined) return fail(run, `range can't iterate over ${valueText(value)}`);
    run.isElement = isElement;
    const signal = isEmpty ? (otherwise?.(run, dot) ?? 0) : 0;
    run.top = top;
    return signal;
  };
}

/** What is done for each member. */
interface Loop {
  readonly body: Execute;
  readonly assign: (run: Run, mark: number, member: Member) => void;
  /** Where the variables of the body begin. */
  readonly mark: number;
}

interface Member {
  readonly index: GoValue;
  readonly value: GoValue;
  readonly isElement: boolean;
}

function assignerOf({ pipe: { variables, isAssignment } }: RangeNode): Loop["assign"] {
  const [first, second] = variables.map(({ name }) => name);
  if (first === undefined) return () => {};
  if (!isAssignment) {
    return (run, mark, { index, value, isElement }) => {
      run.values[mark - 1] = value;
      run.elements[mark - 1] = isElement;
      if (second !== undefined) run.values[mark - 2] = index;
    };
  }
  return (run, _, { index, value, isElement }) => {
    if (second !== undefined) setVariable(run, first, index);
    setVariable(run, second ?? first, value, isElement ? "element" : undefined);
  };
}

/** Runs the body once; says whether it ended the loop. */
function iterate(run: Run, loop: Loop, member: Member): boolean {
  step(run.budget);
  loop.assign(run, loop.mark, member);
  run.isElement = member.isElement;
  const signal = loop.body(run, member.value);
  run.top = loop.mark;
  return signal === 1;
}

/** Each of these says whether there was nothing to range over. */
function overList(run: Run, loop: Loop, values: readonly GoValue[]): boolean {
  for (let index = 0; index < values.length; index++) {
    if (iterate(run, loop, { index, value: values[index] ?? null, isElement: true })) break;
  }
  return values.length === 0;
}

function overNumbers(run: Run, loop: Loop, value: number | bigint | GoByte): boolean {
  const count = Number(value);
  for (let index = 0; index < count; index++) {
    const member = value instanceof GoByte ? goByte(index) : index;
    if (iterate(run, loop, { index: undefined, value: member, isElement: false })) break;
  }
  return count <= 0;
}

function overMap(run: Run, loop: Loop, map: GoMap): boolean {
  const keys = mapKeys(map);
  for (const key of keys) if (iterate(run, loop, { index: key, value: mapGet(map, key) ?? null, isElement: true })) break;
  return keys.length === 0;
}

/** Compiles a call of a template: it sees no variables but `$`, which is its dot. */
export function compileTemplate(compiler: Compiler, node: TemplateNode): Execute {
  const { name, pipe } = node;
  const evaluate = pipe && compiler.compilePipe(pipe);
  return (run, dot) => {
    step(run.budget);
    run.at = node;
    run.trace?.from(run, node.span);
    const template = run.templates.get(name);
    if (template === undefined) return fail(run, `template ${quote(name)} not defined`);
    if (run.depth === deepestTemplate) throw new LimitFailure(`exceeded maximum template depth (${deepestTemplate})`);
    const value = evaluate?.(run, dot);
    runTemplate(run, { name, template, dot: value });
    return 0;
  };
}
