const mask = "[redacted]";

/**
 * Makes a function that takes secrets out of a text for people, for a server may repeat what it was sent. Besides the values
 * themselves, the forms that they have in JSON, in an address and in base64 are taken out.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, mask), text);
}

/** A header `Bearer KEY` holds two words, of which the second is the secret. Very short words are no secrets, but parts of others. */
function formsOf(secret: string): string[] {
  const values = [secret.trim(), ...secret.trim().split(/\s+/)].filter((value) => value.length >= 6);
  return values.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    Buffer.from(value).toString("base64").replace(/=+$/, ""),
  ]);
}
