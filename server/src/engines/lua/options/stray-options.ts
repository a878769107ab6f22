import { type Diagnostic, diagnostic } from "../../../base/diagnostic.js";
import type { Span } from "../../../base/span.js";
import { didYouMean } from "../../../base/suggest.js";
import { fullPath, schemaAt, type Vocabulary } from "../../../config/schema.js";
import type { PathStep } from "../../../config/write.js";
import { inner } from "../../../config/written-places.js";
import type { Expression, ParsedChunk, Statement, Target } from "../../../lua/ast.js";
import { globalNames } from "../../../lua/find-node.js";
import { visitBlock } from "../../../lua/visit.js";

/** Finds changes of a list by place, which would be lost without a word. Spans are offsets in the chunk. */
export function strayOptions({ body }: ParsedChunk, source: string, vocabulary: Vocabulary): Diagnostic[] {
  // Looking is for those who may have written any.
  if (!source.includes("flemma")) return [];
  const problems: Diagnostic[] = [];
  visitBlock(body, {
    statement(node) {
      if (node.kind === "assign") for (const target of node.targets) problems.push(...itemFaults(target, vocabulary));
      else problems.push(...callFaults(node, vocabulary));
    },
  });
  return problems;
}

/** The fault of writing to a member of `flemma` that is not `opt`; `span` is its key. */
export function strayMember({ name, span }: PathStep, source: string, vocabulary: Vocabulary): Diagnostic {
  const at = inner(source, span);
  const meant = schemaAt(fullPath([name]), vocabulary) === undefined ? [] : [`opt.${name}`];
  const isName = source.slice(span.start, span.end) === name;
  const fix = meant.length > 0 && isName ? { data: { kind: "replace" as const, span: at, with: meant } } : {};
  const tail = didYouMean(meant) || " Options are members of flemma.opt.";
  return diagnostic("config/unknown-key", at, `'flemma' has no '${name}' that can be set.${tail}`, { suggestions: meant, ...fix });
}

/** `flemma.opt.tools[1] = "bash"` */
function* itemFaults(target: Target, vocabulary: Vocabulary): Iterable<Diagnostic> {
  if (target.kind === "index" && target.key.kind === "number") yield* listFaults(target.object, target.span, vocabulary);
}

/** `table.insert(flemma.opt.tools, "bash")` */
function* callFaults(node: Statement, vocabulary: Vocabulary): Iterable<Diagnostic> {
  if (node.kind !== "callStatement" || node.call.kind !== "call") return;
  const { callee, args, span } = node.call;
  const [library, name = ""] = globalNames(callee) ?? [];
  if (library === "table" && ["insert", "remove", "sort"].includes(name) && args[0] !== undefined)
    yield* listFaults(args[0], span, vocabulary);
}

function* listFaults(list: Expression, span: Span, vocabulary: Vocabulary): Iterable<Diagnostic> {
  const names = globalNames(list);
  if (names?.[0] !== "flemma" || names[1] !== "opt") return;
  const option = schemaAt(fullPath(names.slice(2)), vocabulary)?.option;
  if (!option?.types.some(({ kind }) => kind === "list")) return;
  const written = names.join(".");
  const text = `A list of options is not changed by place. Write ${written}:append(…), ${written}:prepend(…) or ${written}:remove(…).`;
  yield diagnostic("config/type", span, text);
}
