import type { Span } from "../../../base/span.js";
import type { ReadText } from "../read-text.js";
import type { ActionNode, HoleNode, List, Tree } from "../syntax/ast.js";
import type { Place } from "../syntax/node-text.js";
import type { GoValue } from "../values/go-value.js";
import type { Budget } from "./budget.js";
import { Failure, LimitFailure } from "./failure.js";
import type { Program } from "./program.js";

/** How a template is left: at its end, or by `break` or `continue`. */
export type Signal = 0 | 1 | 2;

/** Something that prints, run with its dot. */
export type Execute = (run: Run, dot: GoValue) => Signal;

/**
 * Something that has a value, `final` being the value of the command before it in its pipeline. null is an empty
 * `interface {}`, undefined no value at all.
 */
export type Evaluate = (run: Run, dot: GoValue, final?: GoValue) => GoValue;

/** A template that can be run, and the text it stands in. */
export interface Template extends ReadText {
  readonly list: List;
}

/** The templates that can be run, by name. */
export type Templates = ReadonlyMap<string, Template>;

/** What an action gave. */
export interface Given {
  readonly value: GoValue;
  readonly text: string;
  readonly dot: GoValue;
}

/** Is told where what is printed comes from. The nodes are those of `Run.tree`. */
export interface Trace {
  /** What is printed from now on comes from a span. */
  from(run: Run, span: Span): void;
  /** The host may put something out here. */
  hole(run: Run, node: HoleNode): void;
  /** Prints the text of what an action gave. */
  print(run: Run, node: ActionNode, given: Given): void;
  /** A file that is to be a part of its own: gives the text that stands for it. */
  file(run: Run, path: string): string;
}

/** A rendering while it happens. */
export interface Run {
  readonly program: Program;
  readonly templates: Templates;
  /** What the host gave: the dot of the outermost template. */
  readonly scope: GoValue;
  readonly budget: Budget;
  /** What the host is told of the rendering; absent where it wants to know nothing. */
  readonly trace: Trace | undefined;
  /** The texts around this one that embed it, this one last. */
  readonly chain: readonly string[];
  out: string;
  /** The node that messages speak of. */
  at: Place | undefined;
  /** The name of the template that is run, and the text it stands in. */
  name: string;
  tree: Tree;
  depth: number;
  /** Whether the dot was taken from a list or map, where Go knows it as `interface {}` only. */
  isElement: boolean;
  /** The variables, innermost last; those of this template are from `base` on, what is at `top` and above is gone. */
  readonly names: string[];
  readonly values: GoValue[];
  readonly elements: boolean[];
  base: number;
  top: number;
}

/** Ends the rendering at the node where it is. */
export function fail(run: Run, message: string): never {
  throw failure(run, message, { kind: "Execute", reason: undefined });
}

/** What ends the rendering at the node where it is. */
export function failure(run: Run, message: string, { kind, reason }: Pick<Failure, "kind" | "reason">): Failure {
  return new Failure(kind, message, { tree: run.tree, template: run.name, node: run.at }, reason);
}

/** Prints a text. */
export function write(run: Run, text: string): void {
  run.out += text;
  if (run.out.length > run.budget.maxOutput) throw new LimitFailure(`an output longer than ${run.budget.maxOutput} characters`);
}

/** Adds a variable. */
export function push(run: Run, name: string, value: GoValue): void {
  const { top } = run;
  run.names[top] = name;
  run.values[top] = value;
  run.elements[top] = false;
  run.top = top + 1;
}

/** Index of the innermost variable of a name; fails where there is none. */
export function variableIndex(run: Run, name: string): number {
  const { names } = run;
  for (let index = run.top - 1; index >= run.base; index--) if (names[index] === name) return index;
  return fail(run, `undefined variable: ${name}`);
}
