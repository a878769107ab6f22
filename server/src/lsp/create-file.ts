import { type CodeAction, CodeActionKind } from "vscode-languageserver";
import type { Diagnostic } from "../base/diagnostic.js";
import type { FileText } from "../base/file-answers.js";
import { basename } from "../base/paths.js";
import { missedFiles } from "../features/files/missing-files.js";
import { isFreeBelowAny } from "../workspace/node-files.js";
import { fileUri } from "../workspace/node-host.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { type Placing, toLspDiagnostic } from "./convert.js";
import type { Server } from "./handlers.js";

/**
 * Actions that create the files that some diagnostics of a document say are missing: inside workspace folders only, and
 * empty. `texts` are those of files that diagnostics name places in.
 */
export async function createFileActions(
  { client }: Server,
  { uri, text }: Snapshot,
  { faults, texts }: { readonly faults: readonly Diagnostic[]; readonly texts: ReadonlyMap<string, FileText> | undefined },
): Promise<CodeAction[]> {
  if (!client.canCreateFiles) return [];
  const placing: Placing = { uri, text, encoding: client.encoding, texts };
  const actions = missedFiles(faults).map(async ({ missing: { path, name }, diagnostic }): Promise<CodeAction[]> => {
    const asker = diagnostic.file === undefined ? "" : ` for '${basename(diagnostic.file)}'`;
    if (!(await isFreeBelowAny(path, client.folders))) return [];
    return [
      {
        title: `Create the file '${name}'${asker}`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toLspDiagnostic(placing, diagnostic)],
        edit: { documentChanges: [{ kind: "create", uri: fileUri(path), options: { ignoreIfExists: true } }] },
      },
    ];
  });
  return (await Promise.all(actions)).flat();
}
