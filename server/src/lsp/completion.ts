import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  MarkupKind,
  type SignatureHelp,
  type SignatureHelpParams,
} from "vscode-languageserver";
import { itemOperators } from "../config/list-items.js";
import { type Completion, completions, type Known, wantsValues } from "../features/completion.js";
import { pathSlot } from "../features/files/path-slot.js";
import { type SlotCompletions, slotCompletions, slotFolder, takesPersonality } from "../features/files/slot-completions.js";
import type { PathSlot } from "../features/files/slots.js";
import { optionPlace } from "../features/options/option-place.js";
import { signatureHelp } from "../features/signature-help.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { forCurrentText } from "./current.js";
import type { OpenDocument } from "./documents.js";
import type { Server } from "./handlers.js";
import { type Place, placeOf } from "./place.js";

/** Members wait so many ms for the values of the frontmatter; then the text alone tells. */
const patience = 100;

const kinds: Record<Completion["kind"], CompletionItemKind> = {
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  property: CompletionItemKind.Field,
  method: CompletionItemKind.Method,
  module: CompletionItemKind.Module,
  constant: CompletionItemKind.Constant,
  keyword: CompletionItemKind.Keyword,
  role: CompletionItemKind.Class,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
};

/** They are typed everywhere; an answer is wanted only where they are a part of a path, or follow one. */
export const pathTriggers: readonly string[] = ["/", ";", "="];

/** Answers `textDocument/completion` for the present text. */
export async function completionsAt(
  server: Server,
  { textDocument, position, context }: CompletionParams,
  signal: AbortSignal,
): Promise<CompletionList | CompletionItem[]> {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  const offset = place.offset(position);
  const trigger = context?.triggerCharacter ?? "";
  // Elsewhere these are signs of arithmetic, behind which nobody asked for anything.
  if (itemOperators.includes(trigger) && optionPlace(place.snapshot.document, offset) === undefined) return [];
  const slot = pathSlot(place.snapshot.document, offset);
  if (slot === undefined && pathTriggers.includes(trigger)) return [];
  return forCurrentText(server.documents, textDocument.uri, async (document) => {
    const { snapshot, evaluated } = document;
    const named = slot && (await slotItems(server, snapshot, slot));
    const values = wantsValues(snapshot, offset) ? await valuesWithin(server, document, signal) : {};
    const others = completions(snapshot, offset, { ...values, config: evaluated?.result?.config });
    const items = [...others, ...(named?.items ?? [])].map((item) => toCompletionItem(place, item));
    return named?.isComplete === false ? { isIncomplete: true, items } : items;
  });
}

function toCompletionItem(place: Place, item: Completion): CompletionItem {
  return {
    label: item.label,
    kind: kinds[item.kind],
    ...(item.detail !== "" && { detail: item.detail }),
    ...(item.doc !== "" && { documentation: { kind: MarkupKind.PlainText, value: item.doc } }),
    ...(item.filterText !== undefined && { filterText: item.filterText }),
    sortText: item.sortText,
    textEdit: { range: place.range(item.span), newText: item.newText },
  };
}

/** Suggestions where a file is being named. The names in its folder are all that is looked at. */
async function slotItems({ service }: Server, { uri }: Snapshot, slot: PathSlot): Promise<SlotCompletions> {
  const folder = slotFolder(slot, service.files.surroundings(uri));
  const [names, outside] = await Promise.all([
    folder === undefined ? undefined : service.files.folder(folder),
    takesPersonality(slot) ? service.outside(uri) : undefined,
  ]);
  return slotCompletions(slot, { names, personalities: outside?.personalities ?? [] });
}

/** The values of frontmatter variables, and what else templates of Go and prose can read; none when their evaluation takes too long. */
async function valuesWithin(
  { service }: Server,
  { snapshot, outdated }: OpenDocument,
  signal: AbortSignal,
): Promise<Omit<Known, "config">> {
  const { frontmatter, engine } = snapshot.document;
  if (frontmatter === undefined && engine === "lua") return {};
  const late = AbortSignal.any([signal, outdated, AbortSignal.timeout(patience)]);
  const evaluated = await Promise.race([
    service.evaluate(snapshot, { wantVariables: true, signal: late }),
    new Promise<undefined>((resolve) => late.addEventListener("abort", () => resolve(undefined), { once: true })),
  ]);
  const { scope } = evaluated?.result ?? {};
  return { variables: evaluated?.result?.frontmatter?.variables ?? {}, ...(scope && { scope }) };
}

/** Answers `textDocument/signatureHelp`. */
export function signatureHelpAt(server: Server, { textDocument, position }: SignatureHelpParams): SignatureHelp | null {
  const place = placeOf(server, textDocument);
  const found = place && signatureHelp(place.snapshot, place.offset(position));
  if (found === undefined) return null;
  const { label, parameters, doc, active } = found;
  const documentation = doc === "" ? {} : { documentation: { kind: MarkupKind.PlainText, value: doc } };
  const signature = {
    label,
    ...documentation,
    parameters: labelSpans(
      label,
      parameters.map((parameter) => parameter.label),
    ),
  };
  // A number behind the last parameter marks none.
  return { signatures: [signature], activeSignature: 0, activeParameter: active ?? parameters.length };
}

/** Parameters as offsets in the label: a name may occur in it twice. */
function labelSpans(label: string, parameters: readonly string[]): { label: [number, number] }[] {
  const open = label.indexOf("(");
  // Signatures of Go templates have no parentheses.
  let at = open < 0 ? label.indexOf(" ") : label.lastIndexOf("(", label.indexOf(parameters[0] ?? "", open));
  return parameters.map((parameter) => {
    const start = label.indexOf(parameter, at);
    at = start + parameter.length;
    return { label: [start, at] };
  });
}
