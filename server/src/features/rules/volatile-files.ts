import type { EngineName } from "../../base/engine-name.js";
import type { FileText } from "../../base/file-answers.js";
import { basename, dirname, resolvePath } from "../../base/paths.js";
import { decodePath } from "../../base/percent-encoding.js";
import type { Span } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { parseDocument } from "../../syntax/parse-document.js";
import type { Evaluated } from "../../workspace/snapshot.js";
import { type FilePlace, filePlaces } from "../files/file-places.js";
import { goMessages } from "../go/actions.js";
import { goVolatile, unrunSpans } from "../go/volatile.js";
import { luaVolatile } from "../lua/volatile.js";
import type { VolatileValue } from "./volatile-values.js";

/** A longer file, in UTF-16 units, is not looked into: that would hold everybody up. */
const longest = 100_000;

/**
 * Values that change with every send in the files that the message at an index brings in (`embed`, `include`), and in those
 * that they bring in themselves: each file once, at the place in the message that leads there.
 */
export function volatileInFiles({ snapshot: { document, uri }, files }: Evaluated, index: number): VolatileValue[] {
  const placed = document.messages[index];
  if (placed === undefined || files === undefined) return [];
  const whole = { start: placed.start, end: placed.start + placed.message.span.end };
  const unrun = document.engine === "go" ? unrunSpans(document, index) : [];
  const world: World = { texts: files.texts, engine: document.engine, seen: new Set() };
  return filePlaces(document)
    .filter(({ span }) => isWithin(span, whole) && !unrun.some((hidden) => isWithin(span, hidden)))
    .flatMap((place) =>
      inFile(place, folderOf(uri), world).map(({ name, path }) => {
        return { name: `${name}' in '${basename(path)}`, span: place.span, instead: undefined };
      }),
    );
}

interface World {
  readonly texts: ReadonlyMap<string, FileText>;
  readonly engine: EngineName;
  /** The files that were looked into, by absolute path. */
  readonly seen: Set<string>;
}

interface Found {
  readonly name: string;
  /** Of the file that holds it. */
  readonly path: string;
}

function inFile({ kind, path: written }: FilePlace, folder: string, world: World): Found[] {
  if (kind === "reference" || written.startsWith("~")) return [];
  const path = resolvePath(folder, written, "");
  const told = world.texts.get(path);
  if (told?.kind !== "text" || told.text.length > longest || world.seen.has(path)) return [];
  world.seen.add(path);
  const document = parseDocument(`@System:\n${told.text}`, undefined, world.engine);
  const [own] = namesIn(document);
  const nested = filePlaces(document).flatMap((place) => inFile(place, dirname(path), world));
  return own === undefined ? nested : [{ name: own, path }, ...nested];
}

function namesIn(document: ChatDocument): string[] {
  const values =
    document.engine === "go"
      ? goMessages(document).flatMap(({ index }) => goVolatile(document, index))
      : document.messages.flatMap((placed) => luaVolatile(document, placed));
  return values.map(({ name }) => name);
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The folder of a document, as evaluations name it. */
function folderOf(uri: string): string {
  const path = decodePath(uri.replace(/^file:\/\//, ""));
  return dirname(/^\/[A-Za-z]:/.test(path) ? path.slice(1) : path);
}
