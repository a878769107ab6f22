import type { Block, Expression, Hole, Statement, Target } from "./ast.js";
import { call, tailCall } from "./compile-calls.js";
import type { ExpressionCompiler } from "./compile-expressions.js";
import { indexStore } from "./compile-index.js";
import { genericFor, numericFor, repeatLoop, whileLoop } from "./compile-loops.js";
import { truthy } from "./compile-operators.js";
import { assignName, declareLocal, missingGlobal, type Store } from "./compile-variables.js";
import { broke, type Exec, type Frame, normal, type Run, type RunMany, returned } from "./frame.js";
import { restored } from "./state.js";
import type { LuaValue } from "./values.js";

/** Compiles statements to closures. */
export interface StatementCompiler extends ExpressionCompiler {
  block(block: Block): Exec;
}

/** So many statements of a block that has more are compiled at once. */
const batch = 256;

/** Compiles a block; a jump to one of its labels goes on there, any other signal leaves it. */
export function createStatementCompiler(expressions: ExpressionCompiler): StatementCompiler {
  const compiler: StatementCompiler = { ...expressions, block };

  const { context } = compiler;
  const compileAll = (statements: readonly Statement[]): readonly Exec[] =>
    statements.map((statement) => traced(compiler, statement, compileStatement(compiler, statement)));

  function block(node: Block): Exec {
    const { statements, labels } = node;
    // A trace is told of all statements beforehand.
    if (statements.length > batch && context.assigned === undefined) return longBlock(node);
    const parts = compileAll(statements);
    const [first, second] = parts;
    if (labels.size === 0 && first && parts.length === 1) return first;
    if (labels.size === 0 && first && second && parts.length === 2) return (frame) => first(frame) || second(frame);
    // A loop spends one step a round, whatever it does: a long body is more than that.
    const weight = parts.length >> 2;
    return (frame) => {
      frame.state.fuel -= weight;
      for (let i = 0; i < parts.length; i++) {
        const signal = (parts[i] as Exec)(frame);
        if (signal === normal) continue;
        const target = labels.get(signal);
        if (target === undefined) return signal;
        if (--frame.state.fuel < 0) frame.state.charge(0, context.site((statements[i] as Statement).span));
        i = target - 1;
      }
      return normal;
    };
  }

  /** Its statements are compiled when they are reached. Those of a program that runs once are forgotten behind them. */
  function longBlock(node: Block): Exec {
    const { statements, labels } = node;
    const kept: (readonly Exec[])[] = [];
    const isPassing = context.chunk.isPassing && node === context.parsed.body && labels.size === 0;
    const weight = statements.length;
    return (frame) => {
      const { state } = frame;
      state.fuel -= weight;
      let from = 0;
      let parts: readonly Exec[] = [];
      for (let i = 0; i < statements.length; i++) {
        if (i < from || i >= from + parts.length) {
          from = i - (i % batch);
          parts = kept[from / batch] ?? state.untimed(() => compileAll(statements.slice(from, from + batch)));
          if (!isPassing) kept[from / batch] = parts;
        }
        const signal = (parts[i - from] as Exec)(frame);
        if (signal === normal) continue;
        const target = labels.get(signal);
        if (target === undefined) return signal;
        if (--state.fuel < 0) state.charge(0, context.site((statements[i] as Statement).span));
        i = target - 1;
      }
      return normal;
    };
  }

  return compiler;
}

/** Tells the trace, if one is kept of this place, that the statement runs. */
function traced({ context }: StatementCompiler, { kind, span }: Statement, exec: Exec): Exec {
  const trace = kind === "hole" ? undefined : context.traceAt(span);
  if (!trace) return exec;
  trace.found(span.start);
  if (kind !== "callStatement" && kind !== "assign" && kind !== "local" && kind !== "return")
    return (frame) => {
      trace.ran(span.start);
      return exec(frame);
    };
  return (frame) => {
    trace.ran(span.start);
    trace.enter();
    try {
      return exec(frame);
    } finally {
      trace.leave();
    }
  };
}

