import { type CodeAction, CodeActionKind } from "vscode-languageserver";
import { clientCommands } from "../../../shared/methods.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { sourceText } from "../base/source-text.js";
import type { TextEdit } from "../base/text-edit.js";
import { parseData } from "../config/parse-data.js";
import { isFreeBelowAny } from "../workspace/node-files.js";
import { filePath, fileUri, folderOf } from "../workspace/node-host.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { type Placing, toLspDiagnostic, toWorkspaceEdit } from "./convert.js";
import type { Server } from "./handlers.js";

const title = "Leave chats of other programs alone";
const option = '"otherFormats"';
const ignore = '"ignore"';

/**
 * The action that has chats of other programs left alone from now on: by the client, which has a command for its settings, or in
 * the `flemma.json` of the document's folder where project files count. None where neither can be done.
 */
export async function leaveAloneActions(server: Server, snapshot: Snapshot, faults: readonly Diagnostic[]): Promise<CodeAction[]> {
  const fault = faults.find(({ code }) => code === "document/other-format");
  if (fault === undefined) return [];
  const { client } = server;
  const placing: Placing = { uri: snapshot.uri, text: snapshot.text, encoding: client.encoding };
  const action = { kind: CodeActionKind.QuickFix, diagnostics: [toLspDiagnostic(placing, fault)] };
  if (client.leavesAlone) return [{ ...action, title, command: { title, command: clientCommands.leaveOtherFormats } }];
  const edit = await projectEdit(server, snapshot.uri);
  return edit === undefined ? [] : [{ ...action, title: `${title}, in flemma.json`, edit }];
}

/** Writes the option into a project file that is there, or into a new one. */
async function projectEdit(server: Server, uri: string): Promise<CodeAction["edit"]> {
  const { client, service } = server;
  const path = filePath(uri);
  const folder = path === undefined ? undefined : folderOf(path, client.folders);
  if (folder === undefined || !client.trusted) return undefined;
  const json = `${folder}/flemma.json`;
  // Where both are there, `flemma.lua` counts.
  if ((await service.files.text(`${folder}/flemma.lua`)).kind !== "missing") return undefined;
  const open = await server.openTexts.find(json);
  const text = open?.text ?? (await textOf(server, json));
  if (text !== undefined) {
    const placing = { uri: open?.uri ?? fileUri(json), text: sourceText(text), encoding: client.encoding };
    const edit = optionEdit(text);
    return edit && toWorkspaceEdit(placing, [edit], undefined);
  }
  if (!client.canCreateFiles || !(await isFreeBelowAny(json, [folder]))) return undefined;
  const start = { line: 0, character: 0 };
  const newText = `{\n  ${option}: ${ignore}\n}\n`;
  return {
    documentChanges: [
      { kind: "create", uri: fileUri(json), options: { ignoreIfExists: true } },
      { textDocument: { uri: fileUri(json), version: null }, edits: [{ range: { start, end: start }, newText }] },
    ],
  };
}

async function textOf({ service }: Server, path: string): Promise<string | undefined> {
  const found = await service.files.text(path);
  return found.kind === "text" ? found.text : undefined;
}

/** The edit that sets the option in JSON; undefined where that is not whole. */
function optionEdit(json: string): TextEdit | undefined {
  const { root, problems = [] } = parseData("json", json) ?? {};
  if (root === undefined || problems.length > 0) return undefined;
  const known = root.members.findLast(({ name }) => name === "otherFormats");
  if (known !== undefined) return { span: known.node.span, newText: ignore };
  const [first] = root.members;
  const at = first?.keySpan.start ?? root.span.start + 1;
  // The first member goes on where it was: on a line of its own, or behind a comma.
  const behind = first === undefined ? "" : `,${json.slice(root.span.start + 1, at) || " "}`;
  return { span: { start: at, end: at }, newText: `${option}: ${ignore}${behind}` };
}
