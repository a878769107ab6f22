import { type Span, shift } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { Highlight } from "../references.js";
import { actionPlace, type GoAction, keywordOf, tokenAt } from "./actions.js";
import { blockOf } from "./blocks.js";
import { fieldUses, keyUses } from "./fields.js";
import { goFlow } from "./flow.js";
import type { GoEnvironment } from "./pipes.js";
import { scopeOf } from "./scope.js";
import { definitionOf, isDefinition, templateAt, templateUses } from "./templates.js";
import { usesOfVariable, variableAt } from "./variables.js";

/** A use of a variable or of the name of a template. Spans are UTF-16 offsets of the document. */
export interface GoUse {
  readonly name: string;
  readonly span: Span;
  readonly role: "declaration" | "write" | "read";
}

/** Where the variable, the template or the field at a UTF-16 offset comes from: of a field, the key in the frontmatter. */
export function goDefinition(document: ChatDocument, offset: number): Span | undefined {
  const template = templateAt(document, offset);
  if (template !== undefined) return isDefinition(template) ? template.span : definitionOf(document, template)?.span;
  const variable = variableAt(document, offset);
  const declaration = variable?.use.declaration;
  if (variable !== undefined) return declaration && shift(declaration.span, variable.home.start);
  return fieldDefinition(document, offset) ?? openerAt(document, offset);
}

function fieldDefinition(document: ChatDocument, offset: number): Span | undefined {
  const place = actionPlace(document, offset);
  if (place === undefined) return undefined;
  const environment = goFlow(document, scopeOf(document, {})).get(place.action) as GoEnvironment;
  const uses = [...fieldUses(place.action, environment), ...keyUses(place.action, environment)];
  const use = uses.find(({ span }) => span.start - 1 <= place.at && place.at <= span.end);
  const shape = use?.owner.shape;
  return use && shape?.kind === "table" ? shape.members.get(use.name)?.span : undefined;
}

/** What an `end` ends, and an `else` belongs to. */
function openerAt(document: ChatDocument, offset: number): Span | undefined {
  const [opener] = keywordUses(document, offset);
  return opener?.span;
}

/** All uses of the variable or the template at a UTF-16 offset, in the order of the text; empty where there is neither. */
export function goUses(document: ChatDocument, offset: number): GoUse[] {
  const template = templateAt(document, offset);
  if (template !== undefined) {
    const same = templateUses(document).filter(({ name }) => name === template.name);
    return same.map((use) => ({ name: use.name, span: use.span, role: isDefinition(use) ? "declaration" : "read" }));
  }
  const variable = variableAt(document, offset);
  if (variable === undefined) return [];
  return usesOfVariable(variable).map(({ name, span, role }) => ({ name, span: shift(span, variable.home.start), role }));
}

/** The words that make a block, when one of them stands at an offset: what opens it, what divides it, and its end. */
export function keywordUses(document: ChatDocument, offset: number): Highlight[] {
  const place = actionPlace(document, offset);
  if (place === undefined) return [];
  const { home, action, at } = place;
  const word = keywordOf(action);
  const block = word !== undefined && tokenAt(action, at) === word ? blockOf(home, action) : undefined;
  if (block === undefined) return [];
  const parts: GoAction[] = [block.open, ...block.middles, ...(block.end === undefined ? [] : [block.end])];
  return parts.flatMap((part) => {
    const token = keywordOf(part);
    return token === undefined ? [] : [{ span: shift({ start: token.start, end: token.end }, home.start), kind: "read" as const }];
  });
}
