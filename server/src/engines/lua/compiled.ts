import { compile, type HoleHandler, type Watch } from "../../lua/compile.js";
import type { Chunk } from "../../lua/errors.js";
import type { ParsedChunk } from "../../lua/parse.js";
import type { LuaState } from "../../lua/state.js";

/** A compiled message; `receiver` is whoever takes what its holes give in the present run. */
interface Compiled {
  readonly chunk: Chunk;
  receiver: HoleHandler | undefined;
  call(state: LuaState): void;
}

const known = new WeakMap<ParsedChunk, Compiled>();

/** What a compiled message runs with. */
interface CompiledRun {
  readonly state: LuaState;
  readonly holes: HoleHandler;
  readonly probe?: Watch;
}

/** Runs a parsed message. It is compiled once as long as neither its text nor its chunk changes, and anew to watch a name. */
export function runCompiled(parsed: ParsedChunk, chunk: Chunk, { state, holes, probe }: CompiledRun): void {
  if (probe !== undefined) {
    compile(parsed, { chunk, holes, probe }).call(state, []);
    return;
  }
  const memo = known.get(parsed);
  const compiled = memo?.chunk === chunk ? memo : state.untimed(() => compileFor(parsed, chunk));
  if (!chunk.isPassing) known.set(parsed, compiled);
  compiled.receiver = holes;
  try {
    compiled.call(state);
  } finally {
    compiled.receiver = undefined;
  }
}

function compileFor(parsed: ParsedChunk, chunk: Chunk): Compiled {
  const main = compile(parsed, {
    chunk,
    holes: {
      text: (index, state) => compiled.receiver?.text(index, state),
      expression: (index, evaluate, state) => compiled.receiver?.expression(index, evaluate, state),
      failed: (index, error, state) => compiled.receiver?.failed(index, error, state),
      broken: (index, state) => compiled.receiver?.broken(index, state),
    },
  });
  const compiled: Compiled = { chunk, receiver: undefined, call: (state) => void main.call(state, []) };
  return compiled;
}
