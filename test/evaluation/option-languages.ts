/** A value of an option as every language can write it; null takes the option back. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };

/** An option by its path on top of the options, and what is written there. */
export type Line = readonly [path: string, value: Value];

/** The languages of frontmatter that options can be written in. */
export const languages = ["lua", "json", "yaml"] as const;

/** A document whose frontmatter writes the options, one after the other, and nothing else. */
export function written(language: (typeof languages)[number], lines: readonly Line[]): string {
  return `\`\`\`${language}\n${codeOf[language](lines)}\n\`\`\`\n@You:\nHello\n`;
}

const codeOf = {
  lua: (lines: readonly Line[]) =>
    lines.map(([path, value]) => `flemma.opt${path.split(".").map(luaStep).join("")} = ${lua(value)}`).join("\n"),
  json: (lines: readonly Line[]) => JSON.stringify({ flemma: nested(lines) }, undefined, 2),
  yaml: (lines: readonly Line[]) => `flemma:${yaml(nested(lines), "  ")}`,
};

function luaStep(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && name !== "local" ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function lua(value: Value): string {
  if (value === null) return "nil";
  if (typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `{ ${value.map(lua).join(", ")} }`;
  return `{ ${Object.entries(value)
    .map(([name, member]) => `[${JSON.stringify(name)}] = ${lua(member)}`)
    .join(", ")} }`;
}

/** Objects in blocks, lists in brackets, strings without quotes where they need none. */
function yaml(value: Value, indent: string): string {
  if (value === null || typeof value !== "object") return ` ${yamlScalar(value)}`;
  if (isList(value)) return ` [${value.map((item) => yaml(item, indent).trimStart()).join(", ")}]`;
  const members = Object.entries(value);
  if (members.length === 0) return " {}";
  return members.map(([name, member]) => `\n${indent}${yamlScalar(name)}:${yaml(member, `${indent}  `)}`).join("");
}

function yamlScalar(value: null | boolean | number | string): string {
  return typeof value === "string" && /^[A-Za-z$][\w$-]*$/.test(value) && !/^(?:true|false|null|nil)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

type Members = Record<string, Value>;

/** The lines as one object: the way to an option is shared with the lines before. */
function nested(lines: readonly Line[]): Value {
  const top: Members = Object.create(null);
  for (const [path, value] of lines) {
    const names = path.split(".");
    let at = top;
    for (const name of names.slice(0, -1)) {
      at[name] ??= Object.create(null) as Members;
      at = at[name] as Members;
    }
    at[names.at(-1) as string] = value;
  }
  return top;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
