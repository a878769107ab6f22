import { applyEdits } from "../../../server/src/base/text-edit.js";
import { type Completion, completions, type Known } from "../../../server/src/features/completion.js";
import { type Hover, hover } from "../../../server/src/features/hover.js";
import type { Evaluated, Snapshot } from "../../../server/src/workspace/snapshot.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { evaluateGo, goDocument } from "../../evaluation/go/support.js";
import { atCursor } from "../../support/cursor.js";

const uri = "file:///chats/input.chat";

/** A document of Go templates and the place marked in its messages by `‸`. */
export function goAt(body: string, frontmatter = ""): { readonly snapshot: Snapshot; readonly offset: number; readonly text: string } {
  const { text, offset } = atCursor(goDocument(body, frontmatter));
  return { snapshot: createSnapshot(uri, 1, text), offset, text };
}

/** The suggestions at the cursor. */
export function goItems(body: string, frontmatter = "", known: Known = {}): Completion[] {
  const { snapshot, offset } = goAt(body, frontmatter);
  return completions(snapshot, offset, known);
}

/** What the messages read once a suggestion is accepted. */
export function accepted(body: string, label: string, frontmatter = ""): string {
  const { text } = goAt(body, frontmatter);
  const item = goItems(body, frontmatter).find((one) => one.label === label);
  if (item === undefined) throw new Error(`no ${label}`);
  return bodyOf(applyEdits(text, [item]));
}

/** The messages of a document. */
export function bodyOf(text: string): string {
  return text.slice(text.indexOf("\n```\n") + 5);
}

/** The hover at the cursor, with the values of an evaluation: one line for each block, and the text it is about. */
export function goHover(body: string, frontmatter = ""): { readonly about: string; readonly lines: string[] } | undefined {
  const { text, offset } = atCursor(goDocument(body, frontmatter));
  const evaluated: Evaluated = evaluateGo(text, "/nowhere", { probe: offset });
  const found = hover(evaluated, offset);
  return found && { about: text.slice(found.span.start, found.span.end), lines: linesOf(found) };
}

/** A hover, one line for each of its blocks. */
export function linesOf({ blocks }: Hover): string[] {
  return blocks.map((block) => (block.kind === "line" ? (block.name ?? "") + block.text : block.text));
}
