import { type FunctionSignature, functionSignatures } from "../../engines/go/functions/signatures.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { actionPlace, tokenAt } from "./actions.js";

/** A function for people. */
export interface DescribedFunction {
  /** `trunc n s → string`. */
  readonly title: string;
  readonly doc: string;
}

/** A function as completion and hover show it. */
export function describeFunction({ signature, result, doc, isPortable }: FunctionSignature): DescribedFunction {
  const title = result === "" ? signature : `${signature} → ${result}`;
  return { title, doc: isPortable ? doc : `${doc} Not portable: other hosts of Go templates do not have it.` };
}

/** The function that is named at a UTF-16 offset of the document, and where. */
export function functionAt(document: ChatDocument, offset: number) {
  const place = actionPlace(document, offset);
  const token = place && tokenAt(place.action, place.at);
  if (place === undefined || token?.kind !== "identifier") return undefined;
  const signature = functionSignatures.get(token.text);
  return signature && { signature, span: { start: place.home.start + token.start, end: place.home.start + token.end } };
}
