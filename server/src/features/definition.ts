import type { Span } from "../base/span.js";
import type { Expression, Local } from "../lua/ast.js";
import type { ChatDocument } from "../syntax/ast.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { goDefinition } from "./go/navigation.js";
import { blockWords } from "./lua/block-words.js";
import { inDocument, luaPlace } from "./lua/chunks.js";
import { createInference, membersOfShape } from "./lua/infer.js";
import { type NameUse, useAt, usesOf } from "./lua/names.js";
import { originsOf } from "./lua/origins.js";
import { expressionBefore } from "./lua/receiver.js";

/**
 * Where the name at a UTF-16 offset comes from: the declaration of a local or a label, of `self` what stands before the colon of its method; of a global the assignment before the
 * place, else the first one; of a member the key that names it; in a template of Go, what defines a variable, a template or a
 * field, and what opens a block, as in Lua. Undefined for the environment and for everything else.
 */
export function definition({ document }: Snapshot, offset: number): Span | undefined {
  const inTemplate = goDefinition(document, offset);
  if (inTemplate !== undefined) return inTemplate;
  const use = useAt(document, offset);
  if (use === undefined) return blockWords(document, offset)[0];
  if (document.engine === "prose" && use.binding.kind === "member") return keyDefinition({ document }, use);
  return use.binding.kind === "member" ? memberDefinition({ document }, use) : variableDefinition({ document }, use);
}

function variableDefinition({ document }: Pick<Snapshot, "document">, { binding, span, role }: NameUse): Span | undefined {
  const uses = usesOf(document, binding);
  const declaration = uses.find((use) => use.role === "declaration")?.span;
  if (binding.kind === "local") return declaration ?? objectOfMethod(document, binding.local);
  if (binding.kind === "label") return declaration;
  if (role === "write") return span;
  const writes = uses.filter((use) => use.role === "write");
  return (writes.findLast((use) => use.span.start < span.start) ?? writes[0])?.span;
}

/** What a method is defined on, given its `self`. */
function objectOfMethod(document: ChatDocument, self: Local): Span | undefined {
  const [origin] = originsOf(document).locals.get(self) ?? [];
  return origin?.value.kind === "expression" ? inDocument(origin.chunk, origin.value.expression.span) : undefined;
}

function memberDefinition({ document }: Pick<Snapshot, "document">, { name, span, role }: NameUse): Span | undefined {
  if (role === "write") return span;
  const owner = ownerOf({ document }, span);
  if (owner === undefined) return undefined;
  const shape = createInference(document).ofExpression(owner.expression, owner.chunk);
  return membersOfShape(shape).get(name)?.span;
}

/** A key that blocks, placeholders and frontmatter share is set somewhere, or is a member of the global that it is a key of. */
function keyDefinition({ document }: Pick<Snapshot, "document">, use: NameUse): Span | undefined {
  const set = variableDefinition({ document }, use);
  if (set !== undefined || use.binding.kind !== "member") return set;
  const { root, path } = use.binding;
  if (root.kind !== "global") return memberDefinition({ document }, use);
  let shape = createInference(document).ofGlobal(root.name, use.span.start);
  let span: Span | undefined;
  for (const name of path.split(".")) {
    const member = membersOfShape(shape).get(name);
    if (member === undefined) return undefined;
    ({ shape, span } = member);
  }
  return span;
}

/** The expression before the dot or the bracket in front of a member, which may stand in quotes. */
function ownerOf({ document }: Pick<Snapshot, "document">, member: Span) {
  const place = luaPlace(document, member.start);
  if (place === undefined) return undefined;
  const { chunk, words, at } = place;
  const tokens = words.words.map(({ token }) => token);
  const index = tokens.findIndex(({ start, end }) => start <= at && at < end);
  const expression: Expression | undefined = expressionBefore(chunk.source, tokens, index - 2);
  return expression && { expression, chunk };
}
