import { type Span, shift, span, touches } from "../../base/span.js";
import type { ConfigMember, ConfigNode } from "../../config/config-node.js";
import { parseData } from "../../config/parse-data.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { hasTooMuchLua } from "./chunks.js";
import { type MemberShape, merge, type Shape, unknown } from "./shape.js";

/** A variable of frontmatter that is data (JSON, YAML). Spans are UTF-16 offsets of the document. */
export interface DataVariable {
  readonly name: string;
  /** The name without quotes. */
  readonly span: Span;
  /** The key as it is written. */
  readonly keySpan: Span;
  /** Key and value. */
  readonly whole: Span;
  /** The value; the spans in it count from the start of the frontmatter's body. */
  readonly node: ConfigNode;
}

/** The variables of frontmatter that is data, in the order of the text, also of code that is not well-formed yet. */
export function dataVariables(document: ChatDocument): DataVariable[] {
  const { frontmatter, source } = document;
  if (frontmatter === undefined || hasTooMuchLua(document)) return [];
  const { start, end } = frontmatter.body;
  const code = source.slice(start, end);
  const { root } = parseData(frontmatter.language, code) ?? {};
  return (root?.members ?? []).map((member) => {
    const { name, keySpan, node } = member;
    const whole = span(keySpan.start, Math.max(keySpan.end, node.span.end));
    return { name, span: shift(keyNameSpan(code, member), start), keySpan: shift(keySpan, start), whole: shift(whole, start), node };
  });
}

/** A key of frontmatter that is data. */
export interface DataKey {
  readonly kind: "variable" | "key";
  /** How Lua reaches it: `user.address`, `list[2].name`. */
  readonly path: string;
  /** The key as it is written, a span of the document. */
  readonly keySpan: Span;
  readonly node: ConfigNode;
}

/** The key at a UTF-16 offset, at any depth. */
export function dataKeyAt(document: ChatDocument, offset: number): DataKey | undefined {
  const start = document.frontmatter?.body.start ?? 0;
  const variable = dataVariables(document).find(({ whole }) => touches(whole, offset));
  let found: DataKey | undefined = variable && { kind: "variable", path: variable.name, keySpan: variable.keySpan, node: variable.node };
  while (found && !touches(found.keySpan, offset)) found = innerKeys(found, start).find(({ whole }) => touches(whole, offset));
  return found;
}

/** The keys of a table, and those of the tables in its list; `start` is that of the code. */
function innerKeys({ path, node }: Pick<DataKey, "path" | "node">, start: number): readonly (DataKey & { readonly whole: Span })[] {
  if (node.kind !== "table") return [];
  const own = node.members.map(({ name, keySpan, node: value }) => {
    const whole = span(keySpan.start, Math.max(keySpan.end, value.span.end));
    return { kind: "key" as const, path: `${path}.${name}`, keySpan: shift(keySpan, start), node: value, whole: shift(whole, start) };
  });
  return [...own, ...node.items.flatMap((item, index) => innerKeys({ path: `${path}[${index + 1}]`, node: item }, start))];
}

/** Where the name stands in a key: between its quotes, if it has any. */
export function keyNameSpan(code: string, { keySpan: { start, end } }: ConfigMember): Span {
  const quote = code[start];
  if (quote !== '"' && quote !== "'") return span(start, end);
  return span(start + 1, end > start + 1 && code[end - 1] === quote ? end - 1 : end);
}

/** The shapes of those variables, with the places of their keys. */
export function dataShapes(document: ChatDocument): Map<string, Shape> {
  const { frontmatter, source } = document;
  const start = frontmatter?.body.start ?? 0;
  const code = source.slice(start, frontmatter?.body.end ?? 0);

  function shapeOf(node: ConfigNode): Shape {
    switch (node.kind) {
      case "null":
        return { kind: "nil" };
      case "scalar":
        return { kind: typeof node.value as "string", text: JSON.stringify(node.value) };
      case "function":
        return unknown;
      case "table": {
        const members = node.members.map((member): [string, MemberShape] => [
          member.name,
          { shape: shapeOf(member.node), span: shift(keyNameSpan(code, member), start) },
        ]);
        const item = node.items.slice(0, 20).map(shapeOf).reduce(merge, unknown);
        return { kind: "table", members: new Map(members), count: node.items.length, item };
      }
    }
  }

  return new Map(dataVariables(document).map(({ name, node }) => [name, shapeOf(node)]));
}
