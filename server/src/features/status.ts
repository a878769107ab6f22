import { echoProvider } from "../providers/catalogue.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { diagnostics, tallyOf } from "./diagnostics.js";

/** What a status line or a status page shows of a document. */
export interface Status {
  readonly provider: string;
  readonly model: string;
  readonly engine: "lua";
  /** Message of the frontmatter's own error, while there is one. */
  readonly frontmatterError?: string;
  readonly diagnostics: { readonly blocking: number; readonly warnings: number };
}

/** The status of an evaluated document. */
export function status(evaluated: Evaluated): Status {
  const { blocking, warnings } = tallyOf(evaluated);
  const fault = diagnostics(evaluated).find(({ code, blocks }) => blocks && code.startsWith("frontmatter/"));
  return {
    provider: echoProvider.name,
    model: echoProvider.model,
    engine: "lua",
    ...(fault && { frontmatterError: fault.message }),
    diagnostics: { blocking, warnings },
  };
}
