import type { Json } from "../../../base/json.js";
import { type Data, DataTable, dataOfJson } from "../language/data.js";

/**
 * What an input string is parsed to (spec/prose-substitution.md §8): without a declaration the one field `prose` that holds
 * it, with one the JSON that it is; undefined for what is no JSON, or null.
 */
export function argvOf(input: string, isDeclared: boolean): Data | undefined {
  if (!isDeclared) {
    const wrapped = new DataTable();
    wrapped.members.set("prose", input);
    return wrapped;
  }
  const json = parsed(input);
  return json === undefined || json === null ? undefined : dataOfJson(json);
}

function parsed(input: string): Json | undefined {
  try {
    return JSON.parse(input) as Json;
  } catch {
    return undefined;
  }
}
