/**
 * Why no provider takes these bytes as JSON: not UTF-8, not JSON, or half of a surrogate pair in an escape, which the
 * parsers behind the real servers refuse though `JSON.parse` does not.
 */
export function jsonFault(bytes: Buffer): string | undefined {
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "not valid UTF-8";
  }
  try {
    JSON.parse(source);
  } catch (error) {
    return (error as Error).message;
  }
  const escapes = source.replace(/\\\\/g, "").replace(/\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g, "");
  return /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/.test(escapes) ? "no low surrogate in string" : undefined;
}

/** Why a schema is not strict (OpenAI): every object closed, every member required. */
export function strictFault(schema: unknown, path: readonly string[] = []): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if (Array.isArray(schema)) return schema.map((item) => strictFault(item, path)).find((fault) => fault !== undefined);
  const { properties, required, additionalProperties, items, anyOf } = schema as { [name: string]: unknown };
  const place = `In context=(${path.map((name) => `'${name}'`).join(", ")})`;
  if (typeof properties === "object" && properties !== null) {
    if (additionalProperties !== false) return `${place}, 'additionalProperties' is required to be supplied and to be false.`;
    const missing = Object.keys(properties).find((name) => !(Array.isArray(required) && required.includes(name)));
    if (missing !== undefined)
      return `${place}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
    for (const [name, member] of Object.entries(properties)) {
      const fault = strictFault(member, [...path, "properties", name]);
      if (fault !== undefined) return fault;
    }
  }
  return strictFault(items, [...path, "items"]) ?? strictFault(anyOf, [...path, "anyOf"]);
}
