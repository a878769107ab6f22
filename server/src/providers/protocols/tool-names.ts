import type { Prompt } from "../../conversation/prompt.js";

/** The names that tools have on a wire, and what they are called in the document. */
export interface ToolNames {
  onWire(name: string): string;
  /** A name that no tool of the request has stays as it is. */
  inDocument(name: string): string;
}

/** So long a name may be. */
const longest = 64;

/**
 * The names of one request, for wires know no colon: it is `__` there. The way back is kept for each name, since a name may hold
 * `__` itself, and two that would be the same on the wire are told apart (spec/providers-and-send.md §1.1).
 */
export function toolNames({ tools, turns }: Prompt): ToolNames {
  const onWire = new Map<string, string>();
  const inDocument = new Map<string, string>();
  const used = turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "tool_use" ? [part.name] : [])));
  for (const name of new Set([...tools.map((tool) => tool.name), ...used])) {
    const wire = freeName(name, inDocument);
    onWire.set(name, wire);
    inDocument.set(wire, name);
  }
  return { onWire: (name) => onWire.get(name) ?? plainName(name), inDocument: (name) => inDocument.get(name) ?? name };
}

function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count++) {
    const tail = count === 1 ? "" : `_${count}`;
    const wanted = plainName(name).slice(0, longest - tail.length) + tail;
    if (!taken.has(wanted)) return wanted;
  }
}

function plainName(name: string): string {
  return name.replaceAll(":", "__").replace(/[^A-Za-z0-9_-]/g, "_");
}
