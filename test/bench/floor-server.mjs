// The floor of the method: a server that answers every change with an empty list and does nothing else.
import { createConnection, ProposedFeatures, TextDocumentSyncKind } from "vscode-languageserver/node";

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
connection.onInitialize(() => ({ capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental } }));
const publish = ({ textDocument: { uri, version } }) => connection.sendDiagnostics({ uri, version, diagnostics: [] });
connection.onDidOpenTextDocument(publish);
connection.onDidChangeTextDocument(publish);
connection.listen();
