import type { Span } from "../base/span.js";
import type { ChatDocument, Segment } from "./ast.js";
import { syntaxProblems } from "./problems.js";

/** Writes a document's tree and problems as one indented line per node, texts quoted as in JSON; for tests and bug reports. */
export function dump(document: ChatDocument): string {
  const { source, bom, frontmatter, preamble, messages } = document;
  const lines: string[] = [];
  if (bom.end > 0) lines.push("bom");
  if (frontmatter) lines.push(`frontmatter ${frontmatter.language} ${quote(source, frontmatter.body)}`);
  if (preamble.end > preamble.start) lines.push(`preamble ${quote(source, preamble)}`);
  for (const { start, message } of messages) {
    lines.push(`@${message.role}`);
    const own = source.slice(start, start + message.span.end);
    for (const segment of message.segments) lines.push(`  ${line(own, segment)}`);
  }
  for (const problem of syntaxProblems(document)) lines.push(`! ${problem.code} ${quote(source, problem.span)}`);
  return lines.join("\n");
}

function line(text: string, segment: Segment): string {
  switch (segment.kind) {
    case "text":
      return words("text", quote(text, segment.span), segment.escapes && `escapes ${segment.escapes.length}`);
    case "expression":
    case "code":
      return words(segment.kind, segment.trimBefore && "trim-before", quote(text, segment.code), segment.trimAfter && "trim-after");
    case "action":
      return words("action", quote(text, segment.span));
    case "placeholder":
      return words("placeholder", quote(text, segment.path));
    case "lua-block":
      return words("lua-block", quote(text, segment.code));
    case "file-reference": {
      const options = segment.options.map(({ key, value }) => `${cut(text, key)}=${quote(text, value)}`);
      return words("reference", quote(text, segment.path), ...options);
    }
    case "thinking": {
      const signature = segment.signature && `${segment.signature.provider}=${quote(text, segment.signature.value)}`;
      return words("thinking", segment.redacted && "redacted", signature, quote(text, segment.content));
    }
    case "tool-use":
      return words("tool-use", segment.name, segment.id, quote(text, segment.fence.content));
    case "tool-result":
      return words("tool-result", segment.id, segment.status, segment.fence.language, quote(text, segment.fence.content));
    case "aborted":
      return words("aborted", quote(text, segment.message));
  }
}

function words(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

function quote(text: string, at: Span): string {
  return JSON.stringify(cut(text, at));
}

function cut(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
