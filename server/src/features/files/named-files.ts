import { resolvePath } from "../../base/paths.js";
import type { Surroundings } from "../../engines/engine.js";
import { referencedPath } from "../../engines/references/reference-resolver.js";
import type { ChatDocument } from "../../syntax/ast.js";
import type { Prompts } from "../go/prompts.js";
import { type FilePlace, filePlaceAt, filePlaces, namesFile } from "./file-places.js";

/** A place, and the absolute path of the file that it means; whether there is one is not known. */
export interface NamedFile {
  readonly place: FilePlace;
  readonly path: string;
  /** The file of a prompt that settings register by that name: it counts where the other one is not there. */
  readonly prompt?: string;
  /** The folder of the document, absolute. */
  readonly folder: string;
}

/** Where paths start from, and the prompts that templates of Go can embed: a name, and a path that starts from `cwd`. */
type Folders = Pick<Surroundings, "dirname" | "home"> & { readonly cwd?: string; readonly prompts?: Prompts };

/** The files that a document names, in the order of the text. */
export function namedFiles(document: ChatDocument, folders: Folders): NamedFile[] {
  return filePlaces(document)
    .filter(namesFile)
    .map((place) => resolved(place, folders));
}

/** The file that is named at a UTF-16 offset. */
export function namedFileAt(document: ChatDocument, offset: number, folders: Folders): NamedFile | undefined {
  const place = filePlaceAt(document, offset);
  return place && namesFile(place) ? resolved(place, folders) : undefined;
}

function resolved(place: FilePlace, { dirname, home, cwd = dirname, prompts = {} }: Folders): NamedFile {
  const path = place.kind === "reference" ? referencedPath(place.path, dirname, home) : resolvePath(dirname, place.path, home);
  const registered = place.kind === "embed" && Object.hasOwn(prompts, place.path) ? prompts[place.path] : undefined;
  return { place, path, folder: dirname, ...(registered !== undefined && { prompt: resolvePath(cwd, registered, home) }) };
}
