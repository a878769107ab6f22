import { type Span, shift, span, touches } from "../../base/span.js";
import { type FunctionSignature, functionSignatures } from "../../engines/go/functions/signatures.js";
import { quote } from "../../engines/go/text/quote.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { Completion } from "../completion.js";
import { openBlocks } from "./blocks.js";
import { type GoCursorPlace, goCursor } from "./cursor.js";
import { fieldUses } from "./fields.js";
import { goFlow } from "./flow.js";
import { describeFunction } from "./functions.js";
import type { GoEnvironment } from "./pipes.js";
import type { Prompts } from "./prompts.js";
import { type KnownScope, scopeFields, scopeOf } from "./scope.js";
import { isDefinition, templateUses } from "./templates.js";
import { describeKnown, fieldOf, type GoKnown } from "./value.js";
import { goVariables, visibleDeclarations } from "./variables.js";

type Suggestion = Omit<Completion, "sortText">;
type Item = Pick<Completion, "label" | "kind" | "detail" | "doc">;

/**
 * Suggestions in an action at a UTF-16 offset: fields with what is known of their values, variables, functions, names of templates,
 * and the words of the language that fit.
 */
export function goCompletions(document: ChatDocument, offset: number, known: KnownScope): Suggestion[] {
  const place = goCursor(document, offset);
  if (place === undefined) return [];
  const { cursor, home, action } = place;
  const environment = goFlow(document, scopeOf(document, known)).get(action) as GoEnvironment;
  switch (cursor.kind) {
    case "argument":
      return promptItems(place, known.prompts ?? {});
    case "template":
      return templateItems(document, place);
    case "field": {
      const written = span((cursor.token?.start ?? place.at) + 1, cursor.token?.end ?? place.at);
      const use = fieldUses(action, environment).find((one) => one.span.start === written.start);
      return fieldItems(use?.owner ?? environment.dot, "").map((item) => suggestion(item, shift(written, home.start)));
    }
    case "variable": {
      const word = span(cursor.token?.start ?? place.at, cursor.token?.end ?? place.at);
      return variableItems(place, environment).map((item) => suggestion(item, shift(word, home.start)));
    }
    case "word": {
      const word = span(cursor.token?.start ?? place.at, cursor.token?.end ?? place.at);
      return wordItems(place, environment, cursor.before).map((item) => suggestion(item, shift(word, home.start)));
    }
  }
}

function suggestion(item: Item, at: Span): Suggestion {
  return { ...item, span: at, newText: item.label };
}

/** Names that cannot stand behind a dot are reached with `index` only. */
const fieldName = /^[\p{L}\p{Nd}_]+$/u;

function fieldItems(owner: GoKnown, prefix: "" | "."): Item[] {
  const { shape, path } = owner;
  if (shape.kind !== "table") return [];
  return [...shape.members.keys()]
    .filter((name) => fieldName.test(name))
    .map((name) => {
      const doc = path === undefined ? undefined : scopeFields.get([...path, name].join("."))?.doc;
      return { label: prefix + name, kind: "property", detail: describeKnown(fieldOf(owner, name)), doc: doc ?? "" };
    });
}

function variableItems({ home, action }: GoCursorPlace, { variable, scope }: GoEnvironment): Item[] {
  const visible = visibleDeclarations(goVariables(home).visible.get(action));
  const items = visible.map(
    ({ name, span: { start } }): Item => ({ label: name, kind: "variable", detail: describeKnown(variable(start)), doc: "" }),
  );
  const detail = describeKnown(scope);
  return [...items, { label: "$", kind: "variable", detail, doc: "The scope that the template was run with." }];
}

function templateItems(document: ChatDocument, { home, cursor, at }: GoCursorPlace): Suggestion[] {
  if (cursor.kind !== "template") return [];
  const all = templateUses(document).filter((use) => !touches(use.span, home.start + at));
  const defined = all.filter((use) => isDefinition(use) && use.home.index <= home.index);
  const names = [...new Set(defined.map(({ name }) => name))].filter((name) => name !== "");
  return names.map((name) => {
    const { home: where, kind } = defined.findLast((use) => use.name === name) as (typeof defined)[number];
    const detail = `${kind} in @${where.message.role}`;
    const written = quote(name);
    const newText = cursor.isQuoted ? written.slice(1, -1) : written;
    return {
      label: name,
      kind: "module",
      detail,
      doc: "",
      span: shift(cursor.word, home.start),
      newText,
      ...(newText !== name && { filterText: newText }),
    };
  });
}

