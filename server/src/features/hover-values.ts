import { cutText } from "../base/cut-text.js";
import { lineAt, lineEnd, type SourceText } from "../base/source-text.js";
import type { ExpressionValue, TagTrace } from "../engines/engine.js";
import { inColumns } from "../engines/lua/inspect.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import type { Hover, HoverBlock } from "./hover.js";
import { describedAt } from "./lua/described.js";
import { shorten } from "./rendered-text.js";

/** Rendered text longer than this many UTF-16 units is cut in a hover, with the count. */
export const longest = 4000;
/** Lines of the source longer than this are cut. */
const longestLine = 160;

/** What is known of the name at a UTF-16 offset: its value, where it was set, and what it is for. */
export function nameHover({ snapshot, result }: Evaluated, offset: number): Hover | undefined {
  const described = describedHover(snapshot, offset);
  const probe = result?.probe;
  if (probe === undefined) return described;
  const times = probe.count > 1 ? `, last of ${probe.count} values` : "";
  const place = probe.setAt === undefined ? "" : `, set on line ${lineAt(snapshot.text, probe.setAt.start) + 1}`;
  const blocks: HoverBlock[] = [{ kind: "line", name: probe.name, text: ` (${probe.kind}): ${probe.type}${times}${place}` }];
  if (probe.type === "table") blocks.push({ kind: "block", language: "text", text: probe.display });
  else if (probe.type !== "nil" && probe.type !== "function") blocks.push({ kind: "block", language: "lua", text: probe.display });
  if (probe.type === "function" || probe.setAt === undefined) blocks.push(...(described?.blocks ?? []));
  const isElsewhere = probe.setAt !== undefined && lineAt(snapshot.text, probe.setAt.start) !== lineAt(snapshot.text, offset);
  if (probe.setAt !== undefined && isElsewhere)
    blocks.push({ kind: "block", language: "", text: lineOf(snapshot.text, probe.setAt.start) });
  return { span: probe.span, blocks };
}

/** The signature and the explanation of a name of the environment or a function; undefined for every other name. */
export function describedHover({ document }: Snapshot, offset: number): Hover | undefined {
  const described = describedAt(document, offset);
  if (described === undefined) return undefined;
  const { span, signature, doc } = described;
  const blocks: HoverBlock[] = [{ kind: "block", language: "lua", text: signature }];
  return { span, blocks: doc === "" ? blocks : [...blocks, { kind: "line", text: doc }] };
}

/** What an expression gave: type and rendered text, of a table its members. */
export function valueBlocks({ type, count, rendered, listing }: ExpressionValue): HoverBlock[] {
  const times = count > 1 ? `, last of ${count} times` : "";
  const members: HoverBlock[] = listing === undefined ? [] : [{ kind: "block", language: "text", text: listing }];
  return [
    { kind: "line", text: listing === undefined ? `${type}${times}, rendered as` : `${type}${times}` },
    ...members,
    ...(listing === undefined ? [] : [{ kind: "line", text: "rendered as" } as const]),
    { kind: "block", language: "text", text: shorten(rendered, longest) },
  ];
}

/** What a code tag did: how often it ran, what it assigned, what it printed. */
export function tagBlocks({ count, assigned, printed }: TagTrace): HoverBlock[] {
  if (count === undefined) return [];
  const times = count === 0 ? "did not run" : count === 1 ? "ran once" : `ran ${count} times`;
  const blocks: HoverBlock[] = [{ kind: "line", text: `This tag ${times}${assigned.length > 0 ? " and assigned" : ""}` }];
  if (assigned.length > 0) {
    const rows = assigned.map(({ name, kind, type, display }) => [kind === "local" ? `local ${name}` : name, type, display]);
    blocks.push({ kind: "block", language: "text", text: inColumns(rows).join("\n") });
  }
  if (printed !== "")
    blocks.push({ kind: "line", text: "It printed" }, { kind: "block", language: "text", text: shorten(printed, longest) });
  return blocks;
}

function lineOf(source: SourceText, offset: number): string {
  const line = lineAt(source, offset);
  const text = source.text.slice(source.lineStarts[line], lineEnd(source, line)).trim();
  return cutText(text, longestLine);
}
