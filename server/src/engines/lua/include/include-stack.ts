import type { Related } from "../../../base/diagnostic.js";
import { basename } from "../../../base/paths.js";
import { shift } from "../../../base/span.js";
import type { Site } from "../../../lua/errors.js";
import type { ChunkOffsets } from "../problems.js";
import type { IncludeFault } from "./include-error.js";

/** So many files may include each other below the document (spec/flemma-templates.md §4). */
const deepest = 16;

/** What the rendering of a file has been through: all that decides whether it goes the same way in another place. */
export interface Reach {
  /** The files that it included, and those that they included, absolute. */
  readonly files: ReadonlySet<string>;
  /** How many of them include each other. */
  readonly depth: number;
  /** It would have gone otherwise with other files around it. */
  readonly isPlaced: boolean;
}

/** The files that are being rendered. */
export interface IncludeStack {
  /** Says what speaks against including a file now. `requester` is the file that asks for it. */
  faultOf(path: string, requester: string): IncludeFault | undefined;
  /** Renders a file in its place; `render` is given what it has been through, which is complete when it has ended. */
  within<T>(path: string, site: Site, render: (reach: Reach) => T): T;
  /** Says whether what has been through that goes the same way here; if so, it counts as done. */
  goesAgain(path: string, reach: Reach): boolean;
  /** Whatever is being rendered may go otherwise the next time. */
  unsettle(): void;
  /** How often that was said. */
  unsettled(): number;
  /** Stands for all files that are being rendered now, in their order: another object in every other place. */
  place(): object;
  /** The file that is being rendered; undefined for the document. */
  file(): string | undefined;
  /** The calls that led to what runs now, the innermost first; undefined when they began in no text of the evaluation. */
  calls(): readonly Related[] | undefined;
}

interface Entry {
  readonly path: string | undefined;
  readonly site?: Site;
  readonly files: Set<string>;
  depth: number;
  isPlaced: boolean;
}

/** Makes the stack of a document at `path`, if it has one. */
export function createIncludeStack(path: string | undefined, offsets: ChunkOffsets): IncludeStack {
  const entries: Entry[] = [{ path, files: new Set(), depth: 0, isPlaced: false }];
  const isOpen = (file: string): boolean => entries.some((entry) => entry.path === file);

  /** What happens below a file has happened to it as well. */
  function join(file: string, { files, depth, isPlaced }: Reach): void {
    const top = entries.at(-1) as Entry;
    // The document is rendered in one place only.
    if (entries.length === 1) return;
    top.files.add(file);
    for (const below of files) top.files.add(below);
    top.depth = Math.max(top.depth, depth + 1);
    top.isPlaced ||= isPlaced;
  }

  let unsettled = 0;

  function placed(fault: IncludeFault): IncludeFault {
    for (const entry of entries) entry.isPlaced = true;
    return fault;
  }

  return {
    faultOf(file, requester) {
      if (isOpen(file)) return placed({ code: "include/circular", message: `Circular include detected (requested by '${requester}')` });
      if (entries.length <= deepest) return undefined;
      const message = `Includes nest deeper than ${deepest} files. Let "${basename(requester)}" do without "${basename(file)}".`;
      return placed({ code: "include/too-deep", message });
    },
    within(file, site, render) {
      const entry: Entry = { path: file, site, files: new Set(), depth: 0, isPlaced: false };
      entries.push(entry);
      try {
        return render(entry);
      } finally {
        entries.pop();
        join(file, entry);
      }
    },
    goesAgain(file, reach) {
      const fits =
        !reach.isPlaced && entries.length + reach.depth <= deepest && entries.every((entry) => !entry.path || !reach.files.has(entry.path));
      if (fits) join(file, reach);
      return fits;
    },
    unsettle: () => {
      unsettled++;
    },
    unsettled: () => unsettled,
    place: () => entries.at(-1) as Entry,
    file: () => (entries.length === 1 ? undefined : entries.at(-1)?.path),
    calls() {
      const calls: Related[] = [];
      for (const { path: file = "", site } of entries.slice(1).reverse()) {
        if (site === undefined) continue;
        const { chunk, span } = site;
        const message = `"${basename(file)}" is included here.`;
        const offset = offsets.get(chunk.id);
        if (chunk.file !== undefined) calls.push({ span, message, file: chunk.file });
        else if (offset !== undefined) calls.push({ span: shift(span, offset), message });
        else return undefined;
      }
      return calls;
    },
  };
}
