import type { Span } from "../../base/span.js";
import { applyEdits, type TextEdit } from "../../base/text-edit.js";
import { quote } from "../../engines/go/text/quote.js";

import type { ChatDocument } from "../../syntax/ast.js";
import { parseDocument } from "../../syntax/parse-document.js";
import { goMessages } from "./actions.js";
import { isDefinition, type TemplateUse, templateAt, templateUses } from "./templates.js";
import { goVariables, type PlacedUse, usesOfVariable, variableAt } from "./variables.js";

/** The edits of a rename, or why it is refused: a sentence for the person. */
export type GoRename = { readonly ok: true; readonly edits: readonly TextEdit[] } | { readonly ok: false; readonly reason: string };

/** The variable or the template at a UTF-16 offset that can be renamed; undefined where there is none. */
export function goRenameTarget(document: ChatDocument, offset: number): { readonly name: string; readonly span: Span } | undefined {
  const template = templateAt(document, offset);
  if (template !== undefined) return { name: template.name, span: template.span };
  const variable = variableAt(document, offset);
  if (variable === undefined) return undefined;
  const { use, home } = variable;
  return { name: use.name, span: { start: home.start + use.span.start, end: home.start + use.span.end } };
}

/** Renames a variable in its scope, or a template in all messages. Undefined where there is neither; refused when a name would come to mean something else. */
export function goRename(document: ChatDocument, offset: number, newName: string): GoRename | undefined {
  const template = templateAt(document, offset);
  if (template !== undefined) return renameTemplate(document, template, newName);
  const variable = variableAt(document, offset);
  return variable && renameVariable(document, variable, newName);
}

const variableName = /^\$[\p{L}\p{Nd}_]+$/u;

function renameVariable(document: ChatDocument, place: PlacedUse, newName: string): GoRename {
  const { home, use } = place;
  const name = newName.startsWith("$") ? newName : `$${newName}`;
  if (name === use.name) return { ok: true, edits: [] };
  if (!variableName.test(name)) return refuse(`'${newName}' is not a name. Use letters, digits and _.`);
  const edits = usesOfVariable(place).map(({ span: { start, end } }): TextEdit => {
    return { span: { start: home.start + start, end: home.start + end }, newText: name };
  });
  const now = bindings(parseDocument(applyEdits(document.source, edits), document));
  if (bindings(document).some((number, index) => number !== now[index])) {
    return refuse(`'${name}' is used there already, and the two would be confused. Choose another name.`);
  }
  return { ok: true, edits };
}

/** For every use of a variable the index of its declaration among all uses; of those without one, a number for each name. */
function bindings(document: ChatDocument): number[] {
  const uses = goMessages(document).flatMap((home) => goVariables(home).uses.map((use) => ({ use, home })));
  const indexes = new Map(uses.map(({ use }, index) => [use, index]));
  const unknown = new Map<string, number>();
  return uses.map(({ use: { declaration, name }, home }, index) => {
    if (declaration !== undefined) return indexes.get(declaration) ?? -1;
    const key = `${home.index} ${name}`;
    const number = unknown.get(key) ?? -2 - index;
    unknown.set(key, number);
    return number;
  });
}

function renameTemplate(document: ChatDocument, { name }: TemplateUse, newName: string): GoRename {
  if (newName === name) return { ok: true, edits: [] };
  if (newName === "") return refuse("A template needs a name.");
  const all = templateUses(document);
  const other = all.find((use) => use.name === newName);
  if (other !== undefined) {
    const what = isDefinition(other) ? "is the name of another template" : "is used as a name already";
    return refuse(`'${newName}' ${what}, and the two would be confused. Choose another name.`);
  }
  const uses = all.filter((use) => use.name === name);
  if (uses.some(({ quote: mark }) => mark === "`") && /[`\r\n]/.test(newName)) {
    return refuse(`'${newName}' cannot stand between backquotes. Choose another name.`);
  }
  const edits = uses.map(({ span, quote: mark }) => ({ span, newText: mark === "`" ? newName : quote(newName).slice(1, -1) }));
  return { ok: true, edits };
}

function refuse(reason: string): GoRename {
  return { ok: false, reason };
}
