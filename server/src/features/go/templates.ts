import { type Span, shift, span, touches } from "../../base/span.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import { unquote } from "../../engines/go/text/unquote.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { type GoAction, type GoMessage, goMessages, keywordOf } from "./actions.js";

/** A place where a template is named. */
export interface TemplateUse {
  readonly name: string;
  /** What stands between the quotes, in UTF-16 offsets of the document. */
  readonly span: Span;
  readonly quote: '"' | "`";
  /** A `block` defines a template and runs it. */
  readonly kind: "define" | "block" | "template";
  readonly home: GoMessage;
  readonly action: GoAction;
}

const known = new WeakMap<ChatDocument, readonly TemplateUse[]>();

/** Every use of the name of a template, in the order of the text: what one message defines, later ones may run. */
export function templateUses(document: ChatDocument): readonly TemplateUse[] {
  const found = known.get(document) ?? goMessages(document).flatMap((home) => home.actions.flatMap((action) => useIn(home, action)));
  known.set(document, found);
  return found;
}

function useIn(home: GoMessage, action: GoAction): TemplateUse[] {
  const kind = keywordOf(action)?.text;
  const literal = action.tokens[1];
  if (kind !== "define" && kind !== "block" && kind !== "template") return [];
  const name = literal && nameIn(literal);
  if (literal === undefined || name === undefined) return [];
  const inner = shift(span(literal.start + 1, literal.end - 1), home.start);
  return [{ name, span: inner, quote: literal.kind === "raw" ? "`" : '"', kind, home, action }];
}

function nameIn({ kind, text }: Token): string | undefined {
  return kind === "string" || kind === "raw" ? unquote(text) : undefined;
}

/** The name of a template at a UTF-16 offset of the document. */
export function templateAt(document: ChatDocument, offset: number): TemplateUse | undefined {
  return templateUses(document).find((use) => touches(use.span, offset));
}

/** Says whether a use defines the template. */
export function isDefinition({ kind }: TemplateUse): boolean {
  return kind !== "template";
}

/** What a name at a use means: the last definition of this message or an earlier one, else the first of all. */
export function definitionOf(document: ChatDocument, use: TemplateUse): TemplateUse | undefined {
  const all = templateUses(document).filter((one) => one.name === use.name && isDefinition(one));
  return all.findLast(({ home }) => home.index <= use.home.index) ?? all[0];
}
