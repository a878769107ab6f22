import type { Layer } from "../config/operations.js";

/** What says that a prose document has this input, whatever else says. */
export function inputLayer(input: string): Layer {
  return { origin: "command line", operations: [{ kind: "set", path: "templating.prose.input", value: input }] };
}
