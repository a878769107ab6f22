import { type HoverParams, type Hover as LspHover, MarkupKind } from "vscode-languageserver";
import { offsetAt, rangeAt } from "../base/source-text.js";
import { type Hover, hover, hoverMarkdown, hoverPlainText, hoverTarget } from "../features/hover.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import { forCurrentText } from "./current.js";
import type { Server } from "./handlers.js";

/** A hover waits so many ms for values; then it says that evaluation goes on (spec/contracts.md). */
const patience = 100;

/** Answers `textDocument/hover` for the present text. */
export async function hoverAt({ documents, service, client }: Server, { textDocument, position }: HoverParams): Promise<LspHover | null> {
  if (documents.get(textDocument.uri) === undefined) return null;
  return forCurrentText(documents, textDocument.uri, async ({ snapshot }) => {
    const offset = offsetAt(snapshot.text, position, client.encoding);
    const target = hoverTarget(snapshot, offset);
    if (target === undefined) return null;
    const evaluated = await within(patience, (signal) => service.evaluate(snapshot, { probe: offset, signal }));
    const found = evaluated === undefined ? stillRunning(snapshot, offset) : hover(evaluated, offset);
    if (found === undefined) return null;
    const value = client.canMarkdown ? hoverMarkdown(found) : hoverPlainText(found);
    return {
      contents: { kind: client.canMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value },
      range: rangeAt(snapshot.text, found.span, client.encoding),
    };
  });
}

function stillRunning(_snapshot: Snapshot, offset: number): Hover {
  return { span: { start: offset, end: offset }, blocks: [{ kind: "line", text: "Evaluation is still running." }] };
}

async function within(ms: number, work: (signal: AbortSignal) => Promise<Evaluated | undefined>): Promise<Evaluated | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ms);
  const late = new Promise<undefined>((resolve) => abort.signal.addEventListener("abort", () => resolve(undefined), { once: true }));
  return Promise.race([work(abort.signal), late]).finally(() => clearTimeout(timer));
}
