import type { Span } from "../base/span.js";
import type { Expression, Local, NameExpression, Variable } from "./ast.js";
import { encodeUtf8 } from "./bytes.js";
import { type Context, undefinedError } from "./compile-context.js";
import { assignIndex, indexValue } from "./compile-index.js";
import type { LuaError, Site } from "./errors.js";
import type { Cell, Frame, Run } from "./frame.js";
import type { LuaValue } from "./values.js";

/** Stores a value in a variable. */
export type Store = (frame: Frame, value: LuaValue) => void;

/** Reads a variable. */
export function readName(context: Context, { name, variable, span }: NameExpression): Run {
  const read = reader(context, name, variable, span);
  if (!context.watches(span)) return read;
  return (frame) => {
    const value = read(frame);
    const setAt = variable.kind === "global" ? frame.environment.assignedAt.get(encodeUtf8(name)) : lastSet(context, variable.local);
    context.record({ span, name, kind: variable.kind === "global" ? "global" : "local", value, ...(setAt && { setAt }) });
    return value;
  };
}

function reader(context: Context, name: string, variable: Variable, span: Span): Run {
  switch (variable.kind) {
    case "local": {
      const { slot, captured } = variable.local;
      return captured ? ({ cells }) => (cells[slot] as Cell).value : ({ slots }) => slots[slot];
    }
    case "upvalue": {
      const { index } = variable;
      return ({ upvalues }) => (upvalues[index] as Cell).value;
    }
    case "global": {
      const key = encodeUtf8(name);
      const node = { span, object: { kind: "name", name, variable, span } } as const;
      return (frame) => {
        const { globals, table } = frame.environment;
        const value = globals.get(key);
        if (value !== undefined) return value;
        if (table !== undefined) return indexValue(context, frame.state, node, table, key);
        if (!globals.has(key)) throw undefinedError(context, frame, { name, span });
        return value;
      };
    }
  }
}

/**
 * Tells whether an expression would throw because the global that it reads first is not there, and what: then nothing needs
 * to be thrown, which is dear. Undefined where it reads something else first.
 */
export function missingGlobal(context: Context, expression: Expression): ((frame: Frame) => LuaError | undefined) | undefined {
  const first = leftmost(expression);
  if (first?.kind !== "name" || first.variable.kind !== "global") return undefined;
  const { name, span } = first;
  const key = encodeUtf8(name);
  return (frame) => {
    const { globals, table } = frame.environment;
    return table !== undefined || globals.has(key) ? undefined : undefinedError(context, frame, { name, span });
  };
}

/** What an expression evaluates before all else. */
function leftmost(expression: Expression): Expression | undefined {
  for (let at: Expression | undefined = expression; ; ) {
    switch (at?.kind) {
      case "index":
      case "method":
        at = at.object;
        break;
      case "call":
        at = at.callee;
        break;
      case "paren":
        at = at.inner;
        break;
      case "arithmetic":
      case "comparison":
      case "and":
      case "or":
        at = at.left;
        break;
      case "concat":
        at = at.operands[0];
        break;
      case "not":
      case "negate":
      case "length":
        at = at.operand;
        break;
      default:
        return at;
    }
  }
}

/** Assigns to a variable that exists. */
export function assignName(context: Context, { name, variable, span }: NameExpression): Store {
  const site = context.site(span);
  const write = writer(context, { name, variable, site });
  const { assigned } = context;
  if (!assigned) return write;
  const watched = context.watches(span);
  const trace = context.traceAt(span);
  return (frame, value) => {
    write(frame, value);
    trace?.assigned(name, variable.kind === "global" ? "global" : "local", value);
    if (variable.kind !== "global") assigned.set(variable.local, site);
    if (watched) context.record({ span, name, kind: variable.kind === "global" ? "global" : "local", value, setAt: site });
  };
}

function writer(
  context: Context,
  { name, variable, site }: { readonly name: string; readonly variable: Variable; readonly site: Site },
): Store {
  switch (variable.kind) {
    case "local": {
      const { slot, captured } = variable.local;
      if (captured)
        return ({ cells }, value) => {
          (cells[slot] as Cell).value = value;
        };
      return ({ slots }, value) => {
        slots[slot] = value;
      };
    }
    case "upvalue": {
      const { index } = variable;
      return ({ upvalues }, value) => {
        (upvalues[index] as Cell).value = value;
      };
    }
    case "global": {
      const key = encodeUtf8(name);
      const node = { span: site.span, object: { kind: "name", name, variable, span: site.span } } as const;
      return ({ environment, state }, value) => {
        const { globals, table } = environment;
        if (table === undefined) globals.set(key, value);
        else assignIndex(context, state, { node, site }, table, key, value);
        environment.assignedAt.set(key, site);
      };
    }
  }
}

/** Gives a new local its first value: a shared one gets a cell of its own each time. */
export function declareLocal(context: Context, local: Local): Store {
  const { slot, captured, span, name } = local;
  const write: Store = captured
    ? ({ cells }, value) => {
        cells[slot] = { value };
      }
    : ({ slots }, value) => {
        slots[slot] = value;
      };
  const { assigned } = context;
  if (!assigned) return write;
  const watched = context.watches(span);
  const trace = context.traceAt(span);
  return (frame, value) => {
    write(frame, value);
    trace?.assigned(name, "local", value);
    assigned.delete(local);
    if (watched) context.record({ span, name, kind: "local", value, setAt: context.site(span) });
  };
}

function lastSet(context: Context, local: Local): Site {
  return context.assigned?.get(local) ?? context.site(local.span);
}
