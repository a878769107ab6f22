import { cutText } from "../../base/cut-text.js";
import { lineAt } from "../../base/source-text.js";
import { type Span, shift } from "../../base/span.js";
import type { Snapshot } from "../../workspace/snapshot.js";
import type { HoverBlock } from "../hover.js";
import { type ActionPlace, actionPlace, type GoAction, type GoMessage, keywordOf, tokenAt } from "./actions.js";
import { blockOf } from "./blocks.js";
import { fieldUses } from "./fields.js";
import { goFlow } from "./flow.js";
import { describeFunction, functionAt } from "./functions.js";
import type { GoEnvironment } from "./pipes.js";
import { scopeFields, scopeOf } from "./scope.js";
import { definitionOf, isDefinition, templateAt, templateUses } from "./templates.js";
import { describeKnown, fieldOf, type GoKnown } from "./value.js";
import { variableAt } from "./variables.js";

/** What is known of a word of a template without running it. */
export interface DescribedWord {
  /** UTF-16 offsets of the document. */
  readonly span: Span;
  readonly kind: "template" | "function" | "keyword" | "variable" | "field";
  readonly blocks: readonly HoverBlock[];
}

/** What stands at a UTF-16 offset: a template, a function, a word of the language, a variable or a field. */
export function describedWord(snapshot: Snapshot, offset: number): DescribedWord | undefined {
  const place = actionPlace(snapshot.document, offset);
  if (place === undefined || place.action.comment !== undefined) return undefined;
  return (
    templateWord(snapshot, offset) ??
    functionWord(snapshot, offset) ??
    keywordWord(snapshot, place) ??
    variableWord(snapshot, offset, place) ??
    fieldWord(snapshot, place)
  );
}

function templateWord({ document, text }: Snapshot, offset: number): DescribedWord | undefined {
  const use = templateAt(document, offset);
  if (use === undefined) return undefined;
  const { name, span } = use;
  const runs = templateUses(document).filter((one) => one.name === name && one.kind !== "define").length;
  const definition = definitionOf(document, use);
  const line: HoverBlock = { kind: "line", name, text: isDefinition(use) ? ` (template): run in ${places(runs)}` : " (template)" };
  if (definition === undefined) return { span, kind: "template", blocks: [line, { kind: "line", text: "Nothing defines it." }] };
  const where = `Defined on line ${lineAt(text, definition.span.start) + 1}, in @${definition.home.message.role}.`;
  return {
    span,
    kind: "template",
    blocks: isDefinition(use) ? [line] : [line, { kind: "line", text: where }, block(bodyOf(definition.home, definition.action))],
  };
}

function places(count: number): string {
  return count === 1 ? "one place" : `${count === 0 ? "no" : count} places`;
}

/** Longer bodies of templates are cut, in UTF-16 units. */
const longestBody = 600;

function bodyOf(home: GoMessage, definition: GoAction): string {
  const end = blockOf(home, definition)?.end?.span.end ?? definition.span.end;
  return cutText(home.source.slice(definition.span.start, end), longestBody);
}

function functionWord({ document }: Snapshot, offset: number): DescribedWord | undefined {
  const found = functionAt(document, offset);
  if (found === undefined) return undefined;
  const { title, doc } = describeFunction(found.signature);
  return { span: found.span, kind: "function", blocks: [block(title), { kind: "line", text: doc }] };
}

const keywords: { readonly [word: string]: string } = {
  if: "Prints what follows when the pipeline is not empty: not false, zero, nil or without members.",
  with: "As if, and the dot is the value of the pipeline in what follows.",
  range: "Goes through a list, a map in the order of its keys, or the numbers below an int; the dot is the member.",
  else: "What is printed otherwise.",
  end: "Ends a block.",
  define: "Defines a template that this message and later ones can run.",
  block: "Defines a template and runs it here.",
  template: "Runs a template; its dot is the value of the pipeline, nil without one.",
  break: "Ends the innermost range.",
  continue: "Goes on with the next member of the innermost range.",
};

function keywordWord({ text }: Snapshot, { home, action, at }: ActionPlace): DescribedWord | undefined {
  const token = tokenAt(action, at);
  const doc = token?.kind === "keyword" ? keywords[token.text] : undefined;
  if (token === undefined || doc === undefined) return undefined;
  const lineOf = (of: GoAction): number => lineAt(text, home.start + of.span.start) + 1;
  const own = token === keywordOf(action) ? blockOf(home, action) : undefined;
  const lines: HoverBlock[] = [{ kind: "line", text: doc }];
  if (own !== undefined && own.open !== action) {
    const verb = token.text === "end" ? "Ends" : "Belongs to";
    lines.unshift({ kind: "line", text: `${verb} line ${lineOf(own.open)}:` }, block(headOf(home, own.open)));
  } else if (own !== undefined) {
    lines.push({ kind: "line", text: own.end === undefined ? "It has no {{end}}." : `Its {{end}} is on line ${lineOf(own.end)}.` });
  }
  return { span: shift(token, home.start), kind: "keyword", blocks: lines };
}

function headOf({ source }: GoMessage, { span: { start, end } }: GoAction): string {
  return cutText(source.slice(start, end), longestBody);
}

function variableWord(snapshot: Snapshot, offset: number, { home, action, at }: ActionPlace): DescribedWord | undefined {
  const token = tokenAt(action, at);
  if (token?.kind !== "variable") return undefined;
  const span = shift({ start: token.start, end: token.end }, home.start);
  const environment = environmentOf(snapshot, action);
  if (token.text === "$") {
    const text = " (the scope that the template was run with)";
    return { span, kind: "variable", blocks: [{ kind: "line", name: "$", text: text + typeText(environment.scope) }] };
  }
  const declaration = variableAt(snapshot.document, offset)?.use.declaration;
  const line = declaration && lineAt(snapshot.text, home.start + declaration.span.start) + 1;
  const where = line === undefined ? "" : `, declared on line ${line}`;
  return {
    span,
    kind: "variable",
    blocks: [{ kind: "line", name: token.text, text: ` (variable)${typeText(environment.variable(token.start))}${where}` }],
  };
}

function fieldWord(snapshot: Snapshot, { home, action, at }: ActionPlace): DescribedWord | undefined {
  const environment = environmentOf(snapshot, action);
  const use = fieldUses(action, environment).find(({ span }) => span.start - 1 <= at && at <= span.end);
  const token = tokenAt(action, at);
  if (use === undefined) {
    if (token?.kind !== "dot") return undefined;
    const span = shift({ start: token.start, end: token.end }, home.start);
    return { span, kind: "field", blocks: [{ kind: "line", name: ".", text: ` (dot)${typeText(environment.dot)}` }] };
  }
  const path = use.value.path?.join(".");
  const doc = path === undefined ? undefined : scopeFields.get(path)?.doc;
  const line: HoverBlock = {
    kind: "line",
    name: path === undefined ? use.name : `.${path}`,
    text: ` (field)${typeText(fieldOf(use.owner, use.name))}`,
  };
  return { span: shift(use.span, home.start), kind: "field", blocks: doc === undefined ? [line] : [line, { kind: "line", text: doc }] };
}

function environmentOf({ document }: Snapshot, action: GoAction): GoEnvironment {
  return goFlow(document, scopeOf(document, {})).get(action) as GoEnvironment;
}

function typeText(value: GoKnown): string {
  const text = describeKnown(value);
  return text === "" ? "" : `: ${text}`;
}

function block(text: string): HoverBlock {
  return { kind: "block", language: "", text };
}
