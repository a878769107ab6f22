import { type CST, type Document, isScalar } from "yaml";
import type { Diagnostic } from "../base/diagnostic.js";
import { diagnostic } from "../base/diagnostic.js";
import { certain, inserted, possible, replaced } from "../base/rewrites.js";
import { type Span, span } from "../base/span.js";
import type { ConfigNode } from "./config-node.js";

/** What a person sees at an offset: the word that starts there or after its blanks; at the end the last unit that is no blank. */
export function markAt(text: string, offset: number): Span {
  const found = /[^\s]/g;
  found.lastIndex = offset;
  const start = found.exec(text)?.index;
  if (start === undefined) {
    const end = text.trimEnd().length;
    return span(Math.max(0, end - 1), end);
  }
  const word = /^[^\s:,[\]{}#"'&*!|>%@`]+/.exec(text.slice(start, start + 200))?.[0];
  return span(start, start + (word?.length ?? 1));
}

/** The end of a line without blanks and comment, from an offset on. */
export function lineEnd(text: string, offset: number): number {
  const line = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? "";
  return offset + line.replace(/(^|\s)#.*$/, "").trimEnd().length;
}

/** The fault of a second document. */
export function secondDocument(text: string, tokens: readonly CST.Token[], documents: readonly Document[]): Diagnostic[] {
  const { contents, errors } = documents[1] ?? {};
  const second = tokens.filter(({ type }) => type === "document")[1];
  if (documents.length < 2 || second === undefined) return [];
  const place = text.startsWith("---", second.offset) ? span(second.offset, second.offset + 3) : markAt(text, second.offset);
  const isEmpty = contents == null || (isScalar(contents) && contents.value === null && errors?.length === 0);
  const message = "The frontmatter is one document, and a second one starts here. Remove it.";
  const isSpare = isEmpty && text.slice(place.start).trim() === "---";
  const removal = certain("Remove the line", replaced(span(place.start, text.length), ""));
  return [diagnostic("frontmatter/syntax", place, message, isSpare ? { data: { kind: "rewrite", choices: [removal] } } : {})];
}

/** The fault of a directive that asks for another YAML than 1.2. */
export function wrongVersion(text: string): Diagnostic {
  const line = /^%YAML[^\r\n#]*/m.exec(text);
  const start = line?.index ?? 0;
  const place = span(start, start + (line?.[0].trimEnd().length ?? 0));
  return diagnostic("frontmatter/syntax", place, "The frontmatter is read as YAML 1.2. Remove this line.");
}

/** The fix of a text on top that has a colon without the blank that would make it a key. */
export function missingBlank(text: string, { span: { start, end } }: ConfigNode): Pick<Diagnostic, "data"> {
  const colon = /^[^\s:"'[\]{}]+:(?=[^\s/])/.exec(text.slice(start, end))?.[0];
  if (colon === undefined) return {};
  return { data: { kind: "rewrite", choices: [possible("Insert a blank behind the colon", inserted(start + colon.length, " "))] } };
}
