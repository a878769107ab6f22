import type { ChatDocument, PlacedMessage, ToolResult, ToolUse } from "../syntax/ast.js";

/** A tool use, and the result that answers it. */
export interface Pair {
  readonly use: ToolUse;
  readonly result?: ToolResult;
}

/** Uses and results of a document, matched. */
export interface ToolPairing {
  /** In the order of the document; `start` is the offset of the use's message. */
  readonly pairs: readonly (Pair & { readonly start: number })[];
  /** Name of the tool that a result answers, if its use exists. */
  nameOf(result: ToolResult): string | undefined;
}

const known = new WeakMap<ChatDocument, ToolPairing>();

/**
 * Pairs uses with results: first with the next user message, equal ids in their order, then by id anywhere
 * later in the document (spec/providers-and-send.md §1.1).
 */
export function pairTools(document: ChatDocument): ToolPairing {
  const memo = known.get(document) ?? pair(document.messages);
  known.set(document, memo);
  return memo;
}

function pair(messages: readonly PlacedMessage[]): ToolPairing {
  const taken = new Set<ToolResult>();
  const pairs: { use: ToolUse; start: number; index: number; result?: ToolResult }[] = [];
  for (const [index, { message, start }] of messages.entries()) {
    if (message.role !== "Assistant") continue;
    const results = resultsOf(nextUser(messages, index));
    for (const use of message.segments) if (use.kind === "tool-use") pairs.push(withResult({ use, start, index }, results, taken));
  }
  const later = [...messages.entries()].flatMap(([index, placed]) => resultsOf(placed).map((result) => ({ index, result })));
  const all = pairs.map((entry) => {
    if (entry.result !== undefined) return entry;
    const candidates = later.filter(({ index }) => index > entry.index).map(({ result }) => result);
    return withResult(entry, candidates, taken);
  });
  const names = new Map(all.flatMap(({ use, result }) => (result === undefined ? [] : [[result, use.name] as const])));
  const byId = new Map(all.map(({ use }) => [use.id, use.name]));
  return { pairs: all, nameOf: (result) => names.get(result) ?? byId.get(result.id) };
}

function withResult<T extends { use: ToolUse }>(
  entry: T,
  results: readonly ToolResult[],
  taken: Set<ToolResult>,
): T & { result?: ToolResult } {
  const result = results.find((candidate) => candidate.id === entry.use.id && !taken.has(candidate));
  if (result === undefined) return entry;
  taken.add(result);
  return { ...entry, result };
}

function nextUser(messages: readonly PlacedMessage[], after: number): PlacedMessage | undefined {
  const next = messages.slice(after + 1).find(({ message }) => message.role === "You" || message.role === "Assistant");
  return next?.message.role === "You" ? next : undefined;
}

function resultsOf(placed: PlacedMessage | undefined): ToolResult[] {
  return placed?.message.role === "You" ? placed.message.segments.filter((segment) => segment.kind === "tool-result") : [];
}
