import type { SettableBy } from "../../../shared/settings.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { isFunctionValue, type Layer, type Operation, type Origin } from "./operations.js";
import { createRefusals } from "./refusals.js";
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
  /** What was refused, each fault once, with how often it was there. */
  problems(): readonly Diagnostic[];
}

/** Makes a writer. Its only state is what was written. */
export function createOptionWriter({ origin, by, below, above = [], tools, providers, source }: WriterOptions): OptionWriter {
  let operations: readonly Operation[] = [];
  const refusals = createRefusals();
  let known: Config | undefined;
  let words: Vocabulary | undefined;

  function vocabulary(): Vocabulary {
    const layers = [...below, { origin, operations }];
    words ??= { tools, presets: presetNames(layers), providers: [...new Set([...providers, ...customProviders(layers)])] };
    return words;
  }

  return {
    write(write) {
      const outcome = applyWrite(write, { by, source, vocabulary: vocabulary() });
      refusals.add(outcome.problems);
      if (outcome.operations.length === 0) return;
      for (const operation of outcome.operations) operations = [...before(operation, operations), operation];
      known = undefined;
      words = undefined;
    },
    config: () => (known ??= resolveConfig([...below, { origin, operations }, ...above])),
    layer: () => ({ origin, operations }),
    vocabulary,
    problems: refusals.list,
  };
}

/** What still counts of the earlier operations on the same option: whoever writes in a loop leaves few behind. */
function before(next: Operation, operations: readonly Operation[]): Operation[] {
  const items = next.kind === "list" ? new Set(next.edits.map((edit) => edit.kind !== "clear" && edit.item)) : undefined;
  return operations.flatMap((earlier): Operation[] => {
    if (earlier.path !== next.path) return [earlier];
    if (isUndone(earlier, next)) return [];
    if (earlier.kind !== "list" || items === undefined) return [earlier];
    const edits = earlier.edits.filter((edit) => edit.kind === "clear" || !items.has(edit.item));
    return edits.length === 0 ? [] : [{ ...earlier, edits }];
  });
}

/** Says whether an operation leaves nothing of an earlier one. A function may defer to what was taken back. */
function isUndone(earlier: Operation, next: Operation): boolean {
  switch (next.kind) {
    case "unset":
      return true;
    case "set":
      return earlier.kind !== "unset" || !isFunctionValue(next.value);
    case "list":
      return next.edits[0]?.kind === "clear";
  }
}
