import { conversation } from "../conversation/conversation.js";
import { defaultModels } from "../providers/catalogue.js";
import { echo } from "../providers/echo.js";
import { createDecoderFor } from "../providers/protocols/decoders.js";
import { requestMakers } from "../providers/protocols/request-makers.js";
import { toolNames } from "../providers/protocols/tool-names.js";
import type { StreamEvent } from "../providers/provider.js";
import type { Outside, Sender } from "../providers/sending.js";
import { type Evaluated, settledOptions } from "../workspace/snapshot.js";
import { wireRequest } from "./wire-request.js";

/** Starts the reply to an evaluated document from the provider that its options choose; aborting ends the stream early. */
export type OpenStream = (evaluated: Evaluated, signal: AbortSignal) => AsyncIterable<StreamEvent>;

/** Makes the one who asks providers. What talks to the network is loaded when it is first needed. */
export function createStreams(outside: Outside): OpenStream {
  let sender: Promise<Sender> | undefined;

  async function* open(evaluated: Evaluated, signal: AbortSignal): AsyncGenerator<StreamEvent, void> {
    const prepared = wireRequest(evaluated);
    const config = settledOptions(evaluated)?.config;
    if (prepared === undefined || config === undefined) throw new Error("A document is sent once its options are known.");
    const { settings, prompt, request } = prepared;
    const { provider, protocol, baseUrl } = settings;
    if (protocol === "echo") return yield* echo(conversation(evaluated), signal);
    const maker = requestMakers[protocol];
    const names = toolNames(prompt);
    const { key } = config.request.endpoint;
    const login = config.settings["credentials.codex"]?.value;
    sender ??= import("../providers/sending.js").then(({ createSender }) => createSender(outside));
    const send = await sender;
    yield* send(
      {
        request,
        settings,
        decoder: () => createDecoderFor(protocol, { signature: maker.rules.signature, names }),
        authorization: maker.authorization,
        wanted: {
          provider,
          protocol,
          baseUrl,
          headers: settings.headers,
          isBuiltIn: Object.hasOwn(defaultModels, provider),
          ...(typeof key === "string" && { variable: key }),
          ...((typeof login === "boolean" || typeof login === "string") && { codex: login }),
        },
      },
      signal,
    );
  }

  return open;
}
