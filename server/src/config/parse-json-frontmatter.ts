import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Json } from "../base/json.js";

/** A top-level member: its value, and the UTF-16 span of its key (quotes included) in the code. */
export interface JsonMember {
  readonly value: Json;
  readonly keyStart: number;
  readonly keyEnd: number;
}

/** Members by name (the last of equal keys wins), or what is wrong. Spans are relative to the code. */
export interface JsonFrontmatter {
  readonly members: ReadonlyMap<string, JsonMember>;
  readonly problems: readonly Diagnostic[];
}

/** Parses JSON frontmatter strictly: no comments, no trailing commas, an object on top (spec/flemma-templates.md §6). */
export function parseJsonFrontmatter(code: string): JsonFrontmatter {
  const nesting = tooDeep(code);
  if (nesting !== undefined) return { members: new Map(), problems: [nesting] };
  const errors: ParseError[] = [];
  const tree = parseTree(code, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const fault = errors[0] ?? strictFault(code);
  if (fault !== undefined || tree === undefined) return { members: new Map(), problems: [syntaxFault(code, fault)] };
  if (tree.type !== "object") {
    const text = `The frontmatter must be an object, but this is ${article(tree.type)}. Wrap it: { "name": … }.`;
    return { members: new Map(), problems: [diagnostic("frontmatter/not-a-table", spanOf(tree), text)] };
  }
  return { members: membersOf(tree, JSON.parse(code)), problems: [] };
}

function membersOf(tree: Node, values: { readonly [key: string]: Json }): Map<string, JsonMember> {
  const members = new Map<string, JsonMember>();
  for (const { children } of tree.children ?? []) {
    const key = children?.[0];
    if (key === undefined) continue;
    members.set(key.value, { value: values[key.value] as Json, keyStart: key.offset, keyEnd: key.offset + key.length });
  }
  return members;
}

/** What the tolerant parser lets through and JSON does not. */
function strictFault(code: string): ParseError | undefined {
  try {
    JSON.parse(code);
    return undefined;
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    return { error: 1, offset: at === undefined ? 0 : Number(at), length: 1 };
  }
}

const texts: Record<string, string> = {
  InvalidSymbol: "This is not JSON",
  InvalidNumberFormat: "This is not a JSON number",
  PropertyNameExpected: "A property name in double quotes is expected here",
  ValueExpected: "A value is expected here",
  ColonExpected: "A colon is expected here",
  CommaExpected: "A comma is expected here",
  CloseBraceExpected: "A closing brace is expected here",
  CloseBracketExpected: "A closing bracket is expected here",
  EndOfFileExpected: "Nothing may follow the object",
  InvalidCommentToken: "JSON has no comments: remove it",
  UnexpectedEndOfComment: "JSON has no comments: remove it",
  UnexpectedEndOfString: "This string is never closed",
  InvalidUnicode: "This is not a valid \\u escape",
  InvalidEscapeCharacter: "This is not a valid escape",
  InvalidCharacter: "This character must be escaped",
};

function syntaxFault(code: string, fault: ParseError | undefined): Diagnostic {
  if (code.trim() === "")
    return diagnostic("frontmatter/syntax", { start: 0, end: code.length }, "The frontmatter is empty. Write an object: {}.");
  const { error, offset, length } = fault ?? { error: 1, offset: 0, length: 1 };
  const span = placeOf(code, offset, length);
  return diagnostic("frontmatter/syntax", span, `${texts[printParseErrorCode(error)] ?? "This is not JSON"}.`);
}

/** At the end of the code there is nothing to mark: the last unit before the blanks is. */
function placeOf(code: string, offset: number, length: number): { start: number; end: number } {
  const end = code.trimEnd().length;
  if (offset >= end) return { start: end - 1, end };
  return { start: offset, end: Math.min(end, offset + Math.max(1, length)) };
}

/** The fault of code that nests deeper than data does: the parser recurses, so that many open brackets are an attack. */
export function tooDeep(code: string): Diagnostic | undefined {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < code.length; i++) {
    const unit = code[i];
    if (inString) {
      if (unit === "\\") i++;
      else if (unit === '"' || unit === "\n") inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === "{" || unit === "[") {
      if (++depth > 500) return diagnostic("limit/depth", { start: i, end: i + 1 }, "JSON nests more than 500 levels deep. Simplify it.");
    } else if (unit === "}" || unit === "]") depth--;
  }
  return undefined;
}

function spanOf({ offset, length }: Node): { start: number; end: number } {
  return { start: offset, end: offset + length };
}

function article(type: Node["type"]): string {
  return type === "array" ? "a list" : type === "null" ? "null" : `a ${type}`;
}
