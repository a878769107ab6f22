import type { Prompt, PromptContent, PromptPart, PromptToolResult, PromptTurn } from "../../conversation/prompt.js";
import type { RequestSettings } from "./protocol.js";
import type { BodyObject, BodyValue } from "./stable-json.js";
import type { ToolNames } from "./tool-names.js";
import { alternatingTurns, failedTool, isSaid, isText, isThoughtLast, textOf, toolInput } from "./turn-parts.js";

/** The turns of a prompt as contents of Gemini (spec/providers-and-send.md §1.4). */
export function geminiContents({ turns }: Prompt, names: ToolNames, { model }: RequestSettings): BodyValue[] {
  return alternatingTurns(turns, isEmpty).map((turn) => {
    if (turn.role === "user") return { role: "user", parts: userParts(turn, names) };
    const parts = signedParts(turn, names);
    return { role: "model", parts: (wantsSignatures.test(model) ? withFirstSignature(parts) : parts).map(sent) };
  });
}

/** A turn of the user is never left out, for roles alternate. */
function isEmpty({ role, parts }: PromptTurn): boolean {
  return role === "assistant" && !parts.some((part) => isSaid(part) || (part.kind === "thinking" && part.signature));
}

function userParts({ parts }: PromptTurn, names: ToolNames): BodyObject[] {
  const all = parts.flatMap((part) => userPart(part, names));
  return all.length === 0 ? [{ text: "" }] : all;
}

function userPart(part: PromptPart, names: ToolNames): BodyObject[] {
  switch (part.kind) {
    case "tool_result":
      return resultParts(part, names);
    case "thinking":
    case "tool_use":
      return [];
    default:
      return contentParts(part);
  }
}

/** What a tool said, then the files it gave. */
function resultParts({ name, isError, parts }: PromptToolResult, names: ToolNames): BodyObject[] {
  const text = textOf(parts.filter(isText));
  const response = isError ? { error: text || failedTool } : { output: text };
  return [{ functionResponse: { name: names.onWire(name), response } }, ...parts.filter((part) => !isText(part)).flatMap(contentParts)];
}

function contentParts(part: PromptContent): BodyObject[] {
  if (isText(part)) return part.text.trim() === "" ? [] : [{ text: part.text }];
  return [{ inlineData: { mimeType: part.mimeType, data: part.data, displayName: part.filename } }];
}

/** A part of a reply, and what Gemini signed it with. */
interface SignedPart {
  readonly part: BodyObject;
  readonly isCall: boolean;
  signature?: string;
}

/**
 * The parts of a reply with their signatures: one belongs to the call that follows it at once, else to the text before it,
 * else to what comes next. Where all thinking stands below, it belongs to the first call.
 */
function signedParts({ parts }: PromptTurn, names: ToolNames): readonly SignedPart[] {
  const isLate = isThoughtLast(parts);
  const all: SignedPart[] = [];
  let waiting: string | undefined;

  function add(part: BodyObject, isCall: boolean): void {
    all.push({ part, isCall, ...(waiting !== undefined && { signature: waiting }) });
    waiting = undefined;
  }

  /** Gives the signature that waits to a part that has none. */
  function sign(part: SignedPart | undefined): void {
    if (part === undefined || part.signature !== undefined || waiting === undefined) return;
    part.signature = waiting;
    waiting = undefined;
  }

  function signTextBefore(): void {
    const last = all.at(-1);
    if (!isLate && last?.isCall === false) sign(last);
  }

  for (const part of parts) {
    if (part.kind === "tool_use") add({ functionCall: { name: names.onWire(part.name), args: toolInput(part.json) } }, true);
    else if (part.kind === "text" && part.text.trim() !== "") {
      signTextBefore();
      add({ text: part.text.trim() }, false);
    } else if (part.kind === "thinking" && part.signature) {
      signTextBefore();
      waiting = part.signature;
    }
  }
  if (isLate) sign(all.find(({ isCall }) => isCall) ?? all.at(-1));
  else signTextBefore();
  if (waiting !== undefined) add({ text: "" }, false);
  return all;
}

/** The models that refuse a call without a signature. */
const wantsSignatures = /^gemini-(?:[3-9]|\d\d)/;
/** What Google documents for calls that another model made; signatures are bytes. */
const noSignature = Buffer.from("skip_thought_signature_validator").toString("base64");

/** The first call of a reply is the one that must have a signature. */
function withFirstSignature(parts: readonly SignedPart[]): readonly SignedPart[] {
  const at = parts.findIndex(({ isCall }) => isCall);
  const first = parts[at];
  return first === undefined || first.signature !== undefined ? parts : parts.with(at, { ...first, signature: noSignature });
}

function sent({ part, signature }: SignedPart): BodyObject {
  return signature === undefined ? part : { ...part, thoughtSignature: signature };
}
