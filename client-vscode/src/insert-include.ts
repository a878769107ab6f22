import * as vscode from "vscode";
import { includeText, relativePath } from "./include-text.js";

/** Lets a person choose a file, and writes the tag that includes it at the cursor; `engineOf` gives the template language of a document. */
export async function insertInclude(engineOf: (uri: string) => string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "chat") return;
  const { uri } = editor.document;
  if (uri.scheme === "untitled") {
    void vscode.window.showInformationMessage("Paths of includes start from the folder of the document. Save it first.");
    return;
  }
  const folder = vscode.Uri.joinPath(uri, "..");
  const [file] = (await vscode.window.showOpenDialog({ title: "Include which file?", openLabel: "Include", defaultUri: folder })) ?? [];
  if (file === undefined) return;
  const insertion = includeText(engineOf(uri.toString()), relativePath(folder.path, file.path));
  if ("refusal" in insertion) {
    void vscode.window.showWarningMessage(insertion.refusal);
    return;
  }
  await editor.edit((builder) => {
    for (const selection of editor.selections) builder.replace(selection, insertion.text);
  });
}
