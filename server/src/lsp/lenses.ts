import type { CodeLens, CodeLensParams } from "vscode-languageserver";
import { type CommandArgument, commands } from "../../../shared/methods.js";
import { fanoutPlaces } from "../features/prose/fanout-places.js";
import { sendPlace } from "../features/send-place.js";
import type { Server } from "./handlers.js";
import { type Place, placeOf } from "./place.js";

/**
 * Answers `textDocument/codeLens`: what sends the document stands above its last `@You:`; while a reply is written, what stops it.
 * Messages that are rendered for each item have the preview of one, and of the items beside it.
 */
export function lensesOf(server: Server, { textDocument }: CodeLensParams): CodeLens[] {
  const place = placeOf(server, textDocument);
  return place === undefined ? [] : [...sendLenses(server, place), ...itemLenses(server, place)];
}

function sendLenses(server: Server, place: Place): CodeLens[] {
  const span = sendPlace(place.snapshot.document);
  if (span === undefined) return [];
  const { uri } = place.snapshot;
  const count = server.shownItems.count(uri);
  const item = server.shownItems.shown(uri);
  const [title, command] = server.runs.isRunning(uri)
    ? ["Cancel", commands.cancel]
    : [count > 0 ? `Send item ${item}` : "Send", commands.send];
  const argument: CommandArgument = count > 0 && command === commands.send ? { uri, item } : { uri };
  return [{ range: place.range(span), command: { title, command, arguments: [argument] } }];
}

function itemLenses({ shownItems }: Server, place: Place): CodeLens[] {
  const { uri, document } = place.snapshot;
  const count = shownItems.count(uri);
  if (count === 0) return [];
  const shown = shownItems.shown(uri);
  return fanoutPlaces(document).flatMap(({ message, span }) => {
    const lens = (title: string, item: number): CodeLens => ({
      range: place.range(span),
      command: { title, command: commands.preview, arguments: [{ uri, message, item } satisfies CommandArgument] },
    });
    return [
      ...(shown > 1 ? [lens("‹ Previous item", shown - 1)] : []),
      lens(`Preview item ${shown} of ${count}`, shown),
      ...(shown < count ? [lens("Next item ›", shown + 1)] : []),
    ];
  });
}
