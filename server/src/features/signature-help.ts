import { parametersOf } from "../engines/lua/reference.js";
import type { Token } from "../lua/lex.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { actionPlace } from "./go/actions.js";
import { goSignatureHelp } from "./go/signature-help.js";
import { isInsideComment } from "./lua/context.js";
import { createInference, type Inference } from "./lua/infer.js";
import { endsOperand, expressionBefore } from "./lua/receiver.js";
import { methodSignature, type Signature, signatureOf } from "./lua/signature.js";
import { type CursorPlace, placeAtCursor } from "./lua/unfinished.js";
import { isList } from "./options/candidates.js";
import { describeMethod } from "./options/describe.js";
import { createSlotReader, listMethods } from "./options/lua-slots.js";
import { optionWords } from "./options/option-words.js";

/** The call around a cursor: its signature, and which parameter is being written. */
export interface SignatureHelp extends Signature {
  /** Zero-based; absent when the function takes fewer. */
  readonly active?: number;
}

/** A bracket that is open at a cursor, and the commas behind it. */
interface OpenCall {
  /** Index of the `(` among the tokens. */
  readonly open: number;
  readonly commas: number;
}

/** The innermost call whose arguments hold a UTF-16 offset, if its function is known. */
export function signatureHelp({ document }: Snapshot, offset: number): SignatureHelp | undefined {
  if (document.engine === "go" && actionPlace(document, offset) !== undefined) return goSignatureHelp(document, offset);
  const place = placeAtCursor(document, offset);
  if (place === undefined || isInsideComment(place)) return undefined;
  const tokens = place.words.words.map(({ token }) => token).filter(({ start }) => start < place.at);
  const call = openCall(closedByCursor(tokens, place.at));
  if (call === undefined) return undefined;
  const signature = calledAt(place, tokens, call.open, createInference(place.document));
  if (signature === undefined) return undefined;
  const last = signature.parameters.length - 1;
  const active = signature.parameters[last]?.name === "..." ? Math.min(call.commas, last) : call.commas;
  return { ...signature, ...(active <= last && { active }) };
}

/** A token that the cursor stands in is an operand still being written, whatever it will be. */
function closedByCursor(tokens: readonly Token[], at: number): readonly Token[] {
  const last = tokens.at(-1);
  return last !== undefined && last.end > at && last.type !== "string" && last.type !== "name" ? tokens.slice(0, -1) : tokens;
}

/** Walks back to the call that is open at the end of the tokens. Commas in tables and inner functions are none of its own. */
function openCall(tokens: readonly Token[]): OpenCall | undefined {
  let brackets = 0;
  let blocks = 0;
  let commas = 0;
  for (let at = tokens.length - 1; at >= 0; at--) {
    const type = tokens[at]?.type ?? "";
    if (type === ")" || type === "]" || type === "}") brackets++;
    else if (type === "(" || type === "[" || type === "{") {
      if (brackets > 0) brackets--;
      else if (type === "(" && blocks <= 0 && endsOperand(tokens[at - 1]) && !isParameterList(tokens, at)) return { open: at, commas };
      else commas = 0;
    } else if (brackets > 0) continue;
    else if (type === "end" || type === "until") blocks++;
    else if (type === "function" || type === "if" || type === "do" || type === "repeat") {
      if (blocks > 0) blocks--;
      // Inside the body of a function the call around it is not being written.
      else if (type === "function") return undefined;
    } else if (type === "," && blocks === 0) commas++;
  }
  return undefined;
}

/** `function name(` opens parameters, not arguments. */
function isParameterList(tokens: readonly Token[], open: number): boolean {
  let at = open - 1;
  while (["name", ".", ":"].includes(tokens[at]?.type ?? "")) at--;
  return tokens[at]?.type === "function";
}

function calledAt(place: CursorPlace, tokens: readonly Token[], open: number, inference: Inference): Signature | undefined {
  const { chunk } = place;
  const name = tokens[open - 1];
  if (name?.type === "name" && tokens[open - 2]?.type === ":") {
    const list = createSlotReader(place, tokens).optionBefore(open - 3);
    if (list !== undefined && isListMethod(list, name.text)) return listMethodSignature(name.text);
    const object = expressionBefore(chunk.source, tokens, open - 3);
    return object && methodSignature(object, name.text, chunk, inference);
  }
  const callee = expressionBefore(chunk.source, tokens, open - 1);
  return callee && signatureOf(callee, chunk, inference);
}

function isListMethod(path: readonly string[], name: string): boolean {
  return listMethods.includes(name) && isList(path, optionWords(undefined));
}

function listMethodSignature(name: string): Signature {
  const { detail, doc } = describeMethod(name);
  return { label: name + detail, parameters: parametersOf(detail.slice(1, -1)), doc };
}
