import { type Span, shift } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { unknown } from "../lua/shape.js";
import { goMessages } from "./actions.js";
import { fieldUses, keyUses } from "./fields.js";
import { goFlow } from "./flow.js";
import type { GoEnvironment } from "./pipes.js";

/** A variable of the frontmatter, or a member of one, that a template of Go reads. */
export interface InputUse {
  /** The name of the variable, and those that lead to the member. */
  readonly path: readonly string[];
  /** The last name, in UTF-16 offsets of the document. */
  readonly span: Span;
}

/** Every `.inputs.name` of a document, however it is reached (also by `index .inputs "name"`), in the order of the text; what may be something else as well is left out. */
export function inputUses(document: ChatDocument): InputUse[] {
  const flow = goFlow(document, { shape: unknown, path: [] });
  return goMessages(document).flatMap(({ actions, start }) =>
    actions.flatMap((action) =>
      [...fieldUses(action, flow.get(action) as GoEnvironment), ...keyUses(action, flow.get(action) as GoEnvironment)]
        .sort((a, b) => a.span.start - b.span.start)
        .flatMap(({ name, span, owner: { path } }): InputUse[] => {
          if (path?.[0] !== "inputs" || name === "") return [];
          return [{ path: [...path.slice(1), name], span: shift(span, start) }];
        }),
    ),
  );
}
