import type { Span } from "../base/span.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { diagnostics } from "./diagnostics.js";

/** A value shown behind the expression it belongs to. */
export interface InlayHint {
  /** UTF-16 offset of the document, behind the tag. */
  readonly offset: number;
  readonly label: string;
  /** The whole value, where the label is cut, and how often there was one. */
  readonly tooltip: string;
}

/** Labels longer than this many UTF-16 units are cut; tooltips at the other limit. */
const longestLabel = 30;
const longestTooltip = 2000;

/** Of more hints than so many the first count. */
const mostHints = 1000;

/** What the expressions of a span of the document gave, in the order of the text; nothing for those that failed. */
export function inlayHints(evaluated: Evaluated, within: Span): InlayHint[] {
  const { snapshot, result } = evaluated;
  const faults = new Set(diagnostics(evaluated).map(({ span }) => span.start));
  const hints = snapshot.document.messages.flatMap(({ start, message }, index) => {
    if (start >= within.end || start + message.span.end <= within.start) return [];
    return (result?.messages[index]?.values ?? []).flatMap(({ span, rendered, count, items }) => {
      const offset = start + span.end;
      if (items?.[0] === null) return [];
      if (offset < within.start || offset > within.end || faults.has(start + span.start)) return [];
      const times = count > 1 ? `last of ${count} values: ` : "";
      return [{ offset, label: `= ${cut(oneLine(rendered), longestLabel)}`, tooltip: times + cut(rendered, longestTooltip) }];
    });
  });
  return hints.slice(0, mostHints);
}

/** A text without any character would be an empty label: it is shown as `""`. */
function oneLine(text: string): string {
  return text.trim() === "" ? JSON.stringify(text) : text.replace(/\s*[\r\n]+\s*/g, " ⏎ ");
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…`;
}
