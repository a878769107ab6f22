import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { Documents, OpenDocument } from "./documents.js";

/**
 * Answers for the text as it is now: as soon as it changes, the answer is `ContentModified`, for any other would be about
 * another text. A document that is not open is an error that names it.
 */
export function forCurrentText<T>(documents: Documents, uri: string, answer: (document: OpenDocument) => Promise<T>): Promise<T> {
  const document = documents.get(uri);
  if (document === undefined) return Promise.reject(new ResponseError(LSPErrorCodes.RequestFailed, `${uri} is not open.`));
  const { outdated } = document;
  return new Promise((resolve, reject) => {
    const onChange = (): void => reject(new ResponseError(LSPErrorCodes.ContentModified, "The document has changed."));
    outdated.addEventListener("abort", onChange, { once: true });
    answer(document)
      .then(resolve, reject)
      .finally(() => outdated.removeEventListener("abort", onChange));
  });
}
