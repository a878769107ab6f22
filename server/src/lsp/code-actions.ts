import { type CodeAction, CodeActionKind, type CodeActionParams, type Command } from "vscode-languageserver";
import { commands } from "../../../shared/methods.js";
import { type Diagnostic, placeInDocument } from "../base/diagnostic.js";
import { fileSource } from "../base/file-sources.js";
import { offsetAt } from "../base/source-text.js";
import { overlaps } from "../base/span.js";
import { diagnostics } from "../features/diagnostics.js";
import { includedFixes } from "../features/files/included-fixes.js";
import { fixAll, fixes } from "../features/fixes.js";
import { switchTarget } from "../features/status.js";
import { fileUri } from "../workspace/node-host.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { fixAllKind, type Placing, toLspDiagnostic, toWorkspaceEdit } from "./convert.js";
import { createFileActions } from "./create-file.js";
import { forCurrentText } from "./current.js";
import type { OpenDocument } from "./documents.js";
import type { Server } from "./handlers.js";
import { leaveAloneActions } from "./leave-alone.js";

/** An answer waits so many ms for the evaluation of the present text; then it is about its syntax. */
const patience = 1000;

/** So many faults of one range get fixes: nobody reads more of them. */
const mostFaults = 200;

/** Answers `textDocument/codeAction`: fixes at the range, fix all, and the commands. */
export async function codeActions(server: Server, params: CodeActionParams): Promise<(CodeAction | Command)[]> {
  const { documents, evaluator, client } = server;
  const { uri } = params.textDocument;
  if (documents.get(uri) === undefined) return [];
  const wants = (kind: string): boolean =>
    params.context.only?.some((only) => only === CodeActionKind.Empty || kind === only || kind.startsWith(`${only}.`)) ?? true;
  return forCurrentText(documents, uri, async (document) => {
    const actions: CodeAction[] = [];
    const isEvaluationWanted = wants(CodeActionKind.QuickFix) || wants(fixAllKind);
    const known = isEvaluationWanted ? await evaluator.current(document, patience) : undefined;
    const evaluated = known ?? { snapshot: document.snapshot, outcome: "done" };
    if (wants(CodeActionKind.QuickFix)) actions.push(...(await quickFixes(server, evaluated, params)));
    if (wants(fixAllKind)) actions.push(...fixAllAction(server, evaluated));
    actions.push(...commandActions(document, server).filter(({ kind }) => wants(kind)));
    return client.canActionLiterals ? actions : actions.flatMap(({ command }) => (command === undefined ? [] : [command]));
  });
}

async function quickFixes(server: Server, { snapshot, ...rest }: Evaluated, { range }: CodeActionParams): Promise<CodeAction[]> {
  const { client } = server;
  const placing: Placing = { uri: snapshot.uri, text: snapshot.text, encoding: client.encoding, texts: rest.files?.texts };
  const wanted = { start: offsetAt(snapshot.text, range.start, client.encoding), end: offsetAt(snapshot.text, range.end, client.encoding) };
  const version = client.canVersionEdits ? snapshot.version : undefined;
  const faults = diagnostics({ snapshot, ...rest })
    .filter((entry) => overlaps(placeInDocument(entry), wanted))
    .slice(0, mostFaults);
  const actions = faults.flatMap((diagnostic): CodeAction[] =>
    fixes(snapshot, diagnostic).map(({ title, edits, preferred }) => ({
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toLspDiagnostic(placing, diagnostic)],
      isPreferred: preferred,
      edit: toWorkspaceEdit(placing, edits, version),
    })),
  );
  for (const diagnostic of faults) actions.push(...(await includedActions(server, placing, diagnostic)));
  actions.sort((a, b) => Number(b.isPreferred) - Number(a.isPreferred));
  actions.push(...(await leaveAloneActions(server, snapshot, faults)));
  return [...actions, ...(await createFileActions(server, snapshot, { faults, texts: placing.texts }))];
}

/** The fixes of a fault in an included file; none where the client has it open with a text that the evaluation has not seen. */
async function includedActions(
  { client, openTexts, documents, buffers }: Server,
  placing: Placing,
  diagnostic: Diagnostic,
): Promise<CodeAction[]> {
  const { file } = diagnostic;
  const text = file === undefined ? undefined : fileSource(placing.texts, file);
  const found = includedFixes(diagnostic, placing.texts);
  if (file === undefined || text === undefined || found.length === 0) return [];
  const open = await openTexts.find(file);
  if (open !== undefined && open.text !== text.text) return [];
  const uri = open?.uri ?? fileUri(file);
  const version = client.canVersionEdits ? (documents.get(uri) ?? buffers.get(uri))?.snapshot.version : undefined;
  return found.map(({ title, edits, preferred }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toLspDiagnostic(placing, diagnostic)],
    isPreferred: preferred,
    edit: toWorkspaceEdit({ uri, text, encoding: client.encoding }, edits, version),
  }));
}

function fixAllAction({ client }: Server, evaluated: Evaluated): CodeAction[] {
  const { snapshot } = evaluated;
  const edits = fixAll(snapshot, diagnostics(evaluated));
  if (edits.length === 0) return [];
  const placing: Placing = { uri: snapshot.uri, text: snapshot.text, encoding: client.encoding };
  return [
    {
      title: "Fix all chat problems that have one clear fix",
      kind: fixAllKind,
      edit: toWorkspaceEdit(placing, edits, client.canVersionEdits ? snapshot.version : undefined),
    },
  ];
}

/** Every command as a code action: several clients show no other way to it. */
function commandActions({ uri, evaluated }: OpenDocument, { runs, switches }: Server): (CodeAction & { kind: string })[] {
  const action = (title: string, command: string, options: object = {}): CodeAction & { kind: string } => ({
    title,
    kind: `source.${command}`,
    command: { title, command, arguments: [{ uri, ...options }] },
  });
  const send = runs.isRunning(uri) ? action("Cancel the reply", commands.cancel) : action("Send the conversation", commands.send);
  const provider = evaluated && switchTarget(evaluated);
  return [
    send,
    action("Preview the rendered prompt", commands.preview, { show: true }),
    action("Show the request as it is sent", commands.request, { show: true }),
    action("Bring back a reply that was interrupted", commands.recover),
    action("Show provider, model and problems", commands.status, { show: true }),
    ...(provider === undefined ? [] : [action(`Switch this document to the provider ${provider}`, commands.switch, { provider })]),
    ...(switches.has(uri) ? [action("Take back what was switched for this document", commands.switch)] : []),
  ];
}
