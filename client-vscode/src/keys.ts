import { messageOf } from "./message-of.js";

/** Where secrets are kept; VS Code's own storage, which the system encrypts. */
interface Secrets {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
}

/** A provider as a person chooses it. */
export interface Service {
  readonly name: string;
  readonly isConnected: boolean;
}

/** Asks and tells a person. */
interface Person {
  /** Undefined when they turn away. */
  choose(services: readonly Service[], title: string): PromiseLike<string | undefined>;
  /** Nothing of what is typed is shown; undefined when they turn away. */
  typeKey(service: string): PromiseLike<string | undefined>;
  tell(message: string): void;
}

/** The keys of providers that a person gave to the editor. */
export interface Keys {
  /** Answers `chat/credential`: the key of a provider, or null. */
  answer(params: { readonly service: string }): Promise<string | null>;
  /** The keys that were answered with. */
  told(): Iterable<string>;
  /** Answers `chat/connect`: lets a person give the key of a provider, and says whether they did. */
  connectService(params: { readonly service: string }): Promise<{ readonly connected: boolean }>;
  /** Lets a person give the key of one of `services`. */
  connect(services: readonly string[]): Promise<void>;
  /** Lets a person take back the key of one of `services`. */
  disconnect(services: readonly string[]): Promise<void>;
}

/** What is wrong with a key that a person types; undefined for one that could be one. It never repeats the key. */
export function keyFault(key: string): string | undefined {
  const trimmed = key.trim();
  if (trimmed === "") return "Paste the key of the provider.";
  return /[\s\p{Cc}]/u.test(trimmed) ? "A key is one word. Paste the key alone." : undefined;
}

/** The secret that names the services of all others, as JSON: an endpoint may have gone from the settings, and its key not. */
const listName = "chat.keys";

/** Makes the keeper of keys; `changed` hears of every service whose key is another one now, or none. */
export function createKeys(secrets: Secrets, person: Person, changed: (service: string) => unknown): Keys {
  const told = new Set<string>();
  const nameOf = (service: string): string => `chat.key.${service}`;
  const servicesOf = (names: readonly string[]): Promise<Service[]> =>
    Promise.all([...new Set(names)].map(async (name) => ({ name, isConnected: (await secrets.get(nameOf(name))) !== undefined })));
  const kept = async (): Promise<string[]> => namesIn(await secrets.get(listName));

  async function connectService(service: string): Promise<boolean> {
    const key = await person.typeKey(service);
    if (key === undefined || keyFault(key) !== undefined) return false;
    try {
      await secrets.store(nameOf(service), key.trim());
      await secrets.store(listName, JSON.stringify([...new Set([...(await kept()), service])]));
    } catch (error) {
      person.tell(`The editor could not keep the key of ${service}: ${messageOf(error)}`);
      return false;
    }
    await changed(service);
    return true;
  }

  return {
    async answer({ service }) {
      const key = await secrets.get(nameOf(service));
      if (key !== undefined) told.add(key);
      return key ?? null;
    },
    told: () => told,
    connectService: async ({ service }) => ({ connected: await connectService(service) }),
    async connect(names) {
      const service = await person.choose(await servicesOf(names), "Connect which provider?");
      if (service === undefined || !(await connectService(service))) return;
      person.tell(`${service} is connected. The key is in the secret storage of the editor.`);
    },
    async disconnect(names) {
      const connected = (await servicesOf([...names, ...(await kept())])).filter(({ isConnected }) => isConnected);
      if (connected.length === 0) {
        person.tell("The editor keeps no key of a provider.");
        return;
      }
      const service = await person.choose(connected, "Disconnect which provider?");
      if (service === undefined) return;
      await secrets.delete(nameOf(service));
      await secrets.store(listName, JSON.stringify((await kept()).filter((name) => name !== service)));
      await changed(service);
      person.tell(`${service} is disconnected. The editor has forgotten its key.`);
    },
  };
}

function namesIn(list: string | undefined): string[] {
  const found: unknown = list === undefined ? [] : JSON.parse(list);
  return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
}
