import type { EngineName } from "../base/engine-name.js";
import { lineAt } from "../base/source-text.js";
import { applyEdits, type TextEdit } from "../base/text-edit.js";
import { reservedNames } from "../engines/lua/environment/environment.js";
import { isNamePart, isNameStart, keywords } from "../lua/lex.js";
import type { ChatDocument } from "../syntax/ast.js";
import { createSnapshot, type Snapshot } from "../workspace/snapshot.js";
import { goRename, goRenameTarget } from "./go/rename.js";
import { luaPlace } from "./lua/chunks.js";
import { type Binding, isEnvironmentName, type NameUse, nameUses, useAt, usesOf } from "./lua/names.js";
import { proseNames } from "./prose/environment.js";
import { isClipboardKey } from "./prose/names.js";

/** What can be renamed at a place, or why nothing can; `reason` is a sentence for the person. */
export type RenameTarget =
  | { readonly ok: true; readonly use: Pick<NameUse, "name" | "span"> }
  | { readonly ok: false; readonly reason: string };

/** The edits of a rename, or why it is refused. */
export type Rename = { readonly ok: true; readonly edits: readonly TextEdit[] } | { readonly ok: false; readonly reason: string };

/** Finds the variable or the label, or in Go the template, at a UTF-16 offset. Undefined where no name stands at all. */
export function renameTarget({ document }: Snapshot, offset: number): RenameTarget | undefined {
  const inTemplate = goRenameTarget(document, offset);
  return inTemplate === undefined ? variableTarget(document, offset) : { ok: true, use: inTemplate };
}

type VariableTarget = { readonly ok: true; readonly use: NameUse } | { readonly ok: false; readonly reason: string };

function variableTarget(document: ChatDocument, offset: number): VariableTarget | undefined {
  const use = useAt(document, offset);
  if (use === undefined) {
    const place = luaPlace(document, offset);
    const word = place?.words.words.find(({ kind, token }) => kind === "keyword" && token.start <= place.at && place.at <= token.end);
    return word && refuse(`'${place?.chunk.source.slice(word.token.start, word.token.end)}' is a word of the language, not a name.`);
  }
  const { binding, name } = use;
  if (isClipboardKey(binding) && document.engine === "prose") return { ok: true, use };
  if (binding.kind === "member") return refuse(`'${name}' is a member of a table. Only variables can be renamed.`);
  if (binding.kind === "global" && (isEnvironmentName(name) || (document.engine === "prose" && proseNames.has(name))))
    return refuse(`'${name}' belongs to the template environment and keeps its name.`);
  if (binding.kind === "local" && !usesOf(document, binding).some(({ role }) => role === "declaration"))
    return refuse(`'${name}' is what a method calls its object and keeps its name.`);
  return { ok: true, use };
}

/**
 * Renames the variable or the label at a UTF-16 offset everywhere it is used: a local in its scope, a global in frontmatter and all
 * messages; in Go a variable of a template, or a template. Refused when any name would come to mean something else.
 */
export function rename(snapshot: Snapshot, offset: number, newName: string): Rename | undefined {
  const inTemplate = goRename(snapshot.document, offset, newName);
  if (inTemplate !== undefined) return inTemplate;
  const target = variableTarget(snapshot.document, offset);
  if (!target?.ok) return target;
  const { binding, name } = target.use;
  if (newName === name) return { ok: true, edits: [] };
  const fault = faultFor(binding, newName, snapshot.document.engine);
  if (fault !== undefined) return refuse(fault);
  const edits = usesOf(snapshot.document, binding).map(({ span }): TextEdit => ({ span, newText: newName }));
  const confused = confusedUse(snapshot, edits, newName);
  if (confused !== undefined) {
    const line = lineAt(snapshot.text, confused.span.start) + 1;
    return refuse(`'${newName}' is already used on line ${line}, and the two would be confused. Choose another name.`);
  }
  return { ok: true, edits };
}

/** Why a binding cannot have a name. Members and labels are none of the variables. */
function faultFor({ kind }: Binding, name: string, engine: EngineName): string | undefined {
  if (keywords.has(name) || (kind !== "member" && name === "goto")) return `'${name}' is a word of the language. Choose another name.`;
  return kind === "member" || kind === "label" ? shapeFault(name) : variableFault(name, engine);
}

function variableFault(name: string, engine: EngineName): string | undefined {
  if (reservedNames.includes(name)) return `'${name}' is reserved. Choose another name.`;
  if (isEnvironmentName(name) || (engine === "prose" && proseNames.has(name)))
    return `'${name}' belongs to the template environment. Choose another name.`;
  return shapeFault(name);
}

function shapeFault(name: string): string | undefined {
  const isName = name !== "" && isNameStart(name.charCodeAt(0)) && name.split("").every((unit) => isNamePart(unit.charCodeAt(0)));
  return isName ? undefined : `'${name}' is not a name. Use letters, digits and _, without a digit in front.`;
}

/**
 * A use that has the new name already and would be taken for the renamed thing, or the other way round: after the edits,
 * uses of one thing must still be of one thing, and uses of different things of different ones.
 */
function confusedUse(snapshot: Snapshot, edits: readonly TextEdit[], newName: string): NameUse | undefined {
  const { uri, version, text, document } = snapshot;
  const before = nameUses(document);
  const after = nameUses(createSnapshot(uri, version, applyEdits(text.text, edits), snapshot).document);
  const old = numbered(before);
  const now = numbered(after);
  const changed = before.find((use, index) => old[index] !== now[index] || use.role !== after[index]?.role);
  if (changed === undefined) return undefined;
  return before.find(({ name, binding }) => name === newName && (binding.kind !== "member" || isClipboardKey(binding))) ?? changed;
}

/** For every use, the number of the thing it is of: things are numbered as they first appear. */
function numbered(uses: readonly NameUse[]): number[] {
  const numbers = new Map<unknown, number>();
  const numberOf = (binding: Binding): number => {
    const key =
      binding.kind === "local"
        ? binding.local
        : binding.kind === "label"
          ? binding.label
          : binding.kind === "global"
            ? `global ${binding.section ?? ""} ${binding.name}`
            : `${numberOf(binding.root)} ${binding.path}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  return uses.map(({ binding }) => numberOf(binding));
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
