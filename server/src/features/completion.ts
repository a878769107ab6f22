import { lineAt, lineEnd } from "../base/source-text.js";
import { type Span, shift } from "../base/span.js";
import { membersOf, type ReferenceEntry } from "../engines/lua/reference.js";
import type { ConfigSummary } from "../evaluation/config-summary.js";
import { keywords } from "../lua/lex.js";
import { parseDocument } from "../syntax/parse-document.js";
import { knownRoles } from "../syntax/structure.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { actionPlace } from "./go/actions.js";
import { goCompletions } from "./go/completion.js";
import { goCursor } from "./go/cursor.js";
import { promptsOf } from "./go/prompts.js";
import type { KnownScope } from "./go/scope.js";
import { type LuaContext, luaContext } from "./lua/context.js";
import { createInference, type Inference, isText, membersOfShape, type Variables } from "./lua/infer.js";
import { nameUses } from "./lua/names.js";
import { expressionBefore, wantsOperand } from "./lua/receiver.js";
import { describeShape, type Shape } from "./lua/shape.js";
import { type CursorPlace, placeAtCursor } from "./lua/unfinished.js";
import { optionCompletions } from "./options/option-completions.js";
import { type OptionPlace, optionPlace } from "./options/option-place.js";
import { proseNames } from "./prose/environment.js";
import { pathCompletions, pathSlotAt } from "./prose/placeholder-completion.js";

/** One suggestion. It replaces `span` (UTF-16 offsets of the document, on one line) by `newText`. */
export interface Completion {
  readonly label: string;
  readonly kind: "variable" | "function" | "property" | "method" | "module" | "constant" | "keyword" | "role" | "file" | "folder";
  /** Signature or type, and a line that explains it; empty when there is nothing to say. */
  readonly detail: string;
  readonly doc: string;
  readonly span: Span;
  readonly newText: string;
  /** What is compared with what is typed, where it is not the label. */
  readonly filterText?: string;
  /** Suggestions are shown in this order. */
  readonly sortText: string;
}

type Item = Pick<Completion, "label" | "kind" | "detail" | "doc">;

/** What may be used in an expression; everything else only in code. */
const inExpressions = new Set(["and", "end", "false", "function", "nil", "not", "or", "true"]);
const roles: Readonly<Record<string, string>> = {
  System: "What the model is told first. The last one counts.",
  You: "What you say.",
  Assistant: "What the model answered. It is never a template.",
};

/** Says whether `completions` would make use of the values of frontmatter variables at a UTF-16 offset. */
export function wantsValues({ document, text }: Snapshot, offset: number): boolean {
  if (goCursor(document, offset) !== undefined || pathSlotAt({ document, text }, offset) !== undefined) return true;
  const place = placeAtCursor(document, offset);
  const kind = place && luaContext(place)?.kind;
  return (kind === "member" || kind === "method" || kind === "key") && optionPlace(document, offset) === undefined;
}

/** What an evaluation told, as far as there was one. */
export interface Known {
  /** The frontmatter's. */
  readonly variables?: Variables | undefined;
  /** What templates of Go can read. */
  readonly scope?: KnownScope["scope"];
  readonly config?: ConfigSummary | undefined;
}

/**
 * Suggestions at a UTF-16 offset: options and their values in frontmatter, names, members and keywords in Lua, roles behind
 * an `@` that starts a line, in an action of Go what fits there; nothing in comments, strings that are no keys, text and tool results.
 */
export function completions(snapshot: Snapshot, offset: number, known: Known = {}): Completion[] {
  const { document } = snapshot;
  if (actionPlace(document, offset) !== undefined)
    return inOrder(goCompletions(document, offset, { ...known, prompts: promptsOf(known.config) }));
  const option = optionPlace(document, offset);
  const items = option === undefined ? [] : optionCompletions(document, option, known.config);
  const others = option === undefined || takesOtherNames(option) ? nameCompletions(snapshot, offset, known) : [];
  const labels = new Set(items.map(({ label }) => label));
  return inOrder([...items, ...others.filter(({ label }) => !labels.has(label))]);
}

function inOrder(items: readonly Omit<Completion, "sortText">[]): Completion[] {
  return items.map((item, index) => ({ ...item, sortText: String(index).padStart(4, "0") }));
}

/** Says whether a value may also be computed, from names of the document. */
function takesOtherNames({ language, kind, quote }: OptionPlace): boolean {
  return language === "lua" && quote === "" && (kind === "value" || kind === "operand" || kind === "entry" || kind === "root");
}

function nameCompletions(snapshot: Snapshot, offset: number, { variables = {}, scope, config }: Known): Omit<Completion, "sortText">[] {
  const slot = pathSlotAt(snapshot, offset);
  const live = snapshot.document.engine === "prose" ? { ...variables, ...scope } : variables;
  if (slot !== undefined) return pathCompletions(snapshot, slot, { variables: live, options: config?.options ?? {} });
  const place = placeAtCursor(snapshot.document, offset);
  if (place === undefined) return roleItems(snapshot, offset);
  const context = luaContext(place);
  if (context === undefined) return [];
  const span = shift(context.word, place.chunk.start);
  return itemsFor(place, context, createInference(place.document, live)).map((item) => ({ ...item, span, newText: item.label }));
}

function itemsFor(place: CursorPlace, context: LuaContext, inference: Inference): Item[] {
  switch (context.kind) {
    case "name":
      return [...nameItems(place, context, inference), ...keywordItems(place)];
    case "member":
    case "method":
    case "key":
      return memberItems(place, context, inference);
    case "local":
      return keywordItems(place).filter(({ label }) => label === "function");
    case "goto":
      return labelItems(place);
  }
}

