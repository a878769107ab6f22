import { cutText } from "../../base/cut-text.js";
import { placeInDocument } from "../../base/diagnostic.js";
import { lineAt, lineEnd } from "../../base/source-text.js";
import { touches } from "../../base/span.js";
import type { Evaluated } from "../../workspace/snapshot.js";
import { diagnostics } from "../diagnostics.js";
import type { Hover, HoverBlock } from "../hover.js";
import { valueBlocks } from "../hover-values.js";
import { messageInDocument } from "../nested-message.js";
import { proseNames, sysFields } from "./environment.js";
import { type PlacedPlaceholder, placeholderAt } from "./placeholders.js";

/** Of a fanout so many items are shown, and so much of each. */
const mostItems = 20;
const widestItem = 120;
const widestLine = 160;

/** The value of the placeholder at an offset, its type and where it was set, for each item of a fanout; or what is wrong with it. */
export function placeholderHover(evaluated: Evaluated, offset: number): Hover | undefined {
  const placeholder = placeholderAt(evaluated.snapshot.document, offset);
  if (placeholder === undefined) return undefined;
  const { span } = placeholder;
  const all = diagnostics(evaluated).filter(({ file }) => file === undefined);
  const faults = all.filter((entry) => isWithin(placeInDocument(entry), span) && entry.code !== "prose/unread");
  const blocks: HoverBlock[] = [...rootBlocks(placeholder, offset)];
  for (const fault of faults) blocks.push({ kind: "fault", text: messageInDocument(fault, evaluated.files) });
  const value = evaluated.result?.messages[placeholder.index]?.values.find(
    (entry) => entry.span.start === span.start - placeholder.placed.start,
  );
  if (value !== undefined) {
    if (value.items?.[0] !== null) {
      blocks.push(...valueBlocks(value));
      if (value.setAt !== undefined) blocks.push(...originBlocks(evaluated, placeholder, value.setAt.start));
    }
    if (value.items !== undefined)
      blocks.push({ kind: "line", text: "For each item" }, { kind: "block", language: "text", text: itemLines(value.items) });
  } else if (faults.length === 0) {
    const isUnread = all.some((entry) => entry.code === "prose/unread" && isWithin(span, placeInDocument(entry)));
    blocks.push({
      kind: "line",
      text: isUnread ? "Nobody reads this prose, so it has no value." : "It has no value: something fails before it is read.",
    });
  }
  return { span, blocks };
}

function isWithin(
  inner: { readonly start: number; readonly end: number },
  outer: { readonly start: number; readonly end: number },
): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** What the root of a path is, or a field of `sys`, where the cursor is on it. */
function* rootBlocks({ segments }: PlacedPlaceholder, offset: number): Iterable<HoverBlock> {
  const [root, key] = segments;
  if (root === undefined) return;
  const described = proseNames.get(root.name);
  if (described !== undefined && touches(root.span, offset)) yield { kind: "line", name: root.name, text: `: ${described.doc}` };
  const field = root.name === "sys" && key !== undefined && Object.hasOwn(sysFields, key.name) ? sysFields[key.name] : undefined;
  if (key !== undefined && field !== undefined && touches(key.span, offset))
    yield { kind: "line", name: `sys.${key.name}`, text: `: ${field}` };
}

/** Of a global it is known where it was set itself, and not where what is in it was. */
function originBlocks({ snapshot: { text } }: Evaluated, { segments }: PlacedPlaceholder, at: number): HoverBlock[] {
  const line = lineAt(text, at);
  const written = text.text.slice(text.lineStarts[line], lineEnd(text, line)).trim();
  const [root, ...keys] = segments;
  const isWhole = root === undefined || root.name === "var" || keys.length === 0;
  return [
    isWhole ? { kind: "line", text: `set on line ${line + 1}` } : { kind: "line", name: root.name, text: ` set on line ${line + 1}` },
    { kind: "block", language: "lua", text: cutText(written, widestLine) },
  ];
}

function itemLines(items: readonly (string | null)[]): string {
  const lines = items
    .slice(0, mostItems)
    .map((item, index) => `${index + 1}: ${item === null ? "fails" : cutText(item.replace(/\s+/g, " "), widestItem)}`);
  return [...lines, ...(items.length > mostItems ? [`… ${items.length - mostItems} more`] : [])].join("\n");
}
