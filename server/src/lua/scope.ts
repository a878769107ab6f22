import { type Span, span } from "../base/span.js";
import type { Capture, GotoTarget, Label, Local, ParsedChunk, Variable } from "./ast.js";

const global: Variable = { kind: "global" };

/** Number of the signals a block gives that are not labels; labels are numbered from here. */
const firstLabel = 10;

interface ScopedLabel {
  readonly id: number;
  readonly jumps: Span[];
  readonly index: number;
  readonly active: number;
}

interface PendingGoto {
  readonly name: string;
  readonly span: Span;
  readonly target: GotoTarget;
  active: number;
}

interface BlockScope {
  readonly firstActive: number;
  readonly labels: Map<string, ScopedLabel>;
  readonly gotos: PendingGoto[];
  readonly loop: boolean;
}

interface FunctionScope {
  readonly active: Local[];
  readonly blocks: BlockScope[];
  readonly captures: Capture[];
  readonly captured: Map<Local, number>;
  readonly vararg: boolean;
  slots: number;
  shares: boolean;
}

/** A goto without a label, or one that jumps into the scope of a local. */
interface GotoProblem {
  readonly span: Span;
  readonly message: string;
}

/** A state of the scopes to return to when parsing went wrong. */
interface Mark {
  readonly functions: number;
  readonly blocks: number;
}

/** The scopes of a chunk while it is parsed: which names are locals, which labels can be reached. */
export type Scopes = ReturnType<typeof createScopes>;

/** Starts with no function open. */
export function createScopes() {
  const functions: FunctionScope[] = [];
  const locals: Local[] = [];
  const written: Label[] = [];
  let labels = firstLabel;

  const current = (): FunctionScope => functions[functions.length - 1] as FunctionScope;
  const block = (): BlockScope => current().blocks[current().blocks.length - 1] as BlockScope;

  function openFunction({ vararg }: { vararg: boolean }): void {
    functions.push({ active: [], blocks: [], captures: [], captured: new Map(), vararg, slots: 0, shares: false });
  }

  function closeFunction(): { captures: readonly Capture[]; slots: number; shares: boolean } {
    const { captures, slots, shares } = functions.pop() as FunctionScope;
    return { captures, slots, shares };
  }

  function openBlock({ loop }: { loop: boolean }): void {
    current().blocks.push({ firstActive: current().active.length, labels: new Map(), gotos: [], loop });
  }

  /**
   * Ends the innermost block at offset `end`. `statements` is how many it has; a label after the last
   * one lies outside the scope of the block's locals, if `trailing` says so.
   */
  function closeBlock(
    end: number,
    statements: number,
    trailing: "outside" | "inside",
  ): { labels: Map<number, number>; problems: GotoProblem[] } {
    const { active, blocks } = current();
    const closed = blocks.pop() as BlockScope;
    const outer = blocks[blocks.length - 1];
    const used = new Map<number, number>();
    const problems: GotoProblem[] = [];
    for (const jump of closed.gotos) {
      const label = closed.labels.get(jump.name);
      if (label) {
        const depth = trailing === "outside" && label.index === statements ? closed.firstActive : label.active;
        const entered = active[jump.active];
        if (jump.active < depth && entered) {
          problems.push({ span: jump.span, message: `<goto ${jump.name}> jumps into the scope of local '${entered.name}'` });
        }
        jump.target.label = label.id;
        label.jumps.push(jump.span);
        used.set(label.id, label.index);
      } else if (outer) {
        jump.active = Math.min(jump.active, closed.firstActive);
        outer.gotos.push(jump);
      } else problems.push({ span: jump.span, message: `undefined label '${jump.name}'` });
    }
    for (const local of active.splice(closed.firstActive)) local.visible = span(local.visible.start, end);
    return { labels: used, problems };
  }

  /** Declares a local that can be used from offset `from` on. */
  function declare(name: string, at: Span, from: number): Local {
    const scope = current();
    const local: Local = { name, span: at, slot: scope.active.length, captured: false, visible: span(from, Number.MAX_SAFE_INTEGER) };
    scope.active.push(local);
    scope.slots = Math.max(scope.slots, scope.active.length);
    locals.push(local);
    return local;
  }

  function resolve(name: string): Variable {
    for (let level = functions.length - 1; level >= 0; level--) {
      const local = (functions[level] as FunctionScope).active.findLast((candidate) => candidate.name === name);
      if (!local) continue;
      if (level === functions.length - 1) return { kind: "local", local };
      local.captured = true;
      (functions[level] as FunctionScope).shares = true;
      return { kind: "upvalue", local, index: capture(local, level) };
    }
    return global;
  }

  /** Passes a local of the function at `level` down to the current one, through every function between. */
  function capture(local: Local, level: number): number {
    let from: Capture = { from: "cell", index: local.slot };
    for (let inner = level + 1; inner < functions.length; inner++) {
      const scope = functions[inner] as FunctionScope;
      let index = scope.captured.get(local);
      if (index === undefined) {
        index = scope.captures.push(from) - 1;
        scope.captured.set(local, index);
      }
      from = { from: "upvalue", index };
    }
    return from.index;
  }

  /** Adds a label, named at `at`, before the statement at `index`; false when the block has one of that name. */
  function addLabel(name: string, at: Span, index: number): boolean {
    const { labels: known } = block();
    if (known.has(name)) return false;
    const jumps: Span[] = [];
    written.push({ span: at, jumps });
    known.set(name, { id: labels++, jumps, index, active: current().active.length });
    return true;
  }

  function addGoto(name: string, at: Span): GotoTarget {
    const target = { label: 0 };
    block().gotos.push({ name, span: at, target, active: current().active.length });
    return target;
  }

  const mark = (): Mark => ({ functions: functions.length, blocks: current().blocks.length });

  /** Closes what was opened since `mark`, at offset `end`. */
  function reset({ functions: count, blocks }: Mark, end: number): void {
    while (functions.length > count) {
      for (const local of current().active) local.visible = span(local.visible.start, end);
      functions.pop();
    }
    while (current().blocks.length > blocks) {
      const { firstActive } = current().blocks.pop() as BlockScope;
      for (const local of current().active.splice(firstActive)) local.visible = span(local.visible.start, end);
    }
  }

  return {
    locals: locals as readonly Local[],
    labels: written as readonly Label[],
    openFunction,
    closeFunction,
    openBlock,
    closeBlock,
    declare,
    resolve,
    addLabel,
    addGoto,
    mark,
    reset,
    inLoop: () => current().blocks.some((scope) => scope.loop),
    hasVararg: () => current().vararg,
  };
}

/** Names of the locals that can be used at a UTF-16 offset of the source, innermost first, each once. */
export function namesAt({ locals }: ParsedChunk, offset: number): string[] {
  const visible = locals.filter((local) => local.visible.start <= offset && offset <= local.visible.end);
  return [...new Set(visible.reverse().map((local) => local.name))];
}
