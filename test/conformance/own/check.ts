import { expect } from "vitest";
import type { Diagnostic } from "../../../server/src/base/diagnostic.js";
import { sourceText } from "../../../server/src/base/source-text.js";
import { conversation } from "../../../server/src/conversation/conversation.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { sendLimits } from "../../../server/src/lua/budget.js";
import { evaluateText, show, surroundingsOf } from "../harness.js";
import { type Mark, readMarks } from "./marked.js";

/**
 * A case: a document in which every diagnostic is marked `⟦code: text⟧`, and what it renders to.
 * `⟦code → name: text⟧` also names the suggestions, `⟦code~: text⟧` means "somewhere inside", `⟦limit/*: text⟧` any limit.
 * Everything that is published must be marked, hints included.
 */
export interface Case {
  readonly text: string;
  readonly system?: string;
  /** Texts of the messages (one string when there is one), or their parts where these are more than one text. */
  readonly renders?: string | readonly (string | readonly object[])[];
  readonly variables?: { readonly [name: string]: unknown };
  /** Words that the messages of the diagnostics, joined by line ends, must contain. */
  readonly says?: readonly string[];
}

/** Enough for every case on a slow machine; templates without end use up the time. */
const limits = { ...sendLimits, timeMs: 500 };

/** The document of a case without its marks. */
export function textOf(given: Case): string {
  return readMarks(given.text).text;
}

/** Evaluates the document of a case and compares everything the case states. */
export function check(given: Case): void {
  const { text, marks } = readMarks(given.text);
  const evaluated = evaluateText(text, surroundingsOf("/chats"), { limits });
  const published = diagnostics(evaluated);
  const { system, messages } = conversation(evaluated);
  expect.soft(differences(text, published, marks)).toEqual([]);
  if (given.system !== undefined) expect.soft(system).toBe(given.system);
  if (given.renders !== undefined) expect.soft(messages.map(({ parts }) => plain(parts))).toEqual(wantedMessages(given.renders));
  if (given.variables !== undefined) expect.soft(evaluated.result?.frontmatter?.variables).toEqual(given.variables);
  const messagesText = published.map(({ message }) => message).join("\n");
  for (const words of given.says ?? []) expect.soft(messagesText).toContain(words);
}

function wantedMessages(renders: NonNullable<Case["renders"]>): readonly unknown[] {
  return typeof renders === "string" ? [renders] : renders;
}

/** A message of one text is that text, one of nothing the empty text. */
function plain(parts: readonly object[]): unknown {
  const [first, ...rest] = parts;
  if (first === undefined) return "";
  const isText = "kind" in first && first.kind === "text" && "text" in first;
  return rest.length === 0 && isText ? first.text : JSON.parse(JSON.stringify(parts));
}

function differences(text: string, published: readonly Diagnostic[], marks: readonly Mark[]): string[] {
  const source = sourceText(text);
  const left = [...published];
  const found: string[] = [];
  for (const mark of marks) {
    const index = left.findIndex((entry) => fits(entry, mark));
    if (index < 0) found.push(`missing: ${mark.label} at ${JSON.stringify(text.slice(mark.start, mark.end))}`);
    else left.splice(index, 1);
  }
  return [...found, ...left.map((entry) => `not expected: ${show(source, entry)}`)];
}

function fits({ code, span, suggestions = [] }: Diagnostic, { label, start, end }: Mark): boolean {
  const [wanted = "", names] = label.split(" → ");
  const isLoose = wanted.endsWith("~");
  const name = isLoose ? wanted.slice(0, -1) : wanted;
  if (name.endsWith("/*") ? !code.startsWith(name.slice(0, -1)) : code !== name) return false;
  if (names !== undefined && suggestions.slice(0, names.split(", ").length).join(", ") !== names) return false;
  return isLoose ? start <= span.start && span.end <= end : span.start === start && span.end === end;
}
