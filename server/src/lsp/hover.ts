import { type HoverParams, type Hover as LspHover, MarkupKind } from "vscode-languageserver";
import { secretName } from "../base/secret-name.js";
import { offsetAt, rangeAt } from "../base/source-text.js";
import type { ToldFile } from "../features/files/file-hover.js";
import { type NamedFile, namedFileAt } from "../features/files/named-files.js";
import { promptsOf } from "../features/go/prompts.js";
import { hover, hoverMarkdown, hoverPlainText, hoverTarget, pendingHover, withoutFaults } from "../features/hover.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { forCurrentText } from "./current.js";
import type { OpenDocument } from "./documents.js";
import type { Server } from "./handlers.js";
import { probed, soon } from "./probed.js";
import { readablePath } from "./readable-path.js";

/** Answers `textDocument/hover` for the present text. */
export async function hoverAt(server: Server, { textDocument, position }: HoverParams, signal: AbortSignal): Promise<LspHover | null> {
  const { documents, client } = server;
  if (documents.get(textDocument.uri) === undefined) return null;
  return forCurrentText(documents, textDocument.uri, async (document) => {
    const { snapshot } = document;
    const offset = offsetAt(snapshot.text, position, client.encoding);
    const target = hoverTarget(snapshot, offset);
    if (target === undefined) return null;
    const prompts = promptsOf(document.evaluated?.result?.config);
    const named = namedFileAt(snapshot.document, offset, { ...server.service.files.surroundings(snapshot.uri), prompts });
    const [fresh, told] = await Promise.all([probed(server.service, document, { offset, signal }), named && toldFile(server, named)]);
    const evaluated = fresh ?? known(document);
    const isPending = evaluated === undefined || (named !== undefined && told === undefined);
    const why = server.service.isPaused(snapshot.uri) ? "paused" : "running";
    const whole = isPending ? pendingHover(snapshot, offset, { why, told }) : hover(evaluated, offset, told);
    const found = whole && client.showsFaultsInHovers ? withoutFaults(whole) : whole;
    if (found === undefined) return null;
    const value = client.canMarkdown ? hoverMarkdown(found) : hoverPlainText(found);
    return {
      contents: { kind: client.canMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value },
      range: rangeAt(snapshot.text, found.span, client.encoding),
    };
  });
}

/** What is known of a file that is named somewhere; undefined when finding out takes too long. */
async function toldFile({ service: { files } }: Server, named: NamedFile): Promise<ToldFile | undefined> {
  return soon(async () => {
    const path = (await readablePath(files, named)) ?? named.path;
    const attachment = await files.attachment(path);
    const isShown = attachment.kind === "file" && attachment.isText && secretName(path, attachment) === undefined;
    return isShown ? { path, attachment, text: await files.text(path) } : { path, attachment };
  });
}

/** The evaluation whose diagnostics are shown, when it is one of the present text and tells what messages render to. */
function known({ snapshot, evaluated }: OpenDocument): Evaluated | undefined {
  return evaluated?.snapshot === snapshot && !evaluated.result?.outputOmitted ? evaluated : undefined;
}
