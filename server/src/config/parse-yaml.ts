import { Composer, type CST, type Document, Lexer, Parser } from "yaml";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { deepestData } from "../base/json.js";
import { span } from "../base/span.js";
import type { ConfigTable } from "./config-node.js";
import { notATable, type ParsedData } from "./parsed-data.js";
import { yamlFault } from "./yaml-faults.js";
import { convertYaml } from "./yaml-nodes.js";
import { markAt, missingBlank, secondDocument, wrongVersion } from "./yaml-places.js";

/** The library's memory and time grow with the pieces of a text, not with its length. */
const mostLexemes = 30_000;

/** YAML 1.2 with its core schema alone: no merge keys, no dates, no sets. Equal keys are our own business, in linear time. */
const options = {
  version: "1.2",
  schema: "core",
  merge: false,
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/**
 * Parses YAML 1.2: one document with a mapping on top, or nothing at all, which is an object without members
 * (spec/flemma-templates.md §6). Of what the library finds wrong the first fault counts: the others follow from it.
 */
export function parseYaml(code: string): ParsedData {
  // A carriage return alone ends a line for YAML and for us, but not for the library.
  const text = code.replace(/\r(?!\n)/g, "\n");
  const read = tokensOf(text);
  const limit = "problem" in read ? read.problem : tooDeep(read.tokens);
  if (limit !== undefined || "problem" in read) return { problems: limit === undefined ? [] : [limit] };
  const documents: Document[] = [...new Composer(options).compose(read.tokens, true, text.length)];
  const [document] = documents;
  if (document === undefined) return { root: emptyTable(text), problems: [] };
  const { node, problems } = convertYaml(text, document.contents);
  const faults = [...faultsOf(text, document), ...secondDocument(text, read.tokens, documents)].slice(0, 1);
  const isEmpty = node.kind === "null" && text.slice(node.span.start, node.span.end).trim() === "";
  const root = node.kind === "table" && node.shape === "object" ? node : isEmpty ? emptyTable(text) : undefined;
  if (root !== undefined) return { root, problems: faults.length > 0 ? faults : problems };
  if (faults.length > 0) return { problems: faults };
  return { problems: [{ ...notATable(node, "Write it as name: value."), ...missingBlank(text, node) }] };
}

function tokensOf(text: string): { readonly tokens: CST.Token[] } | { readonly problem: Diagnostic } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > mostLexemes) {
      const message = `This YAML is longer than the server reads (more than ${mostLexemes} pieces). Shorten it.`;
      return { problem: diagnostic("limit/memory", markAt(text, parser.offset), message) };
    }
    tokens.push(...parser.next(lexeme));
  }
  tokens.push(...parser.end());
  return { tokens };
}

function faultsOf(text: string, document: Document): Diagnostic[] {
  const found = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const [first] = found;
  if (first !== undefined) return [yamlFault(text, first)];
  return document.directives?.yaml.version === "1.2" ? [] : [wrongVersion(text)];
}

function emptyTable({ length }: string): ConfigTable {
  return { kind: "table", span: span(0, length), shape: "object", items: [], members: [] };
}

/** The fault of the first collection that nests too deeply: composing recurses. */
function tooDeep(tokens: readonly CST.Token[]): Diagnostic | undefined {
  const left: { token: CST.Token | null | undefined; depth: number }[] = tokens.map((token) => ({ token, depth: 0 })).reverse();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { token, depth } = next;
    if (token?.type === "document") left.push({ token: token.value, depth });
    if (token == null || !("items" in token)) continue;
    if (depth >= deepestData) {
      const place = span(token.offset, token.offset + 1);
      return diagnostic("limit/depth", place, `YAML nests more than ${deepestData} levels deep. Simplify it.`);
    }
    for (const { key, value } of token.items.toReversed()) {
      left.push({ token: value, depth: depth + 1 }, { token: key, depth: depth + 1 });
    }
  }
  return undefined;
}
