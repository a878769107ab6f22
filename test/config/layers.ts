import { nodeOfData } from "../../server/src/config/config-node.js";
import type { Layer, Origin } from "../../server/src/config/operations.js";
import { createOptionWriter, type OptionWriter } from "../../server/src/config/option-writer.js";
import { providerNames } from "../../server/src/providers/catalogue.js";
import { builtInTools } from "../../server/src/tools/definitions/built-in-tools.js";
import type { SettableBy } from "../../shared/settings.js";

type Data = Parameters<typeof nodeOfData>[0];

/** One write: a dotted path below the top, and the data that is set there. */
export type Setting = readonly [path: string, data: Data];

/** A writer for one layer, without a text. */
export function writerFor(origin: Origin, below: readonly Layer[] = [], by: SettableBy = "user"): OptionWriter {
  return createOptionWriter({ origin, by, below, tools: builtInTools.map(({ name }) => name), providers: providerNames, source: "" });
}

/** Writes one setting. */
export function put(writer: OptionWriter, [path, data]: Setting): void {
  const span = { start: 0, end: 0 };
  const steps = path === "" ? [] : path.split(".").map((name) => ({ name, span }));
  writer.write({ path: steps, action: "set", node: nodeOfData(data) });
}

/** A layer of these settings, in their order; none of them may be refused. */
export function layerOf(origin: Origin, settings: readonly Setting[], below: readonly Layer[] = []): Layer {
  const writer = writerFor(origin, below);
  for (const setting of settings) put(writer, setting);
  const [problem] = writer.problems();
  if (problem !== undefined) throw new Error(problem.message);
  return writer.layer();
}
