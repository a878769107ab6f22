import { diagnostic } from "../../base/diagnostic.js";
import { limitText } from "../../engines/limit-text.js";
import { isWriterFunction, writerFunction } from "../../engines/lua/environment/environment.js";
import { explainFrontmatter } from "../../engines/lua/habits/explain.js";
import { nestedFaults } from "../../engines/lua/include/include-error.js";
import { type ChunkOffsets, type Place, runtimeProblem, syntaxProblem } from "../../engines/lua/problems.js";
import { bindWriters } from "../../engines/lua/put-value.js";
import type { LuaHost } from "../../engines/prose/message/run-message.js";
import { readable } from "../../engines/prose/section/globals.js";
import type { Chunk } from "../../lua/errors.js";
import type { LuaState } from "../../lua/state.js";

/** How the Lua blocks of prose write and fail: as code tags of Flemma templates do. */
export function luaHost(state: LuaState, offsets: ChunkOffsets): LuaHost {
  const placeOf = (chunk: Chunk, offset: number): Place => {
    const whole = { start: 0, end: chunk.source.length };
    return { area: "template", chunk, offset, tagAt: () => whole };
  };
  return {
    bindWriters(output) {
      bindWriters(state, output, () => {});
      // A table of the clipboard is put out as the data that it stands for.
      const { globals } = state.environment;
      const emit = globals.get("__emit");
      if (typeof emit === "object" && emit.kind === "function" && isWriterFunction(emit))
        globals.set(
          "__emit",
          writerFunction("__emit", ([value]) => void emit.call(state, [readable(value, state)])),
        );
    },
    raised: (error, chunk, offset) => nestedFaults(error) ?? [runtimeProblem(error, placeOf(chunk, offset), offsets)],
    syntax: (problem, chunk, offset) => syntaxProblem(problem, placeOf(chunk, offset), explainFrontmatter(chunk.source)),
    limit: (error, at) => diagnostic(`limit/${error.limit}`, at, limitText(error)),
  };
}
