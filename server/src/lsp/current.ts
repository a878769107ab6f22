import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { Documents, OpenDocument } from "./documents.js";

/** The open document of a URI; anything else is an error that names it. */
function openDocument(documents: Documents, uri: string): OpenDocument {
  const document = documents.get(uri);
  if (document === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not open.`);
  return document;
}

/** Answers for the text as it is now: when it has changed meanwhile, the answer would be about another text. */
export async function forCurrentText<T>(documents: Documents, uri: string, answer: (document: OpenDocument) => Promise<T>): Promise<T> {
  const { snapshot } = openDocument(documents, uri);
  const result = await answer(openDocument(documents, uri));
  if (documents.get(uri)?.snapshot !== snapshot) throw new ResponseError(LSPErrorCodes.ContentModified, "The document has changed.");
  return result;
}
