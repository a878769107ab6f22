/** How an attack ends. */
export type Ending =
  /** Exactly these diagnostics, as `code:line` with lines from 1, each once; `limit:line` stands for any spent budget. */
  | { readonly kind: "diagnosed"; readonly by: readonly string[] }
  /** This text is what the last message sends, and these diagnostics stand beside it. */
  | { readonly kind: "rendered"; readonly text: string; readonly beside: readonly string[] }
  /** More diagnostics than are shown: a thousand of this code, one of which a spent budget may replace, and how many more there are. */
  | { readonly kind: "flooded"; readonly code: string }
  /** Too large to be evaluated: the hint that says so, and nothing of values. */
  | { readonly kind: "syntax-only" };

/** A hostile document and how it must end. */
export interface Attack {
  readonly name: string;
  /** The document; made when it is needed, for some are large. */
  text(): string;
  readonly ending: Ending;
  /** Files beside the document; large ones are made when they are needed. */
  readonly files?: Readonly<Record<string, string | (() => string)>>;
}

/** The same attack with files beside the document. */
export function withFiles(attack: Attack, files: NonNullable<Attack["files"]>): Attack {
  return { ...attack, files };
}

/** An attack that ends in diagnostics. */
export function diagnosed(name: string, text: string | (() => string), ...by: readonly string[]): Attack {
  return { name, text: typeof text === "string" ? () => text : text, ending: { kind: "diagnosed", by } };
}

/** An attack that is legal: it renders, and the diagnostics `beside` stand there. */
export function rendered(name: string, text: string | (() => string), result: string, ...beside: readonly string[]): Attack {
  return { name, text: typeof text === "string" ? () => text : text, ending: { kind: "rendered", text: result, beside } };
}

/** An attack that ends in more diagnostics of one code than are shown. */
export function flooded(name: string, text: () => string, code: string): Attack {
  return { name, text, ending: { kind: "flooded", code } };
}

/** An attack by size: only its syntax is checked. */
export function syntaxOnly(name: string, text: () => string): Attack {
  return { name, text, ending: { kind: "syntax-only" } };
}

/** A document whose Lua frontmatter starts on line 2. */
export function frontmatter(lua: string, message = "hello"): string {
  return `\`\`\`lua\n${lua}\n\`\`\`\n@You:\n${message}\n`;
}

/** A document with JSON frontmatter that starts on line 2. */
export function json(code: string, message = "hello"): string {
  return `\`\`\`json\n${code}\n\`\`\`\n@You:\n${message}\n`;
}

/** A document with YAML frontmatter that starts on line 2. */
export function yaml(code: string, message = "hello"): string {
  return `\`\`\`yaml\n${code}\n\`\`\`\n@You:\n${message}\n`;
}

/** A document with one code tag, on line 2. */
export function code(lua: string): string {
  return `@You:\n{% ${lua} %}\nhello\n`;
}

/** A document with one expression, on line 2. */
export function expression(lua: string): string {
  return `@You:\n{{ ${lua} }}\n`;
}

/** A message, from line 2. */
export function message(body: string): string {
  return `@You:\n${body}\n`;
}