function compileStatement(compiler: StatementCompiler, node: Statement): Exec {
  const { context, run, many, block } = compiler;
  switch (node.kind) {
    case "local":
      return localStatement(
        compiler,
        node.locals.map((local) => declareLocal(context, local)),
        node.values,
      );
    case "assign":
      return assignment(compiler, node.targets, node.values);
    case "localFunction": {
      const declare = declareLocal(context, node.local);
      const value = run(node.body);
      const { captured, slot } = node.local;
      return (frame) => {
        declare(frame, undefined);
        const made = value(frame);
        const cell = captured ? frame.cells[slot] : undefined;
        if (cell) cell.value = made;
        else frame.slots[slot] = made;
        return normal;
      };
    }
    case "callStatement": {
      const values = call(compiler, node.call);
      return (frame) => {
        values(frame);
        return normal;
      };
    }
    case "do":
      return block(node.body);
    case "while":
      return whileLoop(compiler, node);
    case "repeat":
      return repeatLoop(compiler, node);
    case "if":
      return conditional(
        node.arms.map((arm) => ({ condition: run(arm.condition), body: block(arm.body) })),
        node.otherwise && block(node.otherwise),
      );
    case "numericFor":
      return numericFor(compiler, node);
    case "genericFor":
      return genericFor(compiler, node);
    case "return": {
      const [only] = node.values;
      if (only && node.values.length === 1 && (only.kind === "call" || only.kind === "method")) return tailCall(compiler, only);
      const values = many(node.values);
      return (frame) => {
        frame.result = values(frame);
        return returned;
      };
    }
    case "break":
      return () => broke;
    case "goto":
      return () => node.target.label;
    case "hole":
      return hole(compiler, node);
  }
}

function localStatement({ run, many }: StatementCompiler, stores: readonly Store[], values: readonly Expression[]): Exec {
  const [store] = stores;
  const [value] = values;
  if (store && value && stores.length === 1 && values.length === 1) {
    const one = run(value);
    return (frame) => {
      store(frame, one(frame));
      return normal;
    };
  }
  const all = many(values);
  return (frame) => {
    const given = all(frame);
    for (let i = 0; i < stores.length; i++) (stores[i] as Store)(frame, given[i]);
    return normal;
  };
}

function assignment(compiler: StatementCompiler, targets: readonly Target[], values: readonly Expression[]): Exec {
  const { context, run, many } = compiler;
  const [target] = targets;
  const [value] = values;
  if (target && value && targets.length === 1 && values.length === 1) {
    if (target.kind === "name") {
      const store = assignName(context, target);
      const one = run(value);
      return (frame) => {
        store(frame, one(frame));
        return normal;
      };
    }
    const store = indexStore(context, target);
    const object = run(target.object);
    const key = run(target.key);
    const one = run(value);
    return (frame) => {
      const container = object(frame);
      const at = key(frame);
      store(frame, container, at, one(frame));
      return normal;
    };
  }
  return manyAssignment(
    targets.map((each) => prepareTarget(compiler, each)),
    many(values),
  );
}

/** Evaluates what a target needs beforehand; the result writes the value. */
type Prepare = (frame: Frame) => (value: LuaValue) => void;

function prepareTarget({ context, run }: StatementCompiler, target: Target): Prepare {
  if (target.kind === "name") {
    const store = assignName(context, target);
    return (frame) => (value) => store(frame, value);
  }
  const store = indexStore(context, target);
  const object = run(target.object);
  const key = run(target.key);
  return (frame) => {
    const container = object(frame);
    const at = key(frame);
    return (value) => store(frame, container, at, value);
  };
}

/** Objects and keys first, then the values, then the writes from right to left, as LuaJIT does. */
function manyAssignment(targets: readonly Prepare[], values: RunMany): Exec {
  return (frame) => {
    const writes = targets.map((prepare) => prepare(frame));
    const given = values(frame);
    for (let i = writes.length - 1; i >= 0; i--) writes[i]?.(given[i]);
    return normal;
  };
}

function conditional(arms: readonly { condition: Run; body: Exec }[], otherwise: Exec | undefined): Exec {
  const [first] = arms;
  if (first && arms.length === 1) {
    const { condition, body } = first;
    return (frame) => (truthy(condition(frame)) ? body(frame) : otherwise ? otherwise(frame) : normal);
  }
  const weight = arms.length >> 2;
  return (frame) => {
    frame.state.fuel -= weight;
    for (const { condition, body } of arms) if (truthy(condition(frame))) return body(frame);
    return otherwise ? otherwise(frame) : normal;
  };
}

function hole({ context, run }: StatementCompiler, { index, expression, problem }: Hole): Exec {
  const { holes } = context;
  if (!holes) return () => normal;
  if (problem)
    return ({ state }) => {
      holes.broken(index, state);
      return normal;
    };
  if (!expression)
    return ({ state }) => {
      holes.text(index, state);
      return normal;
    };
  const value = run(expression);
  const site = context.site(expression.span);
  const missing = missingGlobal(context, expression);
  return (frame) => {
    const { state } = frame;
    if (--state.fuel < 0) state.charge(0, site);
    state.calledAt = site;
    const failure = missing?.(frame);
    if (failure !== undefined) holes.failed(index, failure, state);
    else holes.expression(index, () => restored(state, () => value(frame)), state);
    return normal;
  };
}
