const rawText = Symbol("raw JSON");

/** Text that is JSON already and is written as it is. */
export interface RawJson {
  readonly [rawText]: string;
}

/** What a body is made of; undefined members are left out. */
export type BodyValue =
  | null
  | boolean
  | number
  | string
  | RawJson
  | readonly BodyValue[]
  | { readonly [key: string]: BodyValue | undefined };

/** An object of a body. */
export interface BodyObject {
  readonly [key: string]: BodyValue | undefined;
}

/** Marks text that is JSON already, so that large numbers, double keys and blanks in it stay what they are. */
export function rawJson(text: string): RawJson {
  return { [rawText]: text };
}

/**
 * Writes a body so that equal content gives equal bytes: keys in the order of their UTF-16 units, but those of `last` at the
 * end of the outermost object, in the order they have there. What grows from turn to turn stands last, so that a provider's
 * cache knows the beginning again (spec/providers-and-send.md §1.1). Halves of characters, which no server takes, become U+FFFD.
 */
export function stableJson(body: BodyObject, last: readonly string[] = []): string {
  const rank = (key: string): number => last.indexOf(key);
  const keys = Object.keys(body).sort((a, b) => rank(a) - rank(b) || byUnits(a, b));
  return objectJson(body, keys);
}

function valueJson(value: BodyValue): string {
  if (typeof value === "string") return JSON.stringify(wellFormed(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isRaw(value)) return wellFormedJson(value[rawText]);
  if (isList(value)) return `[${value.map(valueJson).join(",")}]`;
  return objectJson(value, Object.keys(value).sort(byUnits));
}

function objectJson(object: BodyObject, keys: readonly string[]): string {
  const members = keys.flatMap((key) => {
    const value = object[key];
    return value === undefined ? [] : [`${JSON.stringify(wellFormed(key))}:${valueJson(value)}`];
  });
  return `{${members.join(",")}}`;
}

function isRaw(value: object): value is RawJson {
  return rawText in value;
}

function isList(value: BodyValue): value is readonly BodyValue[] {
  return Array.isArray(value);
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The text with halves of characters replaced. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** An escape of JSON: both halves of a character, one of them, or any other. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:u([dD][89a-fA-F][\da-fA-F]{2})|.)/g;

/** JSON in which halves of characters, written or escaped, are replaced; all else stays as it is. */
function wellFormedJson(json: string): string {
  const text = wellFormed(json);
  return /\\u[dD]/.test(text) ? text.replace(escapes, (found, half?: string) => (half === undefined ? found : "\\ufffd")) : text;
}
