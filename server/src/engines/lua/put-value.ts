import { decodeUtf8 } from "../../lua/bytes.js";
import { luaToString } from "../../lua/library/base.js";
import type { LuaState } from "../../lua/state.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaArguments, LuaValue } from "../../lua/values.js";
import type { Output } from "../output.js";
import { isWriterFunction, writerFunction } from "./environment/environment.js";
import { IncludedParts, shownPieces } from "./include/included-parts.js";
import { encodeJson } from "./json.js";

/** What a person is shown of a value that was put out. */
interface Rendered {
  readonly text: string;
  /** A table that JSON cannot hold prints as its address. */
  readonly isAddress: boolean;
}

/** What a value puts into the prompt: nil nothing, tables JSON, everything else as tostring() (seed A153–A155). */
function render(value: LuaValue, state: LuaState): Rendered {
  if (value === undefined) return { text: "", isAddress: false };
  if (!(value instanceof LuaTable)) return { text: decodeUtf8(luaToString(value, state)), isAddress: false };
  const json = encodeJson(value, (bytes) => {
    state.charge(1);
    state.allocate(bytes);
  });
  return { text: decodeUtf8(json ?? luaToString(value, state)), isAddress: json === undefined };
}

/** What a value is put out with: `literal` is what stands in the place of a file that is refused. */
interface Putting {
  readonly state: LuaState;
  literal?(): string;
}

/** Puts a value out, and tells what a person is shown of it. */
export function putValue(value: LuaValue, output: Output, { state, literal }: Putting): Rendered {
  if (!(value instanceof IncludedParts)) {
    const rendered = render(value, state);
    output.text(rendered.text);
    return rendered;
  }
  for (const piece of value.pieces) {
    if (piece.kind === "text") output.text(piece.text);
    else if (piece.kind === "file") output.file(piece.file, piece.literal);
    else if (piece.file) output.file(piece.file, literal?.() ?? piece.call);
    else output.text(literal?.() ?? piece.call);
  }
  return { text: shownPieces(value.pieces), isAddress: false };
}

/**
 * Gives this message its own print and __emit: they fall silent when it ends. What a document or a project put in their
 * place stays. `atCall` is called before a file is put out: it may be told of, at the call.
 */
export function bindWriters(state: LuaState, output: Output, atCall: () => void): void {
  const { globals } = state.environment;
  const bind = (name: string, write: (args: LuaArguments) => void): void => {
    if (isWriterFunction(globals.get(name))) globals.set(name, writerFunction(name, write));
  };
  const emit = (value: LuaValue): void => {
    if (value instanceof IncludedParts) atCall();
    putValue(value, output, { state });
  };
  bind("print", (args) => {
    for (const value of args) {
      if (value instanceof IncludedParts) emit(value);
      else output.bytes(luaToString(value, state));
    }
  });
  bind("__emit", ([value]) => emit(value));
}
