import { didYouMean, suggest } from "../base/suggest.js";
import { echoProvider } from "../providers/catalogue.js";
import type { Arguments } from "./arguments.js";
import { UsageError } from "./io.js";

/** The provider and model that the options choose. Throws a `UsageError` for a name that does not exist. */
export function chosenProvider(args: Arguments): { readonly provider: string; readonly model: string } {
  const { name, model } = echoProvider;
  checkName("provider", args.value("provider") ?? name, name);
  checkName("model", args.value("model") ?? model, model);
  return { provider: name, model };
}

function checkName(kind: "provider" | "model", given: string, only: string): void {
  if (given === only) return;
  const suggestions = suggest(given, [only]);
  throw new UsageError(`Unknown ${kind} '${given}'.${didYouMean(suggestions) || ` There is only '${only}'.`}`);
}
