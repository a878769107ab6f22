import type { CodeLens, CodeLensParams } from "vscode-languageserver";
import { commands } from "../../../shared/methods.js";
import { sendPlace } from "../features/send-place.js";
import type { Server } from "./handlers.js";
import { placeOf } from "./place.js";

/** Answers `textDocument/codeLens`: what sends the document stands above its last `@You:`; while a reply is written, what stops it. */
export function lensesOf(server: Server, { textDocument }: CodeLensParams): CodeLens[] {
  const place = placeOf(server, textDocument);
  const span = place && sendPlace(place.snapshot.document);
  if (place === undefined || span === undefined) return [];
  const { uri } = place.snapshot;
  const [title, command] = server.runs.isRunning(uri) ? ["Cancel", commands.cancel] : ["Send", commands.send];
  return [{ range: place.range(span), command: { title, command, arguments: [{ uri }] } }];
}
