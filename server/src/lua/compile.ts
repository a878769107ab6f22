import type { FunctionBody, Local, ParsedChunk } from "./ast.js";
import { type CompileOptions, type Context, createContext } from "./compile-context.js";
import { createExpressionCompiler } from "./compile-expressions.js";
import { createStatementCompiler, type StatementCompiler } from "./compile-statements.js";
import { declareLocal } from "./compile-variables.js";
import { type Cell, Closure, Frame, nothing, type Prototype, type Run } from "./frame.js";
import { guarded } from "./state.js";
import type { LuaFunction, LuaValue } from "./values.js";

export type { CompileOptions, HoleHandler, Probe, Trace, Watch } from "./compile-context.js";

/**
 * Compiles a program without problems to a function without parameters. Nothing is evaluated as
 * JavaScript source: every node becomes a closure. Calling it runs it in the environment that the state
 * has at that moment, and throws `LuaError` or `LimitError`.
 */
export function compile(parsed: ParsedChunk, options: CompileOptions): LuaFunction {
  const context = createContext(parsed, options);
  const compiler: StatementCompiler = createStatementCompiler(
    createExpressionCompiler(context, (body) => functionValue(context, compiler, body)),
  );
  const main = prototype(context, compiler, parsed.main);
  return {
    kind: "function",
    name: main.name,
    site: main.site,
    call: (state, args) => guarded(state, () => new Closure(main, noCells, state.environment).call(state, args)),
  };
}

/** For functions whose locals no other function uses: never written to. */
const noCells: Cell[] = [];

function functionValue(context: Context, compiler: StatementCompiler, body: FunctionBody): Run {
  const made = prototype(context, compiler, body);
  const { captures } = body;
  const cost = 80 + 16 * captures.length;
  return ({ state, environment, cells, upvalues }) => {
    state.allocate(cost, made.site);
    const own = captures.map(({ from, index }) => (from === "cell" ? cells[index] : upvalues[index]) as Cell);
    return new Closure(made, own, environment);
  };
}

function prototype(
  context: Context,
  compiler: StatementCompiler,
  { name, span, parameters, vararg, body, slots, shares }: FunctionBody,
): Prototype {
  const exec = compiler.block(body);
  const watched = parameters.some((local) => local.captured || context.watches(local.span));
  const declare = watched || context.assigned ? parameters.map((local: Local) => declareLocal(context, local)) : undefined;
  const count = parameters.length;
  return {
    name,
    site: context.site(span),
    body: exec,
    enter(state, closure, args) {
      const values: LuaValue[] = [];
      for (let i = 0; i < count; i++) values.push(args[i]);
      for (let i = count; i < slots; i++) values.push(undefined);
      const frame = new Frame(state, closure, values, shares ? [] : noCells, vararg ? args.slice(count) : nothing);
      if (declare) for (let i = 0; i < count; i++) declare[i]?.(frame, args[i]);
      return frame;
    },
  };
}
