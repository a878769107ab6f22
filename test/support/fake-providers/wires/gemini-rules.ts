import type { Ledger } from "../ledger.js";
import { decimal, dictionary, either, flag, integer, isObject, list, matching, type Problem, record, text } from "../shape.js";
import type { Received, Refusal, SentPart, SentTurn } from "../wire.js";

/** A part of a content; its members are checked by the shapes below. */
interface Part {
  readonly text?: string;
  readonly inlineData?: { readonly mimeType: string };
  readonly functionCall?: { readonly name: string; readonly args: unknown };
  readonly functionResponse?: { readonly name: string; readonly response: unknown };
  readonly thoughtSignature?: string;
  readonly thought?: boolean;
}

interface Content {
  readonly role: "user" | "model";
  readonly parts: readonly Part[];
}

const base64 = matching(/^[A-Za-z0-9+/]+=*$/);
const name = matching(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/);
const part = record(
  {},
  {
    text,
    inlineData: record(
      { mimeType: matching(/^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/plain)$/), data: base64 },
      { displayName: text },
    ),
    functionCall: record({ name, args: dictionary }),
    functionResponse: record({ name, response: dictionary }),
    thoughtSignature: base64,
    thought: flag,
  },
);
const thinkingConfig = record(
  {},
  { includeThoughts: flag, thinkingBudget: integer(-1), thinkingLevel: either("MINIMAL", "LOW", "MEDIUM", "HIGH") },
);
const declaration = record({ name }, { description: text, parametersJsonSchema: dictionary });
const body = record(
  { contents: list(record({ role: either("user", "model"), parts: list(part) })) },
  {
    systemInstruction: record({ parts: list(record({ text: matching(/\S/) }), 1) }, { role: text }),
    generationConfig: record({}, { maxOutputTokens: integer(1, 65_536), temperature: decimal(0, 2), thinkingConfig }),
    tools: list(record({ functionDeclarations: list(declaration, 1) })),
    toolConfig: record({ functionCallingConfig: record({ mode: either("AUTO", "ANY", "NONE") }) }),
    labels: dictionary,
  },
);

/** Values that the documentation gives for calls which this model did not make. */
const bypasses = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

/** Why Vertex would refuse a request. */
export function geminiRefusal(request: Received, ledger: Ledger): Refusal | undefined {
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? ""))
    return { kind: "authentication", message: "Request is missing required authentication credential." };
  if (!/[?&]alt=sse(&|$)/.test(request.path)) return bad("This fake answers with server-sent events only: alt=sse is missing.");
  const problem = body(request.body, []);
  if (problem !== undefined) return bad(worded(problem));
  const { contents, generationConfig } = request.body as { contents: Content[]; generationConfig?: { thinkingConfig?: object } };
  const model = modelOf(request);
  const message =
    thinkingFault(model, generationConfig?.thinkingConfig ?? {}) ??
    orderFault(contents) ??
    contents.map((content, index) => partsFault(content, index, ledger)).find((fault) => fault !== undefined) ??
    missingSignature(model, contents);
  return message === undefined ? undefined : bad(message);
}

function bad(message: string): Refusal {
  return { kind: "bad-request", message };
}

/** The model that a path names. */
function modelOf({ path }: Received): string {
  return decodeURIComponent(/\/models\/([^/:?]+):/.exec(path)?.[1] ?? "");
}

function worded({ kind, path, expected }: Problem): string {
  const place = path.map((name, index) => (typeof name === "number" ? `[${name}]` : index === 0 ? name : `.${name}`)).join("");
  if (kind === "unknown") {
    const parent = place.replace(/\.[^.]*$/, "");
    return `Invalid JSON payload received. Unknown name "${path.at(-1)}" at '${parent}': Cannot find field.`;
  }
  if (kind === "missing") return `Unable to submit request because ${place} is missing.`;
  return `Invalid value at '${place}': expected ${expected}.`;
}

function thinkingFault(model: string, config: { thinkingBudget?: number; thinkingLevel?: string }): string | undefined {
  const { thinkingBudget, thinkingLevel } = config;
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    return "You can only set only one of thinking budget and thinking level.";
  if (thinkingLevel !== undefined && /^gemini-2/.test(model)) return "Thinking level is not supported for this model.";
  if (thinkingBudget === undefined || thinkingBudget === -1) return undefined;
  const [least, most] = /pro/.test(model) ? [128, 32_768] : /lite/.test(model) ? [512, 24_576] : [1, 24_576];
  const isOff = thinkingBudget === 0 && !/pro/.test(model);
  return isOff || (thinkingBudget >= least && thinkingBudget <= most)
    ? undefined
    : `The thinking budget ${thinkingBudget} is invalid. Please choose a value between ${least} and ${most}.`;
}

