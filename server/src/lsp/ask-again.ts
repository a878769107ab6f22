import { CodeLensRefreshRequest, type Connection, DiagnosticRefreshRequest, InlayHintRefreshRequest } from "vscode-languageserver";

const requests = {
  diagnostics: DiagnosticRefreshRequest.type,
  inlayHints: InlayHintRefreshRequest.type,
  lenses: CodeLensRefreshRequest.type,
};

/** Tells the client to ask for something again. The library's own way leaves a refusal unhandled, which would end the process. */
export function askAgain(connection: Connection, what: keyof typeof requests): void {
  connection.sendRequest(requests[what]).catch((error: unknown) => connection.console.warn(`The client did not refresh: ${String(error)}`));
}
