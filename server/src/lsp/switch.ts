import { ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { SwitchArgument } from "../../../shared/methods.js";
import type { Json } from "../base/json.js";
import { didYouMean, suggest } from "../base/suggest.js";
import type { Layer } from "../config/operations.js";
import { readOutsideLayer } from "../evaluation/outside-options.js";
import type { Server } from "./handlers.js";
import { withoutNulls } from "./settings-layers.js";

const switchable = ["provider", "model", "parameters"];

/** What was switched while the server runs, by document; forgotten when the document is closed. */
export type Switches = Map<string, Layer>;

/**
 * Switches provider, model and parameters of an open document: what is null or absent is no longer switched. Throws an
 * `InvalidParams` with the texts of diagnostics when anything is wrong; then all stays as it was.
 */
export async function switchOptions({ service, switches, documents, evaluator }: Server, argument: SwitchArgument): Promise<void> {
  const { uri, provider = null, model = null, parameters = null, ...others } = argument;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) {
    const text = `There is nothing to switch that is called '${stranger}'.${didYouMean(suggest(stranger, switchable))}`;
    throw new ResponseError(ErrorCodes.InvalidParams, text);
  }
  const data = JSON.stringify(withoutNulls({ provider, model, parameters: parameters as Json }));
  const { options, tools } = await service.outside(uri);
  const below = options.below.filter(({ origin }) => origin !== "switch");
  const { layer, problems } = readOutsideLayer({ origin: "switch", by: "document", below, tools }, data);
  if (problems.length > 0) throw new ResponseError(ErrorCodes.InvalidParams, problems.map(({ message }) => message).join(" "));
  // Nobody would take back what is switched for a document that is not open.
  if (documents.get(uri) === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not open.`);
  if (layer.operations.length === 0) switches.delete(uri);
  else switches.set(uri, layer);
  evaluator.refresh(uri);
}
