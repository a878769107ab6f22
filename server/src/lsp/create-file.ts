import { type CodeAction, CodeActionKind } from "vscode-languageserver";
import type { Diagnostic } from "../base/diagnostic.js";
import { missingFiles } from "../features/files/missing-files.js";
import { isFreeBelowAny } from "../workspace/node-files.js";
import { fileUri } from "../workspace/node-host.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { type Placing, toLspDiagnostic } from "./convert.js";
import type { Server } from "./handlers.js";

/** Actions that create the files that some diagnostics of a document say are missing: inside workspace folders only, and empty. */
export async function createFileActions(
  { client, service }: Server,
  snapshot: Snapshot,
  diagnostics: readonly Diagnostic[],
): Promise<CodeAction[]> {
  if (!client.canCreateFiles) return [];
  const placing: Placing = { uri: snapshot.uri, text: snapshot.text, encoding: client.encoding };
  const missing = missingFiles(snapshot.document, diagnostics, service.files.surroundings(snapshot.uri));
  const actions = missing.map(async ({ named: { place, path }, diagnostic }): Promise<CodeAction[]> => {
    if (!(await isFreeBelowAny(path, client.folders))) return [];
    return [
      {
        title: `Create the file '${place.path}'`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toLspDiagnostic(placing, diagnostic)],
        edit: { documentChanges: [{ kind: "create", uri: fileUri(path), options: { ignoreIfExists: true } }] },
      },
    ];
  });
  return (await Promise.all(actions)).flat();
}
