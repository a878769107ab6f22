import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import type { Line } from "./lines.js";
import { inlineMarker, knownRoles } from "./structure.js";

const aliases: ReadonlyMap<string, string> = new Map([
  ["user", "You"],
  ["human", "You"],
  ["me", "You"],
  ["ai", "Assistant"],
  ["bot", "Assistant"],
  ["model", "Assistant"],
  ["claude", "Assistant"],
  ["gpt", "Assistant"],
  ["chatgpt", "Assistant"],
  ["gemini", "Assistant"],
  ["copilot", "Assistant"],
  ["developer", "System"],
  ["sys", "System"],
]);

/** The role that a name means, here or in other programs, however it is written; undefined when it means none. */
export function roleOfName(name: string): string | undefined {
  const lower = name.toLowerCase();
  return knownRoles.find((role) => role.toLowerCase() === lower) ?? aliases.get(lower);
}

/** The warning for a role without a meaning, with the role it may have meant; undefined for the known ones. */
export function unknownRole(role: string, at: Span): Diagnostic | undefined {
  if (knownRoles.includes(role)) return undefined;
  const alias = aliases.get(role.toLowerCase());
  const suggestions = alias ? [alias] : suggest(role, knownRoles);
  const message = `Unknown role "${role}": this message is not sent.`;
  if (suggestions.length === 0) return diagnostic("role/unknown", at, `${message} Use System, You or Assistant.`);
  const data = { kind: "replace", span: at, with: suggestions } as const;
  return diagnostic("role/unknown", at, message + didYouMean(suggestions), { suggestions, data });
}

/** The error for a line `@You: text`, or undefined when the line is none. */
export function textAfterMarker(text: string, line: Line): Diagnostic | undefined {
  const found = inlineMarker(text, line);
  if (!found) return undefined;
  const { role, marker } = found;
  const message = `"@${role}:" does not start a message when text follows it. Put the text on the next line, or write "\\@${role}:" to keep it as text.`;
  return diagnostic("role/text-after-marker", marker, message, { data: { kind: "split-marker", role, marker } });
}
