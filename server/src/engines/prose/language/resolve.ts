import type { Span } from "../../../base/span.js";
import { isPadded } from "../../../syntax/prose/white-space.js";
import { type Data, DataTable } from "./data.js";
import { isNull } from "./render-data.js";
import { errorMessage, type SubstitutionError, type SubstitutionErrorKind } from "./substitution-error.js";

/** A global: its data, or why it is none. */
export type GlobalData = { readonly data: Data } | { readonly cause: string };

/** What placeholders can name (spec/prose-substitution.md §4). */
export interface ProseScope {
  /** The run's input string. */
  readonly args: string;
  /** What the input was parsed to; undefined when it was not. */
  readonly argv: Data | undefined;
  /** The present member of a fanout; undefined outside of one. */
  readonly item: Data | undefined;
  readonly var: DataTable;
  readonly sys: DataTable;
  /** The global of that exact name; undefined when nobody set it. May throw to stop the run. */
  global(name: string): GlobalData | undefined;
}

/** The roots that are there in any prose; they win over globals of the same name. */
export const rootNames = ["args", "argv", "item", "var", "sys"] as const;

/** A segment of a path: its text and where it stands, in UTF-16 offsets. */
interface PathSegment {
  readonly name: string;
  readonly span: Span;
}

/** The segments of the path that stands at `body`. Nothing is a name that cannot be one: only dots divide. */
function pathSegments(text: string, body: Span): PathSegment[] {
  let { start } = body;
  return text
    .slice(body.start, body.end)
    .split(".")
    .map((name) => {
      const span = { start, end: start + name.length };
      start = span.end + 1;
      return { name, span };
    });
}

/** The value of a placeholder, or what is wrong with it: in the order of spec/prose-substitution.md §4, nothing is looked up before the path is well-formed. */
export function resolvePlaceholder(
  text: string,
  { span, body }: { readonly span: Span; readonly body: Span },
  scope: ProseScope,
): { readonly data: Data } | SubstitutionError {
  const path = text.slice(body.start, body.end);
  const segments = pathSegments(text, body);
  const fail = (kind: SubstitutionErrorKind, { name, span: at }: PathSegment, cause?: string): SubstitutionError => ({
    kind,
    span,
    at,
    path,
    message: errorMessage(kind, path, name),
    ...(cause !== undefined && { cause }),
  });
  const [root, ...keys] = segments as [PathSegment, ...PathSegment[]];
  if (path === "args") return { data: scope.args };
  if (path === "item") return scope.item === undefined ? fail("NilItem", root) : { data: scope.item };
  if (path === "argv" && scope.argv === undefined) return fail("NilArgv", root);
  const empty = segments.find(({ name }) => name === "" || isPadded(name));
  if (empty !== undefined) return fail("EmptySegment", { ...empty, span: visible(empty.span, body, span) });
  const found = rootData(root.name, scope);
  if (!("data" in found))
    return fail(found.kind, found.kind === "NotATable" ? { ...root, span: keys[0]?.span ?? root.span } : root, found.cause);
  let { data } = found;
  for (const segment of keys) {
    const next = data instanceof DataTable && data.items === undefined ? data.members.get(segment.name) : undefined;
    if (next === undefined) return fail("MissingKey", segment, causeOfMissing(data));
    data = next;
  }
  if (keys.length === 0 && (root.name === "var" || root.name === "sys")) return fail("BadPath", root);
  return isNull(data) ? fail("NullValue", keys.at(-1) ?? root) : { data };
}

function rootData(
  name: string,
  scope: ProseScope,
): { readonly data: Data } | { readonly kind: SubstitutionErrorKind; readonly cause?: string } {
  switch (name) {
    case "var":
      return { data: scope.var };
    case "sys":
      return { data: scope.sys };
    case "argv":
      return scope.argv === undefined ? { kind: "NilArgv" } : { data: scope.argv };
    case "args":
    case "item":
      return { kind: "NotATable" };
    case "prose":
      return { kind: "Serialize", cause: "Prose that contains itself would be a recursion without end." };
  }
  const found = scope.global(name);
  if (found === undefined) return { kind: "UnknownNamespace" };
  return "data" in found ? found : { kind: "Serialize", cause: found.cause };
}

function causeOfMissing(data: Data): string | undefined {
  if (data instanceof DataTable) return data.items === undefined ? undefined : "Items of an array have no path.";
  return data === null ? "What stands before it is null." : `What stands before it is a ${typeof data}.`;
}

/** Something that a person can see: an empty segment has the dots beside it, and an empty placeholder is itself. */
function visible(segment: Span, body: Span, placeholder: Span): Span {
  if (segment.start < segment.end) return segment;
  if (body.start === body.end) return placeholder;
  return { start: Math.max(body.start, segment.start - 1), end: Math.min(body.end, segment.end + 1) };
}
