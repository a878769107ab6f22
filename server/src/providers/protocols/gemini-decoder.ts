import { failure } from "../classify.js";
import type { Failure } from "../failure.js";
import type { Ending } from "../provider.js";
import { type Counts, createDecoder, type NameInDocument, type Reply } from "./decoder.js";
import type { Decoder } from "./protocol.js";
import { rawJsonAt } from "./raw-json.js";
import { at, countAt, listAt, textAt } from "./wire-value.js";

/**
 * Decodes a stream of Gemini (spec/providers-and-send.md §1.4). `signature` is the name that its thinking is signed with: the
 * signature of a part is written before a use of a tool, and after a text, which had begun before it came.
 */
export function createGeminiDecoder(signature: string, toolName: NameInDocument): Decoder {
  let thought = "";
  /** The last chunk, where it said that the reply is over. */
  let lastData: string | undefined;

  /** Thinking of its own is never unsigned, for unsigned thinking is anybody's. */
  function think(value: string, reply: Reply): void {
    if (thought === "" && value === "") return;
    reply.thinking({ content: thought, signature: { provider: signature, value } });
    thought = "";
  }

  /** `rawInput` gives the input of its use of a tool as it is written. */
  function take(part: unknown, reply: Reply, rawInput: () => string | undefined): void {
    const value = textAt(part, "thoughtSignature");
    const text = textAt(part, "text");
    if (at(part, "thought") === true) {
      thought += text;
      reply.progress({ of: "thinking", units: thought.length });
      if (value !== "") think(value, reply);
      return;
    }
    const name = textAt(part, "functionCall", "name");
    if (name !== "") {
      think(value, reply);
      reply.toolUse({ id: newId(name), name: toolName(name), json: rawInput() ?? JSON.stringify(at(part, "functionCall", "args") ?? {}) });
      return;
    }
    if (text !== "") {
      think("", reply);
      reply.text(text);
    }
    if (value !== "") think(value, reply);
  }

  return createDecoder((value, reply, { data }) => {
    if (data === lastData) return;
    const chunk = Array.isArray(value) ? [0] : [];
    const candidate = at(value, ...chunk, "candidates", 0);
    for (const [index, part] of listAt(candidate, "content", "parts").entries())
      take(part, reply, () => rawJsonAt(data, [...chunk, "candidates", 0, "content", "parts", index, "functionCall", "args"]));
    reply.count(usageOf(at(value, "usageMetadata")));
    const blocked = textAt(value, "promptFeedback", "blockReason");
    const reason = textAt(candidate, "finishReason");
    if (blocked !== "") {
      const why = textAt(value, "promptFeedback", "blockReasonMessage");
      reply.conclude(failure("content-blocked", `The provider blocked the prompt (${blocked})${why === "" ? "." : `: ${why}`}`));
    } else if (reason !== "" && reason !== "FINISH_REASON_UNSPECIFIED") {
      lastData = data;
      think("", reply);
      reply.conclude(endingOf(reason, textAt(candidate, "finishMessage")));
    }
  });
}

/** Uses of tools have no ids on this wire; `)` and backticks would end one in the document. */
function newId(name: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `urn:flemma:tool:${name.replace(/[^\w.:-]/g, "_")}:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function endingOf(reason: string, message: string): Ending | Failure {
  const said = message === "" ? "." : `: ${message}`;
  switch (reason) {
    case "STOP":
      return "complete";
    case "MAX_TOKENS":
      return "truncated";
    case "MALFORMED_FUNCTION_CALL":
    case "UNEXPECTED_TOOL_CALL":
    case "TOO_MANY_TOOL_CALLS":
    case "MALFORMED_RESPONSE":
    case "MISSING_THOUGHT_SIGNATURE":
      return failure("server", `The model's reply could not be used (${reason})${said}`);
    default:
      return failure("content-blocked", `The provider stopped the reply (${reason})${said}`);
  }
}

/** Tokens of thinking are no part of the candidates. */
function usageOf(usage: unknown): Counts {
  const cached = countAt(usage, "cachedContentTokenCount");
  const prompt = countAt(usage, "promptTokenCount");
  const thinking = countAt(usage, "thoughtsTokenCount");
  const written = countAt(usage, "candidatesTokenCount");
  return {
    inputTokens: prompt === undefined ? undefined : Math.max(0, prompt - (cached ?? 0)) + (countAt(usage, "toolUsePromptTokenCount") ?? 0),
    outputTokens: written === undefined && thinking === undefined ? undefined : (written ?? 0) + (thinking ?? 0),
    thinkingTokens: thinking,
    cacheReadTokens: cached,
  };
}
