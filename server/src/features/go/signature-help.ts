import { functionSignatures } from "../../engines/go/functions/signatures.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { SignatureHelp } from "../signature-help.js";
import { actionPlace } from "./actions.js";
import { describeFunction } from "./functions.js";

/** The innermost call whose arguments hold a UTF-16 offset. What comes from a pipe is the last argument. */
export function goSignatureHelp(document: ChatDocument, offset: number): SignatureHelp | undefined {
  const place = actionPlace(document, offset);
  if (place === undefined || place.action.comment !== undefined) return undefined;
  const { at } = place;
  const before = place.action.tokens.filter(({ start }) => start < at);
  for (let from = commandStart(before, before.length); from >= 0; from = commandStart(before, from - 1)) {
    const help = callAt(before, from, at);
    if (help !== undefined) return help;
    if (before[from - 1]?.kind !== "open") return undefined;
  }
  return undefined;
}

/** Index of the first token of the command that is open in front of a token; -1 where none can be. */
function commandStart(tokens: readonly Token[], end: number): number {
  let depth = 0;
  for (let index = end - 1; index >= 0; index--) {
    const { kind } = tokens[index] as Token;
    if (kind === "shut") depth++;
    else if (kind === "open" && depth-- === 0) return index + 1;
    else if (depth === 0 && (kind === "pipe" || kind === "declare" || kind === "assign" || kind === "keyword")) return index + 1;
  }
  return end < 0 ? -1 : 0;
}

function callAt(tokens: readonly Token[], from: number, at: number): SignatureHelp | undefined {
  const callee = tokens[from];
  const signature = callee?.kind === "identifier" && callee.end < at ? functionSignatures.get(callee.text) : undefined;
  if (callee === undefined || signature === undefined) return undefined;
  const { title, doc } = describeFunction(signature);
  const parameters = signature.parameters.map((label) => ({ name: label, label }));
  const last = parameters.length - 1;
  const index = argumentAt(tokens.slice(from + 1), at);
  const active = parameters[last]?.label.endsWith("…") ? Math.min(index, last) : index;
  return { label: title, parameters, doc, ...(active <= last && { active }) };
}

/** Zero-based: operands are parted by blanks. */
function argumentAt(tokens: readonly Token[], at: number): number {
  let depth = 0;
  let operands = 0;
  let end = -1;
  for (const { kind, start, end: next } of tokens) {
    if (depth === 0 && start !== end && kind !== "shut") operands++;
    if (kind === "open") depth++;
    else if (kind === "shut") depth--;
    end = next;
  }
  return end < at ? operands : Math.max(0, operands - 1);
}