/** Prompts that settings register by name. */
function promptItems({ cursor, home }: GoCursorPlace, prompts: Prompts): Suggestion[] {
  if (cursor.kind !== "argument" || (cursor.callee !== "embed" && cursor.callee !== "include")) return [];
  return Object.entries(prompts).map(([name, path]) => {
    const newText = cursor.quote === "`" ? name : quote(name).slice(1, -1);
    const item = { label: name, kind: "constant", detail: `prompt ${path}`, doc: "" } as const;
    return { ...item, span: shift(cursor.word, home.start), newText, ...(newText !== name && { filterText: newText }) };
  });
}

function wordItems(place: GoCursorPlace, environment: GoEnvironment, before: GoCursorPlace["action"]["tokens"]): Item[] {
  const [first, second] = before;
  if (first?.kind === "keyword") {
    if (["end", "break", "continue", "define"].includes(first.text)) return [];
    if (first.text === "else") return second === undefined ? elseItems(place) : operandItems(place, environment);
    // Their names are strings.
    if ((first.text === "template" || first.text === "block") && second === undefined) return [];
  }
  if (before.at(-1)?.kind === "pipe") return functionItems();
  const words = first === undefined ? keywordItems(place) : [];
  return [...words, ...operandItems(place, environment)];
}

function operandItems(place: GoCursorPlace, environment: GoEnvironment): Item[] {
  const literals = ["true", "false", "nil"].map((label) => keyword(label, ""));
  return [...fieldItems(environment.dot, "."), ...variableItems(place, environment), ...functionItems(), ...literals];
}

function functionItems(): Item[] {
  return [...functionSignatures.values()].map((signature) => ({ label: signature.name, kind: "function", ...functionText(signature) }));
}

function functionText(signature: FunctionSignature): Pick<Item, "detail" | "doc"> {
  const { title, doc } = describeFunction(signature);
  return { detail: title, doc };
}

function elseItems({ home, action }: GoCursorPlace): Item[] {
  const [inner] = openBlocks(home, action.span.start);
  return inner?.kind === "if" || inner?.kind === "with" ? [keyword(inner.kind, `else ${inner.kind}`)] : [];
}

/** The words that an action can begin with there: what closes and divides the block comes first. */
function keywordItems({ home, action }: GoCursorPlace): Item[] {
  const open = openBlocks(home, action.span.start).filter((block) => block.open !== action);
  const [inner] = open;
  const items: Item[] = [];
  if (inner !== undefined) {
    const head = home.source.slice(inner.open.span.start, inner.open.span.end).replace(/\s+/g, " ");
    items.push(keyword("end", `ends ${head}`));
    const isDivided = inner.middles.some(({ tokens }) => tokens.length === 1);
    if (inner.kind !== "define" && inner.kind !== "block" && !isDivided) {
      items.push(keyword("else", `of ${head}`));
      if (inner.kind !== "range") items.push(keyword(`else ${inner.kind}`, `of ${head}`));
    }
  }
  const isInRange = open
    .slice(0, open.findIndex(({ kind }) => kind === "define" || kind === "block") >>> 0)
    .some(({ kind }) => kind === "range");
  if (isInRange) items.push(keyword("break", "ends the range"), keyword("continue", "goes on with the next member"));
  items.push(keyword("if", "if pipeline … end"), keyword("range", "range pipeline … end"), keyword("with", "with pipeline … end"));
  items.push(keyword("template", 'template "name" pipeline'), keyword("block", 'block "name" pipeline … end'));
  if (inner === undefined) items.push(keyword("define", 'define "name" … end'));
  return items;
}

function keyword(label: string, detail: string): Item {
  return { label, kind: "keyword", detail, doc: "" };
}
