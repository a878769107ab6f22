import { parseChunk } from "../../../lua/parse.js";
import { visitBlock } from "../../../lua/visit.js";
import type { ChatDocument, Message, PlacedMessage } from "../../../syntax/ast.js";

/** Says whether anything in a message of a document looks at the item of a fanout, or at its number: then it renders once per item. */
export function usesItem(document: ChatDocument, { message, start }: PlacedMessage): boolean {
  if (message.role === "Assistant") return false;
  const hasFunctions = message.segments.some(({ kind }) => kind === "lua-block") && hasItemFunctions(document);
  return hasFunctions || namesItem(message, document.source.slice(start, start + message.span.end));
}

function namesItem({ segments }: Message, source: string): boolean {
  return segments.some((segment) => {
    if (segment.kind === "placeholder") return /^(?:item(?:\.|$)|sys\.index$)/.test(source.slice(segment.path.start, segment.path.end));
    return segment.kind === "lua-block" && /\bitem\b|\bsys\s*\.\s*index\b/.test(source.slice(segment.code.start, segment.code.end));
  });
}

const known = new WeakMap<ChatDocument, boolean>();

/** Says whether the frontmatter makes functions that look at the item of the message that calls them. */
function hasItemFunctions(document: ChatDocument): boolean {
  const found = known.get(document) ?? looksAtItem(document);
  known.set(document, found);
  return found;
}

function looksAtItem({ frontmatter, source }: ChatDocument): boolean {
  if (frontmatter?.language.toLowerCase() !== "lua") return false;
  const code = source.slice(frontmatter.body.start, frontmatter.body.end);
  if (!/\bitem\b/.test(code)) return false;
  let isGlobal = false;
  visitBlock(parseChunk(code).body, {
    expression(node) {
      isGlobal ||= node.kind === "name" && node.name === "item" && node.variable.kind === "global";
    },
  });
  return isGlobal;
}