/** Locals from the innermost outwards, then variables of the document, then the environment. */
function nameItems(
  { chunk, document }: CursorPlace,
  { word, before }: Extract<LuaContext, { kind: "name" }>,
  inference: Inference,
): Item[] {
  const items = new Map<string, Item>();
  const add = (name: string, make: () => Item): void => {
    if (!items.has(name)) items.set(name, make());
  };
  const last = before.at(-1);
  // Behind `local x =` a value of x is still being written.
  const written = wantsOperand(last) ? last?.end : undefined;
  const visible = chunk.parsed.locals.filter(
    ({ visible: { start, end } }) => start <= word.start && word.start <= end && start !== written,
  );
  for (const local of visible.reverse()) add(local.name, () => item(local.name, "variable", inference.ofLocal(local)));
  const offset = chunk.start + word.start;
  for (const { name, role, binding, span } of nameUses(document))
    if (role === "write" && binding.kind === "global" && span.start < offset && isName(name) && name !== "flemma")
      add(name, () => item(name, "variable", inference.ofGlobal(name, offset)));
  if (document.engine === "prose")
    for (const [name, { kind, detail, doc }] of proseNames) add(name, () => ({ label: name, kind, detail, doc }));
  for (const entry of membersOf("")) if (entry.type !== "nil") add(entry.path, () => environmentItem(entry, entry.path));
  if (chunk.message === undefined)
    add("flemma", () => ({ label: "flemma", kind: "module", detail: "table", doc: "The options of the document." }));
  return [...items.values()];
}

function memberItems(
  { chunk, words }: CursorPlace,
  context: Extract<LuaContext, { kind: "member" | "method" | "key" }>,
  inference: Inference,
): Item[] {
  const tokens = words.words.map(({ token }) => token);
  const receiver = expressionBefore(chunk.source, tokens, context.before.length - 2);
  if (receiver === undefined) return [];
  const shape = inference.ofExpression(receiver, chunk);
  const isMethod = context.kind === "method";
  if (!isMethod && shape.kind === "string") return [];
  return [...membersOfShape(shape)].flatMap(([name, member]) => {
    // What is being written there is no suggestion for itself.
    if (member.span?.start === chunk.start + context.word.start) return [];
    if (context.kind === "key" ? !isPlain(name) : !isName(name)) return [];
    if (isMethod && !isCallable(member.shape)) return [];
    return [item(name, isMethod ? "method" : "property", member.shape, isMethod && isText(shape))];
  });
}

/** Says whether a text stands between quotes as it is. */
function isPlain(text: string): boolean {
  return !/["'\\\p{Cc}]/u.test(text);
}

function isCallable({ kind, ...shape }: Shape): boolean {
  return kind === "function" || ("entry" in shape && shape.entry.kind === "function");
}

function labelItems({ chunk }: CursorPlace): Item[] {
  const labels = chunk.words.flatMap(({ words }) =>
    words.filter(({ kind, token }, at) => kind === "label" && words[at - 1]?.token.type === "::" && token.text !== ""),
  );
  return [...new Set(labels.map(({ token }) => token.text))].map((label) => ({ label, kind: "constant", detail: "label", doc: "" }));
}

function keywordItems({ words }: CursorPlace): Item[] {
  const all = [...keywords.keys()].filter((word) => words.piece.kind === "code" || inExpressions.has(word));
  return all.map((label) => ({ label, kind: "keyword", detail: "", doc: "" }));
}

/** The item of a name with a value; `isTextMethod` drops the parameter that stands before the colon. */
function item(name: string, kind: "variable" | "property" | "method", shape: Shape, isTextMethod = false): Item {
  if (shape.kind === "environment") return environmentItem(shape.entry, name, isTextMethod);
  if (shape.kind !== "function") return { label: name, kind, detail: describeShape(shape), doc: "" };
  return { label: name, kind: kind === "method" ? "method" : "function", detail: describeShape(shape), doc: shape.doc };
}

function environmentItem({ kind, signature, doc }: ReferenceEntry, name: string, isTextMethod = false): Item {
  const detail = isTextMethod ? signature.replace(/^\([^,)]*(?:, )?/, "(") : signature.replace(/^: /, "");
  const kinds = { function: isTextMethod ? "method" : "function", table: "module", value: "constant" } as const;
  return { label: name, kind: kinds[kind], detail, doc };
}

function isName(text: string): boolean {
  return /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.test(text) && !keywords.has(text);
}

/** Roles behind `@` at the start of a line, where a role marker would start a message. */
function roleItems({ text, document }: Snapshot, offset: number): Omit<Completion, "sortText">[] {
  const line = lineAt(text, offset);
  const start = text.lineStarts[line] as number;
  const end = lineEnd(text, line);
  const written = text.text.slice(start, end);
  if (!/^@[A-Za-z0-9]*$/.test(text.text.slice(start, offset)) || !/^@[A-Za-z0-9]*:?[ \t]*$/.test(written)) return [];
  const marked = `${text.text.slice(0, start)}@You:${text.text.slice(end)}`;
  if (!parseDocument(marked, document).messages.some((placed) => placed.start === start)) return [];
  return knownRoles.map((role) => ({
    label: `@${role}:`,
    kind: "role",
    detail: "role",
    doc: roles[role] ?? "",
    span: { start, end: start + written.trimEnd().length },
    newText: `@${role}:`,
  }));
}
