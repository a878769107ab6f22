import type { EngineName } from "../base/engine-name.js";
import type { TextEdit } from "../base/text-edit.js";
import { engineChoice } from "../engines/engine-choice.js";
import type { ChatDocument } from "../syntax/ast.js";
import { addOption } from "./options/add-option.js";

/** What people call the languages of templates. */
export const engineTitles: { readonly [engine in EngineName]: string } = {
  lua: "Flemma templates (Lua)",
  prose: "prose substitution",
  go: "Go templates",
};

/**
 * The edit that makes a document choose another template language, and changes nothing else: the value where one is written, else
 * the option is added to the frontmatter. Undefined where the frontmatter cannot be changed safely.
 */
export function switchEngine(document: ChatDocument, engine: EngineName): TextEdit | undefined {
  const { span: written } = engineChoice(document);
  const { source } = document;
  // The place of an empty text holds its quotes.
  if (written !== undefined) return { span: written, newText: /^["'[]/.test(source.slice(written.start)) ? `"${engine}"` : engine };
  return addOption(document, "templating.engine", { lua: `"${engine}"`, data: `"${engine}"`, at: "start" });
}
