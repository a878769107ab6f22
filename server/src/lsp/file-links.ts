import type { DocumentLink, DocumentLinkParams } from "vscode-languageserver";
import { namedFiles } from "../features/files/named-files.js";
import { promptsOf } from "../features/go/prompts.js";
import { fileUri } from "../workspace/node-host.js";
import { forCurrentText } from "./current.js";
import type { Server } from "./handlers.js";
import { placeOf } from "./place.js";
import { readablePath } from "./readable-path.js";

/** So many places become links: every other file is a question to the file system. */
const mostLinks = 1000;

/** Answers `textDocument/documentLink`: the paths of includes and references that lead to files. */
export async function linksOf(server: Server, { textDocument }: DocumentLinkParams): Promise<DocumentLink[]> {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  return forCurrentText(server.documents, textDocument.uri, async ({ snapshot, evaluated }) => {
    const { files } = server.service;
    const prompts = promptsOf(evaluated?.result?.config);
    const named = namedFiles(snapshot.document, { ...files.surroundings(snapshot.uri), prompts }).slice(0, mostLinks);
    const paths = new Map<string, Promise<string | undefined>>();
    for (const file of named) if (!paths.has(file.path)) paths.set(file.path, readablePath(files, file));
    const links = named.map(async ({ place: { span }, path }) => {
      const found = await paths.get(path);
      return found === undefined ? [] : [{ range: place.range(span), target: fileUri(found), tooltip: found }];
    });
    return (await Promise.all(links)).flat();
  });
}
