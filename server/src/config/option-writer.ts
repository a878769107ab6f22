import type { SettableBy } from "../../../shared/settings.js";
import type { Diagnostic } from "../base/diagnostic.js";
import type { Layer, Operation, Origin } from "./operations.js";
import { type Config, customProviders, presetNames, resolveConfig } from "./resolve.js";
import type { Vocabulary } from "./schema.js";
import { applyWrite, type Write } from "./write.js";

/** Where options are written, and on top of what. */
export interface WriterOptions {
  readonly origin: Origin;
  readonly by: SettableBy;
  /** The layers below, lowest first. */
  readonly below: readonly Layer[];
  /** The layers above: reading gives what will count. */
  readonly above?: readonly Layer[];
  /** The tools that exist. */
  readonly tools: readonly string[];
  /** The providers that are built in. */
  readonly providers: readonly string[];
  /** The text that spans are offsets of. */
  readonly source: string;
}

/** Collects the writes of one layer, in the order they are made. */
export interface OptionWriter {
  write(write: Write): void;
  /** All layers as they stand now. */
  config(): Config;
  layer(): Layer;
  vocabulary(): Vocabulary;
  /** What was refused, each fault once. */
  problems(): readonly Diagnostic[];
}

/** Makes a writer. Its only state is what was written. */
export function createOptionWriter({ origin, by, below, above = [], tools, providers, source }: WriterOptions): OptionWriter {
  let operations: readonly Operation[] = [];
  const problems = new Map<string, Diagnostic>();
  let known: Config | undefined;
  let words: Vocabulary | undefined;

  function vocabulary(): Vocabulary {
    const layers = [...below, { origin, operations }];
    words ??= { tools, presets: presetNames(layers), providers: [...providers, ...customProviders(layers)] };
    return words;
  }

  return {
    write(write) {
      const outcome = applyWrite(write, { by, source, vocabulary: vocabulary() });
      for (const problem of outcome.problems) problems.set(`${problem.code} ${problem.span.start} ${problem.span.end}`, problem);
      if (outcome.operations.length === 0) return;
      for (const operation of outcome.operations)
        operations = [...operations.filter((earlier) => !isUndone(earlier, operation)), operation];
      known = undefined;
      words = undefined;
    },
    config: () => (known ??= resolveConfig([...below, { origin, operations }, ...above])),
    layer: () => ({ origin, operations }),
    vocabulary,
    problems: () => [...problems.values()],
  };
}

/** Says whether an operation leaves nothing of an earlier one: whoever writes in a loop leaves one operation behind. */
function isUndone(earlier: Operation, { path, ...operation }: Operation): boolean {
  if (earlier.path !== path || earlier.kind === "unset") return false;
  return operation.kind === "set" || (operation.kind === "list" && operation.edits[0]?.kind === "clear");
}
