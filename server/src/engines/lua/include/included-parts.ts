import { basename } from "../../../base/paths.js";
import { encodeUtf8 } from "../../../lua/bytes.js";
import { LuaFault } from "../../../lua/errors.js";
import { LuaTable, tableOf } from "../../../lua/table.js";
import { hostFunction } from "../../../lua/values.js";
import type { EmittedFile } from "../../engine.js";

/**
 * A piece of what include() gives. The tag that puts out an attachment becomes its literal, which stands in its place
 * where it is refused; without a `file` it is refused by everybody. `call` is how the tag could have been written.
 */
export type IncludedPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly file: EmittedFile; readonly literal: string }
  | { readonly kind: "attachment"; readonly file?: EmittedFile; readonly path: string; readonly call: string };

/**
 * What include() gives where files are among it: it can be put out, passed on and compared with itself. Everything that
 * would take it for a text is an error, for the files would be lost (spec/flemma-templates.md §4).
 */
export class IncludedParts extends LuaTable {
  readonly pieces: readonly IncludedPiece[];

  constructor(pieces: readonly IncludedPiece[]) {
    super();
    this.pieces = pieces;
    this.metatable = metatable;
  }
}

/** How a person is shown the pieces, as one text. */
export function shownPieces(pieces: readonly IncludedPiece[]): string {
  return pieces.map((piece) => (piece.kind === "text" ? piece.text : `[file ${nameOf(piece)}]`)).join("");
}

function nameOf(piece: Exclude<IncludedPiece, { kind: "text" }>): string {
  return basename(piece.kind === "file" ? piece.file.path : piece.path);
}

const metatable = tableOf({
  __metatable: false,
  __name: "file part",
  ...Object.fromEntries(["__concat", "__tostring", "__len", "__index", "__newindex"].map((event) => [event, noText(event)])),
});

function noText(event: string): ReturnType<typeof hostFunction> {
  return hostFunction(event, (args) => {
    const parts = args.find((value) => value instanceof IncludedParts);
    const files = (parts?.pieces ?? []).flatMap((piece) => (piece.kind === "text" ? [] : [`"${nameOf(piece)}"`]));
    const what =
      files.length > 1 ? `the files ${files.slice(0, 3).join(", ")}${files.length > 3 ? " …" : ""}` : `the file ${files[0] ?? ""}`.trim();
    const text = `this holds ${what}, which cannot be part of a text. Put it out by itself: {{ … }} or __emit(…)`;
    throw new LuaFault(encodeUtf8(text), text);
  });
}
