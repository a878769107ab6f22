import type { ChatDocument, PlacedMessage, ToolResult, ToolUse } from "./ast.js";

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
  const uses = usesOf(messages);
  if (uses.length === 0) return { pairs: [], nameOf: () => undefined };
  const answers = new Map<ToolUse, ToolResult>();
  const next = takeResults(messages, uses, (use) => [use.nextUser, use.nextUser]);
  for (const [use, result] of next) answers.set(use, result);
  const taken = new Set(answers.values());
  const left = uses.filter(({ use }) => !answers.has(use));
  const later = takeResults(messages, left, ({ index }) => [index + 1, messages.length], taken);
  for (const [use, result] of later) answers.set(use, result);
  const names = new Map([...answers].map(([use, result]) => [result, use.name]));
  const byId = new Map(uses.map(({ use }) => [use.id, use.name]));
  return {
    pairs: uses.map(({ use, start }) => {
      const result = answers.get(use);
      return result === undefined ? { use, start } : { use, start, result };
    }),
    nameOf: (result) => names.get(result) ?? byId.get(result.id),
  };
}

/**
 * Gives each use, in its order, the first result with its id that nobody has and that is in the messages from `first` to
 * `last`. Later uses want later messages, so that what was passed over once is passed over for good.
 */
function takeResults(
  messages: readonly PlacedMessage[],
  uses: readonly Use[],
  within: (use: Use) => readonly [first: number | undefined, last: number | undefined],
  taken: ReadonlySet<ToolResult> = new Set(),
): Map<ToolUse, ToolResult> {
  const waiting = new Map<string, { readonly results: { result: ToolResult; index: number }[]; at: number }>();
  for (const [index, placed] of messages.entries())
    for (const result of resultsOf(placed)) {
      if (taken.has(result)) continue;
      const same = waiting.get(result.id) ?? { results: [], at: 0 };
      same.results.push({ result, index });
      waiting.set(result.id, same);
    }
  const answers = new Map<ToolUse, ToolResult>();
  for (const use of uses) {
    const [first, last] = within(use);
    const same = waiting.get(use.use.id);
    if (first === undefined || last === undefined || same === undefined) continue;
    while ((same.results[same.at]?.index ?? first) < first) same.at++;
    const found = same.results[same.at];
    if (found === undefined || found.index > last) continue;
    same.at++;
    answers.set(use.use, found.result);
  }
  return answers;
}

/** A tool use, the message it is in, and the user message that should answer it. */
interface Use {
  readonly use: ToolUse;
  readonly start: number;
  readonly index: number;
  readonly nextUser: number | undefined;
}

function usesOf(messages: readonly PlacedMessage[]): Use[] {
  const uses: Use[] = [];
  let nextUser: number | undefined;
  for (let index = messages.length - 1; index >= 0; index--) {
    const { message, start } = messages[index] as PlacedMessage;
    if (message.role === "You") nextUser = index;
    if (message.role !== "Assistant") continue;
    for (const use of [...message.segments].reverse()) if (use.kind === "tool-use") uses.push({ use, start, index, nextUser });
    nextUser = undefined;
  }
  return uses.reverse();
}

function resultsOf({ message }: PlacedMessage): ToolResult[] {
  return message.role === "You" ? message.segments.filter((segment) => segment.kind === "tool-result") : [];
}
