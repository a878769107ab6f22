import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver";

/** Answers a request; once the client cancels it (`$/cancelRequest`), the answer is `RequestCancelled` without delay. */
export function cancellable<T>(token: CancellationToken, answer: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = new AbortController();
    const cancel = (): void => {
      abort.abort();
      reject(new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled."));
    };
    const subscription = token.onCancellationRequested(cancel);
    if (token.isCancellationRequested) cancel();
    answer(abort.signal)
      .then(resolve, reject)
      .finally(() => subscription.dispose());
  });
}
