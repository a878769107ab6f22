import type { ChatDocument, PlacedMessage, Segment, ToolResult, ToolUse } from "../syntax/ast.js";
import { fenceContent, literalText } from "../syntax/literal.js";
import { pairTools } from "../syntax/tool-pairing.js";
import { isAnswer, missingResult } from "../syntax/tools-without-result.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { placedParts, systemText } from "./conversation.js";
import { ownThinking, withForeignThinking } from "./own-thinking.js";
import type { Prompt, PromptContent, PromptPart, PromptRules, PromptToolResult, PromptTurn } from "./prompt.js";
import type { PlacedPart } from "./template-parts.js";
import { createToolIds, type ToolIds } from "./tool-ids.js";

/** What the turns of one prompt are made with. */
interface Making {
  readonly evaluated: Evaluated;
  readonly rules: PromptRules;
  readonly ids: ToolIds;
  readonly answers: Answers;
}

/** What the results of a document say to its uses of tools. */
interface Answers {
  readonly of: ReadonlyMap<ToolUse, Pick<PromptToolResult, "isError" | "parts">>;
  /** The results that answer a use, or will; all others have none. */
  readonly paired: ReadonlySet<ToolResult>;
}

/**
 * Makes the prompt of an evaluated document, repaired for a wire: in the turn after an assistant's stand the results of its
 * uses of tools, wherever they are in the document, and an error for each use without one. A result without a use is text.
 */
export function promptOf(evaluated: Evaluated, rules: PromptRules): Prompt {
  const { document } = evaluated.snapshot;
  const making: Making = { evaluated, rules, ids: createToolIds(rules.ids), answers: answersIn(document) };
  const turns: PromptTurn[] = [];
  /** The results that the turn of the user begins with. */
  let open: readonly PromptToolResult[] = [];
  for (const [index, placed] of document.messages.entries()) {
    const { role } = placed.message;
    if (role !== "You" && role !== "Assistant") continue;
    if (role === "You") {
      turns.push({ role: "user", parts: [...open, ...userParts(making, index)] });
      open = [];
      continue;
    }
    if (open.length > 0) turns.push({ role: "user", parts: open });
    const { parts, results } = assistantTurn(making, index, placed);
    turns.push({ role: "assistant", parts });
    open = results;
  }
  if (open.length > 0) turns.push({ role: "user", parts: open });
  const system = systemText(evaluated);
  const tools = evaluated.result?.config.request.tools ?? [];
  return {
    system: system === "" ? undefined : system,
    turns,
    tools: [...tools].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function answersIn(document: ChatDocument): Answers {
  const { pairs } = pairTools(document);
  const starts = new Map(
    document.messages.flatMap(({ message, start }) => message.segments.map((segment) => [segment as Segment, start] as const)),
  );
  const answers = pairs.flatMap(({ use, result }) => {
    if (result === undefined || !isAnswer(result)) return [];
    const text = fenceContent(document.source, starts.get(result) ?? 0, result.fence);
    const parts = text === "" ? [] : [{ kind: "text" as const, text }];
    return [[use, { isError: result.status === "error", parts }] as const];
  });
  return { of: new Map(answers), paired: new Set(pairs.flatMap(({ result }) => result ?? [])) };
}

function userParts({ evaluated, answers: { paired } }: Making, index: number): PromptPart[] {
  const { document } = evaluated.snapshot;
  const placed = document.messages[index] as PlacedMessage;
  return joined(
    placedParts(evaluated, index).flatMap((found): readonly PromptContent[] => {
      if (found.part.kind !== "tool_result") return contentOf(evaluated, found);
      const segment = placed.message.segments.find(({ span }) => span.start === found.stretches[0]?.span.start);
      if (segment?.kind !== "tool-result" || paired.has(segment)) return [];
      return [{ kind: "text", text: literalText(document.source, placed.start, segment) }];
    }),
  );
}

/** Text, files with what they hold; of all else nothing is the user's to say. */
function contentOf({ contents }: Evaluated, { part, file }: PlacedPart): readonly PromptContent[] {
  switch (part.kind) {
    case "text":
      return [part];
    case "text_file":
      return [{ kind: "text_file", filename: part.filename, mimeType: part.mime_type, text: part.text }];
    case "image":
    case "pdf": {
      const bytes = (file && contents?.get(file.path)?.bytes) ?? new Uint8Array();
      const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
      return [{ kind: part.kind, filename: part.filename, mimeType: part.mime_type, data }];
    }
    default:
      return [];
  }
}

/** Neighbouring texts are one, each on lines of its own: what stood between them went elsewhere. */
function joined(parts: readonly PromptContent[]): PromptContent[] {
  const all: PromptContent[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.kind !== "text" || last?.kind !== "text") all.push(part);
    else all[all.length - 1] = { kind: "text", text: `${last.text}${last.text.endsWith("\n") ? "" : "\n"}${part.text}` };
  }
  return all;
}

/** A turn of the assistant, and what its uses of tools are answered, in their order. */
interface AssistantTurn {
  readonly parts: readonly PromptPart[];
  readonly results: readonly PromptToolResult[];
}

function assistantTurn(
  { evaluated, rules, ids, answers: { of: answers } }: Making,
  index: number,
  { message, start }: PlacedMessage,
): AssistantTurn {
  const { source } = evaluated.snapshot.document;
  const uses = message.segments.filter((segment) => segment.kind === "tool-use");
  const parts: PromptPart[] = [];
  const foreign: string[] = [];
  const results: PromptToolResult[] = [];
  ids.nextTurn();
  for (const { part } of placedParts(evaluated, index)) {
    if (part.kind === "text") parts.push(part);
    else if (part.kind === "thinking") {
      const own = ownThinking(part, rules);
      if (own === undefined) foreign.push(part.content);
      else parts.push(own);
    } else if (part.kind === "tool_use") {
      const use = uses[results.length] as ToolUse;
      const id = ids.of(use.id);
      parts.push({ kind: "tool_use", id, name: use.name, json: fenceContent(source, start, use.fence) });
      results.push({ kind: "tool_result", toolUseId: id, name: use.name, ...(answers.get(use) ?? noAnswer) });
    }
  }
  return { parts: rules.foreign === "drop" ? parts : withForeignThinking(parts, foreign), results };
}

const noAnswer = { isError: true, parts: [{ kind: "text", text: missingResult }] } as const;
