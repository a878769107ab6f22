import { ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { Layer } from "../config/operations.js";
import { readOutsideLayer } from "../evaluation/outside-options.js";
import { wireRequest } from "../send/wire-request.js";
import { forCurrentText } from "./current.js";
import type { Server } from "./handlers.js";
import { itemOf } from "./shown-items.js";

/**
 * The very body that a send of an open document would have, also of one that cannot be sent; while a reply is written, that
 * of its request. `provider` counts before what the document says. Throws an `InvalidParams` for a provider that nobody knows.
 */
export async function requestBody(server: Server, uri: string, options: { provider?: string; signal: AbortSignal }): Promise<string> {
  const { documents, service, runs } = server;
  const above = options.provider === undefined ? undefined : await providerLayer(server, uri, options.provider);
  return forCurrentText(documents, uri, async ({ snapshot, outdated }) => {
    const sent = runs.sent(uri);
    if (sent !== undefined && above !== undefined)
      throw new ResponseError(LSPErrorCodes.RequestFailed, "A reply is being written into this document. Wait for it, or cancel it.");
    const signal = AbortSignal.any([options.signal, outdated]);
    const item = itemOf(server, uri);
    const chosen = { ...(above && { above }), ...(item !== undefined && { item }) };
    const evaluated = sent ?? (await service.evaluate(snapshot, { mode: "send", omitValues: true, signal, ...chosen }));
    const prepared = evaluated && wireRequest(evaluated);
    if (prepared === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, "The options of this document are not known.");
    return prepared.request.body;
  });
}

async function providerLayer({ service }: Server, uri: string, provider: string): Promise<Layer> {
  const { options, tools } = await service.outside(uri);
  const speaker = { origin: "command line", by: "user", below: [...options.below, ...options.above], tools } as const;
  const { layer, problems } = readOutsideLayer(speaker, JSON.stringify({ provider }));
  if (problems.length > 0) throw new ResponseError(ErrorCodes.InvalidParams, problems.map(({ message }) => message).join(" "));
  return layer;
}
