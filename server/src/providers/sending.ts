import type { FindCredential } from "./credential-search.js";
import { createCredentials, type Wanted } from "./credential-search.js";
import { machinePlaces } from "./credentials.js";
import { type Exchange, exchange } from "./exchange.js";
import type { StreamEvent } from "./provider.js";
import type { Environment } from "./proxy.js";

/** What surrounds everything that is sent: the environment of the process, and an editor that may keep credentials. */
export interface Outside {
  readonly env: Environment;
  /** Asks the editor for the credential of a service; undefined when it has none. Absent for one that cannot be asked. */
  askClient?(service: string, signal: AbortSignal): Promise<string | undefined>;
  /** Another number once the editor has another credential for a service. */
  clientRevision?(service: string): number;
}

/** One request, and whose credential goes with it. */
export interface Sending extends Omit<Exchange, "credential" | "env" | "dice"> {
  readonly wanted: Wanted;
}

/** Sends requests, and remembers the credentials it found for them. */
export type Sender = (sending: Sending, signal: AbortSignal) => AsyncIterable<StreamEvent>;

/** Makes the one who sends. Everything that talks to the outside is behind this function, so that it is loaded with the first send only. */
export function createSender({ env, askClient, clientRevision }: Outside): Sender {
  const credentials = createCredentials({
    ...machinePlaces(env),
    ...(clientRevision && { clientRevision }),
    ...(askClient && { askClient: async (service: string, signal: AbortSignal) => asked(askClient, service, signal) }),
  });
  return ({ wanted, ...rest }, signal) => {
    const credential: FindCredential = credentials.of(wanted);
    return exchange({ ...rest, credential, env }, signal);
  };
}

async function asked(
  ask: NonNullable<Outside["askClient"]>,
  service: string,
  signal: AbortSignal,
): Promise<{ secret: string } | { reason: string }> {
  try {
    const secret = await ask(service, signal);
    return secret ? { secret } : { reason: "the editor has none" };
  } catch {
    return { reason: "the editor could not be asked" };
  }
}
