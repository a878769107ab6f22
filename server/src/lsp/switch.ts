import { ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { SwitchArgument } from "../../../shared/methods.js";
import type { Json } from "../base/json.js";
import { didYouMean, suggest } from "../base/suggest.js";
import type { Layer } from "../config/operations.js";
import { readOutsideLayer } from "../evaluation/outside-options.js";
import type { Server } from "./handlers.js";
import { isObject, withoutNulls } from "./settings-layers.js";

const switchable = ["provider", "model", "parameters"];

/** What one document was switched to: as it was said, and the layer that it makes. */
interface Switched {
  readonly said: { readonly [name: string]: Json };
  readonly layer: Layer;
}

/** What was switched while the server runs, by document; forgotten when the document is closed. */
export type Switches = Map<string, Switched>;

/**
 * Switches provider, model and parameters of an open document. What is named changes, null takes it back, and a call that
 * names nothing takes everything back. Throws an `InvalidParams` with the texts of diagnostics when anything is wrong; then
 * all stays as it was.
 */
export async function switchOptions({ service, switches, documents, evaluator }: Server, argument: SwitchArgument): Promise<void> {
  const { uri, ...named } = argument;
  const stranger = Object.keys(named).find((name) => !switchable.includes(name));
  if (stranger !== undefined) {
    const text = `There is nothing to switch that is called '${stranger}'.${didYouMean(suggest(stranger, switchable))}`;
    throw new ResponseError(ErrorCodes.InvalidParams, text);
  }
  const said = withoutNulls(merged(switches.get(uri)?.said ?? {}, named as Switched["said"])) as Switched["said"];
  const { options, tools } = await service.outside(uri);
  const below = options.below.filter(({ origin }) => origin !== "switch");
  const { layer, problems } = readOutsideLayer({ origin: "switch", by: "document", below, tools }, JSON.stringify(said));
  if (problems.length > 0) throw new ResponseError(ErrorCodes.InvalidParams, problems.map(({ message }) => message).join(" "));
  // Nobody would take back what is switched for a document that is not open.
  if (documents.get(uri) === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not open.`);
  if (layer.operations.length === 0) switches.delete(uri);
  else switches.set(uri, { said, layer });
  evaluator.refresh(uri);
}

/** A model belongs to the provider it was chosen with: who names another provider alone gets that one's default. */
function merged(before: Switched["said"], named: Switched["said"]): Switched["said"] {
  if (Object.keys(named).length === 0) return {};
  const kept = named.provider !== undefined && named.provider !== before.provider ? { ...before, model: null } : before;
  const parameters = isObject(named.parameters ?? null)
    ? { ...objectOf(before.parameters), ...objectOf(named.parameters) }
    : named.parameters;
  return { ...kept, ...named, ...(parameters !== undefined && { parameters }) };
}

function objectOf(value: Json | undefined): { readonly [name: string]: Json } {
  return value !== undefined && isObject(value) ? value : {};
}
