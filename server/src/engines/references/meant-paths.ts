import type { FolderNames } from "../../base/file-answers.js";
import { basename, dirname } from "../../base/paths.js";
import { decodePath, encodePath } from "../../base/percent-encoding.js";
import { type Span, span } from "../../base/span.js";
import { suggest } from "../../base/suggest.js";
import type { FolderLookup } from "../../base/unicode-form.js";
import type { FileReference } from "../../syntax/ast.js";
import type { Attached } from "../attach.js";

/** What a reference to no file may have meant: paths as references write them, nearest first, and the place they belong in. */
export interface MeantPaths {
  readonly span: Span;
  readonly paths: readonly string[];
}

/** A reference in `source` that names no file: its path without percent-encoding, and made absolute. */
interface Misled {
  readonly source: string;
  readonly reference: FileReference;
  readonly decoded: string;
  readonly path: string;
  readonly attached: Attached;
}

/** No file system has longer names, in UTF-16 units. */
const longestName = 255;

/** What a reference to no file may have meant: a longer name that goes on behind it, for spaces end a reference, or a name nearby. */
export function meantPaths({ source, reference, decoded, path, attached }: Misled, folder: FolderLookup): MeantPaths | undefined {
  if (attached.kind !== "missing" && attached.kind !== "folder") return undefined;
  if (basename(decoded) !== basename(path)) return undefined;
  const start = source.lastIndexOf("/", reference.path.end - 1) + 1;
  const line = /^[^\r\n]*/.exec(source.slice(start, start + longestName))?.[0] ?? "";
  const siblings = folder(dirname(path));
  const longer = nameAtStart(line, siblings ?? [], reference.path.end - start);
  if (longer !== undefined) {
    const before = decodePath(source.slice(reference.path.start, start));
    return { span: span(reference.path.start, start + longer.length), paths: [encodePath(before + longer)] };
  }
  const paths = attached.kind === "folder" ? [] : nearestPaths({ decoded, path, siblings }, folder);
  return paths.length === 0 ? undefined : { span: reference.path, paths };
}

/** Files beside a path without a file. Where its folder does not exist either, it may be the folder's name that is wrong. */
function nearestPaths(
  { decoded, path, siblings }: { decoded: string; path: string; siblings: FolderNames },
  folder: FolderLookup,
): string[] {
  const names = decoded.split("/");
  const last = basename(decoded);
  const rewrite = (...ending: string[]): string => encodePath([...names.slice(0, -ending.length), ...ending].join("/"));
  if (siblings !== undefined) return suggest(last, files(siblings)).map((name) => rewrite(name));
  const parent = dirname(path);
  const own = names.at(-2);
  if (own !== basename(parent)) return [];
  const outer = dirname(parent);
  const near = suggest(own, folders(folder(outer) ?? []));
  return near.filter((name) => folder(`${outer.replace(/\/$/, "")}/${name}`)?.includes(last)).map((name) => rewrite(name, last));
}

/** The longest name that a text begins with, of those that are longer than `least` UTF-16 units and end where a word does. */
function nameAtStart(text: string, names: readonly string[], least: number): string | undefined {
  const found = names
    .map((name) => name.replace(/\/$/, ""))
    .filter((name) => name.length > least && text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)));
  return found.sort((a, b) => b.length - a.length)[0];
}

function files(names: readonly string[]): string[] {
  return names.filter((name) => !name.endsWith("/"));
}

function folders(names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1));
}
