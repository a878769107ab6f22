import { type HoverParams, type Hover as LspHover, MarkupKind } from "vscode-languageserver";
import { offsetAt, rangeAt } from "../base/source-text.js";
import { hover, hoverMarkdown, hoverPlainText, hoverTarget, pendingHover } from "../features/hover.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { forCurrentText } from "./current.js";
import type { OpenDocument } from "./documents.js";
import type { Server } from "./handlers.js";

/** A hover waits so many ms for values; then it says that evaluation goes on (spec/contracts.md). */
const patience = 100;

/** Answers `textDocument/hover` for the present text. */
export async function hoverAt(server: Server, { textDocument, position }: HoverParams, signal: AbortSignal): Promise<LspHover | null> {
  const { documents, client } = server;
  if (documents.get(textDocument.uri) === undefined) return null;
  return forCurrentText(documents, textDocument.uri, async (document) => {
    const { snapshot } = document;
    const offset = offsetAt(snapshot.text, position, client.encoding);
    const target = hoverTarget(snapshot, offset);
    if (target === undefined) return null;
    const evaluated = (await probed(server, document, { offset, signal })) ?? known(document);
    const found = evaluated === undefined ? pendingHover(snapshot, offset) : hover(evaluated, offset);
    if (found === undefined) return null;
    const value = client.canMarkdown ? hoverMarkdown(found) : hoverPlainText(found);
    return {
      contents: { kind: client.canMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value },
      range: rangeAt(snapshot.text, found.span, client.encoding),
    };
  });
}

/** An evaluation that watches the offset; undefined when it takes too long. A template that runs into its limits always does. */
function probed(
  { service }: Server,
  { snapshot, outdated }: OpenDocument,
  { offset, signal }: { offset: number; signal: AbortSignal },
): Promise<Evaluated | undefined> {
  return within(patience, (late) => service.evaluate(snapshot, { probe: offset, signal: AbortSignal.any([late, signal, outdated]) }));
}

/** The evaluation whose diagnostics are shown, when it is one of the present text and tells what messages render to. */
function known({ snapshot, evaluated }: OpenDocument): Evaluated | undefined {
  return evaluated?.snapshot === snapshot && !evaluated.result?.outputOmitted ? evaluated : undefined;
}

async function within(ms: number, work: (signal: AbortSignal) => Promise<Evaluated | undefined>): Promise<Evaluated | undefined> {
  const abort = new AbortController();
  // An answer that waits in the pipe while the server was busy still counts.
  const timer = setTimeout(() => setImmediate(() => abort.abort()), ms);
  const late = new Promise<undefined>((resolve) => abort.signal.addEventListener("abort", () => resolve(undefined), { once: true }));
  return Promise.race([work(abort.signal), late]).finally(() => clearTimeout(timer));
}
