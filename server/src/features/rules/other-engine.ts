import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import type { EngineName } from "../../base/engine-name.js";
import { overlaps, type Span, shift } from "../../base/span.js";
import type { ChatDocument, Message } from "../../syntax/ast.js";
import { engineTitles } from "../engine-switch.js";

/** What only one language writes, in text that another one has no use for. */
const signs: { readonly [engine in EngineName]: readonly RegExp[] } = {
  lua: [/\{%-?[^%]{0,400}?%\}/g],
  prose: [
    /^```lua\r?\n(?=(?:(?!```)[\s\S])*?\b(?:prose|var\.\w))/gm,
    /\{\{[ \t]*(?:args|argv(?:\.[^{}.\s]+)*|(?:var|sys)(?:\.[^{}.\s]+)+)[ \t]*\}\}/g,
  ],
  // A word of control alone is what people write in many languages: a field, a variable or a name in quotes must follow.
  go: [
    /\{\{-?[ \t]*(?:if|else if|range|with|block|template|define)\b[^{}]{0,200}?[ \t(](?:\.[A-Za-z_]?|\$\w*|")[^{}]{0,200}\}\}/g,
    /\{\{-?[ \t]*(?:\/\*[\s\S]{0,400}?\*\/|\.[A-Za-z_]\w*[^{}]{0,200}|\$\w*[ \t]*:=[^{}]{0,200})-?\}\}/g,
  ],
};

/** In these languages braces run: what looks like another one is only a sign where it is at fault. */
const runsBraces: readonly EngineName[] = ["lua", "prose", "go"];

/** So many UTF-16 units of a message are searched. */
const mostSearched = 20_000;

/**
 * A body that looks like another template language than the document's: told once, where the first sign stands, with the
 * fix that switches (spec/prose-substitution.md, "In a `.chat` file"). `problems` are what its own language finds wrong.
 */
export function* otherEngine(document: ChatDocument, problems: readonly Diagnostic[]): Iterable<Diagnostic> {
  const found = firstSign(document, problems);
  if (found === undefined) return;
  const { engine, span } = found;
  const text = `This looks like ${engineTitles[engine]}, but the document is written in ${engineTitles[document.engine]}. Switch its language, or write this in the other one.`;
  yield diagnostic("engine/other-language", span, text, { data: { kind: "switch-engine", engine } });
}

function firstSign(
  document: ChatDocument,
  problems: readonly Diagnostic[],
): { readonly engine: EngineName; readonly span: Span } | undefined {
  const faulty = problems.filter(({ file, code }) => file === undefined && /^(?:expression|template|prose)\//.test(code));
  for (const { start, message } of document.messages) {
    if (message.role === "Assistant") continue;
    const text = document.source.slice(
      start + message.marker.end,
      start + Math.min(message.trailing.start, message.marker.end + mostSearched),
    );
    if (hasOwnSigns(document.engine, message)) continue;
    const candidates = (Object.keys(signs) as EngineName[])
      .filter((engine) => engine !== document.engine)
      .flatMap((engine) => matches(engine, text).map((span) => ({ engine, span: shift(span, start + message.marker.end) })))
      .filter(({ span }) => isText(document, span) || faulty.some((problem) => overlaps(problem.span, span)))
      .sort((a, b) => a.span.start - b.span.start);
    if (candidates[0] !== undefined) return candidates[0];
  }
  return undefined;
}

function matches(engine: EngineName, text: string): Span[] {
  return signs[engine].flatMap((sign) =>
    [...text.matchAll(sign)].slice(0, 100).map((found) => ({ start: found.index, end: found.index + found[0].trimEnd().length })),
  );
}

/** Says whether a place is text that the document's own language leaves alone. */
function isText({ engine, messages, source }: ChatDocument, span: Span): boolean {
  const placed = messages.findLast(({ start }) => start <= span.start);
  const segment = placed?.message.segments.find(
    ({ span: own }) => placed.start + own.start <= span.start && span.end <= placed.start + own.end,
  );
  return segment?.kind === "text" && !(runsBraces.includes(engine) && source.startsWith("{{", span.start));
}

/** A message with code of the document's own language is written in it. */
function hasOwnSigns(engine: EngineName, { segments }: Message): boolean {
  switch (engine) {
    case "lua":
      return segments.some(({ kind }) => kind === "code");
    case "prose":
      return segments.some(({ kind }) => kind === "lua-block");
    case "go":
      return false;
  }
}
