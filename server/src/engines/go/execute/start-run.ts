import type { Tree } from "../syntax/ast.js";
import type { GoValue } from "../values/go-value.js";
import type { Budget } from "./budget.js";
import type { Program } from "./program.js";
import type { Run, Templates, Trace } from "./run.js";

/** What a rendering starts with. */
export interface Start {
  readonly program: Program;
  readonly templates: Templates;
  readonly tree: Tree;
  readonly scope: GoValue;
  readonly budget: Budget;
  readonly chain: readonly string[];
  readonly trace?: Trace;
}

/** A rendering that has printed nothing yet. Written out, for spreading is slow. */
export function startRun({ program, templates, tree, scope, budget, chain, trace }: Start): Run {
  return {
    program,
    templates,
    scope,
    budget,
    trace,
    chain,
    out: "",
    at: undefined,
    name: tree.name,
    tree,
    depth: 0,
    isElement: false,
    names: [],
    values: [],
    elements: [],
    base: 0,
    top: 0,
  };
}
