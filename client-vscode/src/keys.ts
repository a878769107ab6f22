/** Where secrets are kept; VS Code's own storage, which the system encrypts. */
interface Secrets {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
}

/** Asks a person; undefined when they turn away. */
interface Person {
  choose(services: readonly string[]): PromiseLike<string | undefined>;
  /** Nothing of what is typed is shown. */
  typeKey(service: string): PromiseLike<string | undefined>;
}

/** The keys of providers that a person gave to the editor. */
export interface Keys {
  /** Answers `chat/credential`: the key of a provider, or null. */
  answer(params: { readonly service: string }): Promise<string | null>;
  /** Lets a person set the key of a provider, one of `services`; an empty one is forgotten. */
  set(services: readonly string[]): Promise<void>;
}

/** Makes the keeper of keys. */
export function createKeys(secrets: Secrets, person: Person): Keys {
  const nameOf = (service: string): string => `chat.key.${service}`;
  return {
    answer: async ({ service }) => (await secrets.get(nameOf(service))) ?? null,
    async set(services) {
      const service = await person.choose(services);
      const key = service === undefined ? undefined : await person.typeKey(service);
      if (service === undefined || key === undefined) return;
      if (key.trim() === "") await secrets.delete(nameOf(service));
      else await secrets.store(nameOf(service), key.trim());
    },
  };
}
