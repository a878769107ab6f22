import { isAbsolute } from "../../base/paths.js";
import { type Span, shift, span } from "../../base/span.js";
import { unquote } from "../../engines/go/text/unquote.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { goMessages } from "./actions.js";

/** A string that a template gives to a function as the path of a file. */
export interface EmbedPlace {
  /** What stands between the quotes, in UTF-16 offsets of the document. */
  readonly span: Span;
  /** As it is meant, without escapes. */
  readonly path: string;
}

/** The functions that are given files. */
export const fileFunctions: ReadonlySet<string> = new Set(["embed", "include", "file"]);

/** Every literal path of `embed`, `include` and `file`, in the order of the text. */
export function embedPlaces(document: ChatDocument): EmbedPlace[] {
  return goMessages(document).flatMap(({ actions, start }) =>
    actions.flatMap(({ tokens }) =>
      tokens.flatMap((token, index): EmbedPlace[] => {
        const callee = tokens[index - 1];
        if ((token.kind !== "string" && token.kind !== "raw") || callee?.kind !== "identifier" || !fileFunctions.has(callee.text))
          return [];
        const path = unquote(token.text);
        return path === undefined ? [] : [{ span: shift(span(token.start + 1, token.end - 1), start), path }];
      }),
    ),
  );
}

/** Says whether a path is one of a file: absolute ones and those of the home folder are never read (spec/go-templates.md). */
export function isEmbeddable(path: string): boolean {
  return path !== "" && !isAbsolute(path) && !path.startsWith("\\") && !path.startsWith("~");
}
