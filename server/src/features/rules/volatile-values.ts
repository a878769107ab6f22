import { type Diagnostic, diagnostic, type Rewrite } from "../../base/diagnostic.js";
import { possible, replaced } from "../../base/rewrites.js";
import type { Span } from "../../base/span.js";
import type { PlacedMessage } from "../../syntax/ast.js";
import { systemIndex } from "../../syntax/sent-messages.js";
import type { Evaluated } from "../../workspace/snapshot.js";
import { goVolatile } from "../go/volatile.js";
import { luaVolatile, volatileVariables } from "../lua/volatile.js";
import { volatileInFiles } from "./volatile-files.js";

/** A value that is another one with every send. Spans are UTF-16 offsets of the document. */
export interface VolatileValue {
  readonly span: Span;
  /** As it is written, in short. */
  readonly name: string;
  /** What is the same all day and could stand there instead. */
  readonly instead: { readonly span: Span; readonly text: string } | undefined;
}

/**
 * Values in the system prompt that change from send to send. Providers cache the beginning of a request as long as it is exactly
 * the same, and the system prompt is what it begins with (spec/go-templates.md, "Prompt caching").
 */
export function* volatileValues(evaluated: Evaluated): Iterable<Diagnostic> {
  const { snapshot } = evaluated;
  // Parsing a long text would hold everybody up.
  if (snapshot.isTooLarge || snapshot.isLong) return;
  const { document } = snapshot;
  const index = systemIndex(document);
  const placed = document.messages[index];
  if (placed === undefined || !(mayHoldVolatile(document.source, placed) || volatileVariables(document).size > 0)) return;
  const found = document.engine === "go" ? goVolatile(document, index) : document.engine === "lua" ? luaVolatile(document, placed) : [];
  for (const value of [...found, ...volatileInFiles(evaluated, index)]) yield volatileDiagnostic(value);
}

/** Most system prompts have none, and need not be looked at any closer. */
function mayHoldVolatile(source: string, { start, message }: PlacedMessage): boolean {
  return /\b(?:now|os|math|embed|include)\b/.test(source.slice(start, start + message.trailing.start));
}

function volatileDiagnostic({ span, name, instead }: VolatileValue): Diagnostic {
  const cost = `'${name}' is another value with every send, so the provider can cache nothing of the conversation: all of it is paid in full.`;
  const move = instead === undefined ? "Move it to a later message." : `Use ${instead.text}, or move it to a later message.`;
  const choices: Rewrite[] =
    instead === undefined ? [] : [possible(`Use ${instead.text}, the same all day`, replaced(instead.span, instead.text))];
  return diagnostic("template/volatile", span, `${cost} ${move}`, choices.length > 0 ? { data: { kind: "rewrite", choices } } : {});
}
