import { valueText } from "../format/print.js";
import type { ActionNode, List, Node } from "../syntax/ast.js";
import { nodeText } from "../syntax/node-text.js";
import { type GoValue, kindOf, typeName } from "../values/go-value.js";
import { step } from "./budget.js";
import { compileCall } from "./compile-call.js";
import { compileCondition, compileRange, compileTemplate } from "./compile-control.js";
import { compilePipe } from "./compile-pipe.js";
import type { Compiler } from "./compiler.js";
import type { GoFunction } from "./parameter.js";
import { type Evaluate, type Execute, fail, type Run, type Trace, write } from "./run.js";
import { type Watch, watched } from "./watch.js";

/** Compiles a list to something that prints it. What is wrong with it only shows when it is run. */
export function compile(list: List, functions: ReadonlyMap<string, GoFunction>, watch?: Watch): Execute {
  const compiler: Compiler = {
    functions,
    compilePipe: (pipe) => compilePipe(compiler, pipe),
    compileCall: (call) => compileCall(compiler, call),
    compileList: (inner) => compileList(compiler, inner),
    watched: (operand, evaluate) => watched(watch, operand, evaluate),
    depth: 0,
  };
  return compileList(compiler, list);
}

/** So many nodes of a list that has more are compiled at once. */
const batch = 256;

function compileList(compiler: Compiler, { nodes }: List): Execute {
  if (nodes.length > batch) return compileLongList(compiler, nodes);
  const parts = nodes.map((node) => compileNode(compiler, node));
  const [first] = parts;
  if (first === undefined) return () => 0;
  if (parts.length === 1) return first;
  return (run, dot) => {
    for (let index = 0; index < parts.length; index++) {
      const signal = (parts[index] as Execute)(run, dot);
      if (signal !== 0) return signal;
    }
    return 0;
  };
}

/** Its nodes are compiled when they are reached, and kept from the second run on: most long lists run once. */
function compileLongList(compiler: Compiler, nodes: readonly Node[]): Execute {
  const kept: (readonly Execute[])[] = [];
  const compileFrom = (from: number) => (): readonly Execute[] =>
    nodes.slice(from, from + batch).map((node) => compileNode(compiler, node));
  let runs = 0;
  return (run, dot) => {
    runs++;
    for (let from = 0; from < nodes.length; from += batch) {
      const { untimed = (work) => work() } = run.program;
      const parts = kept[from / batch] ?? untimed(compileFrom(from));
      if (runs > 1) kept[from / batch] = parts;
      for (const execute of parts) {
        const signal = execute(run, dot);
        if (signal !== 0) return signal;
      }
    }
    return 0;
  };
}

function compileNode(compiler: Compiler, node: Node): Execute {
  switch (node.kind) {
    case "text": {
      const { text } = node;
      return (run) => {
        run.trace?.from(run, node.span);
        write(run, text);
        return 0;
      };
    }
    case "hole":
      return (run) => {
        step(run.budget);
        run.trace?.hole(run, node);
        return 0;
      };
    case "action": {
      const evaluate = compiler.compilePipe(node.pipe);
      const isPrinted = node.pipe.variables.length === 0;
      return (run, dot) => {
        step(run.budget);
        run.at = node;
        if (run.trace !== undefined) return traced(run, node, { trace: run.trace, evaluate, dot });
        const value = evaluate(run, dot);
        if (isPrinted) write(run, typeof value === "string" ? value : printed(run, value, node));
        return 0;
      };
    }
    case "if":
    case "with":
      return compileCondition(compiler, node);
    case "range":
      return compileRange(compiler, node);
    case "template":
      return compileTemplate(compiler, node);
    case "break":
      return () => 1;
    case "continue":
      return () => 2;
  }
}

/** An action that the host looks at. */
function traced(run: Run, node: ActionNode, { trace, evaluate, dot }: Traced): 0 {
  trace.from(run, node.span);
  const value = evaluate(run, dot);
  if (node.pipe.variables.length === 0)
    trace.print(run, node, { value, text: typeof value === "string" ? value : printed(run, value, node), dot });
  return 0;
}

interface Traced {
  readonly trace: Trace;
  readonly evaluate: Evaluate;
  readonly dot: GoValue;
}

/** What an action prints of a value: everything but functions. */
function printed(run: Run, value: GoValue, node: ActionNode): string {
  run.at = node;
  if (value === undefined) return "<no value>";
  if (kindOf(value) === "func") return fail(run, `can't print ${nodeText(node)} of type ${typeName(value)}`);
  return valueText(value, run.budget.charge);
}