function orderFault(contents: readonly Content[]): string | undefined {
  if (contents.length === 0) return "Unable to submit request because at least one contents field is required.";
  if (contents[0]?.role !== "user") return "Please ensure that multiturn requests start with a user role.";
  if (contents.at(-1)?.role !== "user") return "Please ensure that multiturn requests end with a user role or a function response.";
  if (contents.some(({ role }, index) => role === contents[index - 1]?.role))
    return "Please ensure that multiturn requests alternate between user and model.";
  for (const [index, content] of contents.entries()) {
    if (content.role !== "model") continue;
    const calls = content.parts.flatMap(({ functionCall }) => functionCall?.name ?? []);
    const answers = (contents[index + 1] as Content).parts.flatMap(({ functionResponse }) => functionResponse?.name ?? []);
    if (calls.length !== answers.length)
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    if (calls.some((name, place) => name !== answers[place]))
      return "Please ensure that function response names match those of the function calls.";
  }
  const isEarly = contents[0]?.parts.some(({ functionResponse }) => functionResponse !== undefined);
  return isEarly ? "Please ensure that function response turn comes immediately after a function call turn." : undefined;
}

function partsFault({ role, parts }: Content, index: number, ledger: Ledger): string | undefined {
  if (parts.length === 0)
    return "Unable to submit request because it must include at least one parts field, which describes the prompt input.";
  for (const [place, part] of parts.entries()) {
    const at = `contents[${index}].parts[${place}]`;
    const kinds = (["text", "inlineData", "functionCall", "functionResponse"] as const).filter((kind) => part[kind] !== undefined);
    if (kinds.length !== 1) return `Invalid value at '${at}': oneof field 'data' must have one initialized field.`;
    if (role === "user" && (part.functionCall ?? part.thoughtSignature) !== undefined)
      return `${at}: function calls must come from the model.`;
    if (role === "model" && part.functionResponse !== undefined) return `${at}: function responses must come from the user.`;
    if (part.thoughtSignature !== undefined && !isInPlace(part, ledger)) return `${at}: Thought signature is not valid.`;
  }
  return undefined;
}

function isInPlace({ thoughtSignature = "", functionCall }: Part, ledger: Ledger): boolean {
  if (bypasses.includes(Buffer.from(thoughtSignature, "base64").toString()) || bypasses.includes(thoughtSignature)) return true;
  const issued = ledger.find(thoughtSignature);
  return functionCall === undefined ? issued?.kind === "text" : issued?.kind === "tool-use" && issued.of === functionCall.name;
}

/** In the turn that is not finished yet, Gemini 3 wants the signature of the first call of every step. */
function missingSignature(model: string, contents: readonly Content[]): string | undefined {
  if (!/^gemini-3/.test(model)) return undefined;
  const begin = contents.findLastIndex(({ role, parts }) => role === "user" && parts.some((part) => part.functionResponse === undefined));
  for (const [index, { role, parts }] of contents.entries()) {
    const call = parts.find(({ functionCall }) => functionCall !== undefined);
    if (index > begin && role === "model" && call !== undefined && call.thoughtSignature === undefined)
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${call.functionCall?.name}\`, position ${index}.`;
  }
  return undefined;
}

/** The turns of a valid request, the system prompt first. */
export function geminiTurns({ body }: Received): SentTurn[] {
  const { systemInstruction, contents } = body as { systemInstruction?: { parts: Part[] }; contents: readonly Content[] };
  const system = systemInstruction?.parts.map(partOf);
  const turns = contents.map(({ role, parts }): SentTurn => ({ role: role === "model" ? "assistant" : "user", parts: parts.map(partOf) }));
  return system === undefined ? turns : [{ role: "system", parts: system }, ...turns];
}

function partOf({ text, inlineData, functionCall, functionResponse, thoughtSignature }: Part): SentPart {
  if (functionCall !== undefined) return { kind: "tool-use", id: "", name: functionCall.name, json: JSON.stringify(functionCall.args) };
  if (functionResponse !== undefined) return { kind: "tool-result", id: "", text: responseText(functionResponse.response) };
  if (inlineData !== undefined) return { kind: "file", mimeType: inlineData.mimeType };
  return text === "" && thoughtSignature !== undefined
    ? { kind: "thinking", text: "", signature: thoughtSignature }
    : { kind: "text", text: text ?? "" };
}

function responseText(response: unknown): string {
  const value = isObject(response) ? (response.output ?? response.error ?? response) : response;
  return typeof value === "string" ? value : JSON.stringify(value);
}
