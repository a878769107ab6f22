import type { ProviderChoice } from "../../../shared/methods.js";
import { placeInDocument } from "../base/diagnostic.js";
import type { Json } from "../base/json.js";
import { echoProvider } from "../providers/catalogue.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { type SettledOptions, settledOptions } from "../workspace/snapshot.js";
import { diagnostics, tallyOf } from "./diagnostics.js";
import { messageInDocument } from "./nested-message.js";

/** What a status line shows of a document's options. Null where the provider decides. */
export interface StatusLine {
  readonly provider: string;
  readonly model: string;
  readonly engine: SettledOptions["engine"];
  readonly thinking: Json;
  readonly temperature: Json;
  readonly maxTokens: Json;
}

/** What a status page shows of a document (spec/contracts.md). */
export interface Status extends Partial<StatusLine> {
  /** Every option that somebody set, by dotted path, and who did. */
  readonly options?: SettledOptions["config"]["settings"];
  readonly tools?: SettledOptions["config"]["tools"];
  readonly approval?: SettledOptions["config"]["approval"];
  /** The project file, and whether it counts. */
  readonly project?: Evaluated["project"];
  /** Message of the frontmatter's own error, while there is one. */
  readonly frontmatterError?: string;
  readonly diagnostics: { readonly blocking: number; readonly warnings: number };
  /** Who could answer, where that was asked for. */
  readonly choices?: readonly ProviderChoice[];
}

/** The status line of an evaluated document; undefined when nothing is known of its options. */
export function statusLine(evaluated: Evaluated): StatusLine | undefined {
  const settled = settledOptions(evaluated);
  return settled && lineOf(settled);
}

/** The status of an evaluated document. While its frontmatter is broken, the options are those of the last good one. */
export function status(evaluated: Evaluated): Status {
  const { blocking, warnings } = tallyOf(evaluated);
  const { frontmatter } = evaluated.snapshot.document;
  const fault = diagnostics(evaluated).find(
    (entry) => entry.blocks && frontmatter !== undefined && placeInDocument(entry).start < frontmatter.span.end,
  );
  const settled = settledOptions(evaluated);
  return {
    ...(settled && {
      ...lineOf(settled),
      options: settled.config.settings,
      tools: settled.config.tools,
      approval: settled.config.approval,
    }),
    ...(evaluated.project && { project: evaluated.project }),
    ...(fault && { frontmatterError: messageInDocument(fault, evaluated.files) }),
    diagnostics: { blocking, warnings },
  };
}

/** The provider that switching to makes sense: the one that needs no key, where it does not answer already and the document leaves the choice. */
export function switchTarget(evaluated: Evaluated): string | undefined {
  const config = settledOptions(evaluated)?.config;
  const isOpen = config !== undefined && config.provider !== echoProvider.name && config.options.provider === undefined;
  return isOpen ? echoProvider.name : undefined;
}

function lineOf({ engine, config: { provider, model, thinking, temperature, maxTokens } }: SettledOptions): StatusLine {
  return { provider, model, engine, thinking, temperature, maxTokens };
}
