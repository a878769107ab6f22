import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import type { SourceText } from "../../base/source-text.js";
import type { TextEdit } from "../../base/text-edit.js";
import { ownLineEnd } from "../../syntax/lines.js";
import { type OtherFormat, otherFormat } from "../../syntax/other-format.js";
import type { Evaluated, Snapshot } from "../../workspace/snapshot.js";
import { settledOptions } from "../../workspace/snapshot.js";

const known = new WeakMap<SourceText, { readonly format: OtherFormat | undefined }>();

/** What a document is that another program's chats look like; undefined for one of this server, and for one that is too large. */
function formatOf({ text, isTooLarge }: Snapshot): OtherFormat | undefined {
  if (isTooLarge) return undefined;
  const found = known.get(text) ?? { format: otherFormat(text.text) };
  known.set(text, found);
  return found.format;
}

/** Says whether a document is a chat of another program: then nothing else is said of it. */
export function isOtherFormat(snapshot: Snapshot): boolean {
  return formatOf(snapshot) !== undefined;
}

/** What is said of a chat of another program, once: what this server reads. Nothing where people want such files left alone. */
export function* otherFormatHint(evaluated: Evaluated): Iterable<Diagnostic> {
  const { snapshot } = evaluated;
  const format = formatOf(snapshot);
  if (format === undefined || settledOptions(evaluated)?.config.settings.otherFormats?.value === "ignore") return;
  const [{ marker }] = format.roles;
  const written = snapshot.text.text.slice(marker.start, marker.end).trim();
  const text = `This looks like a chat of another program, with "${written}" as a role line. Here a role is a line of its own: "@System:", "@You:" or "@Assistant:". Convert the role lines, or set the option otherFormats to "ignore" to leave such files alone.`;
  yield diagnostic("document/other-format", { start: marker.start, end: marker.start + written.length }, text, {
    data: { kind: "convert-roles" },
  });
}

/** Writes the role lines of a chat of another program as they are here; what follows them on their line gets one of its own. */
export function convertRoles(snapshot: Snapshot): TextEdit[] {
  const format = formatOf(snapshot);
  if (format === undefined) return [];
  const lineEnd = ownLineEnd(snapshot.text.text);
  const roles = format.roles.map(({ marker, role, hasText }) => ({ span: marker, newText: `@${role}:${hasText ? lineEnd : ""}` }));
  return [...roles, ...format.ends.map((span) => ({ span, newText: "" }))].sort((a, b) => a.span.start - b.span.start);
}
