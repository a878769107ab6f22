import type { ProviderChoice, SwitchArgument } from "../../shared/methods.js";

/** What the server tells of a document, as far as a switch needs it. */
export interface Answerer {
  readonly provider?: string;
  readonly model?: string;
  readonly choices?: readonly ProviderChoice[];
}

/** A line that a person chooses. */
export interface Choice {
  readonly label: string;
  readonly description?: string;
  /** What `chat.switch` is told. */
  readonly change: Omit<SwitchArgument, "uri">;
}

/** Asks server and person. */
export interface SwitchHost {
  status(uri: string): Promise<Answerer>;
  switch(argument: SwitchArgument): Promise<Answerer>;
  choose(choices: readonly Choice[]): PromiseLike<Choice | undefined>;
  tell(message: string): void;
}

/** Lets a person choose who answers a document while it is open; says so where its frontmatter has chosen already. */
export async function switchModel(host: SwitchHost, uri: string): Promise<void> {
  const status = await host.status(uri);
  const chosen = await host.choose(choicesOf(status));
  if (chosen === undefined) return;
  const { provider, model } = await host.switch({ uri, ...chosen.change });
  const isTaken = (wanted: string | null | undefined, got: string | undefined): boolean => typeof wanted !== "string" || wanted === got;
  if (isTaken(chosen.change.provider, provider) && isTaken(chosen.change.model, model)) return;
  host.tell(`The frontmatter of this document chooses ${provider}/${model}, which counts before. Change it there.`);
}

/** All that a document can be switched to; what answers now stands first, then what is usual. */
export function choicesOf({ provider, model, choices = [] }: Answerer): Choice[] {
  const all = choices.flatMap(({ provider: name, models }): Choice[] => [
    { label: name, description: "its usual model", change: { provider: name, model: null } },
    ...models.map((id): Choice => ({ label: `${name}/${id}`, change: { provider: name, model: id } })),
  ]);
  const isCurrent = ({ change }: Choice): boolean => change.provider === provider && change.model === model;
  const current = all.filter(isCurrent).map((choice) => ({ ...choice, description: "answers now" }));
  const back: Choice = { label: "What the settings say", description: "take back every switch of this document", change: {} };
  return [...current, back, ...all.filter((choice) => !isCurrent(choice))];
}
