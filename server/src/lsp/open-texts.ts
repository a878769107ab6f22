import { filePath } from "../workspace/node-host.js";
import { type Disk, type OpenFile, type OpenText, openFileAt } from "../workspace/open-texts.js";
import type { Snapshot } from "../workspace/snapshot.js";
import type { Documents } from "./documents.js";

/** The texts of files that the client has open: documents, and buffers of other files that documents use. */
export interface OpenTexts {
  /** The one at an absolute path, however the client writes its URI. */
  find(path: string): Promise<OpenText | undefined>;
  /** The names of the file of an open text, links followed or not; none of a text that is no file. */
  namesOf(uri: string): Promise<ReadonlySet<string>>;
}

interface Entry extends OpenFile {
  readonly uri: string;
}

/** Makes the open texts of several stores. */
export function createOpenTexts(stores: readonly Documents[], disk: Disk): OpenTexts {
  const entries = new Map<string, Entry>();
  const revisions = new WeakMap<Snapshot, number>();
  let lastRevision = 0;

  /** Where a file lies is looked up when it is first seen open. */
  function openFiles(): Entry[] {
    const uris = new Set(stores.flatMap((store) => [...store.all()].map(({ uri }) => uri)));
    for (const uri of entries.keys()) if (!uris.has(uri)) entries.delete(uri);
    for (const uri of uris) {
      const path = filePath(uri);
      if (path !== undefined && !entries.has(uri)) entries.set(uri, { uri, path, place: disk.placeOf(path) });
    }
    return [...entries.values()];
  }

  function revisionOf(snapshot: Snapshot): number {
    const revision = revisions.get(snapshot) ?? ++lastRevision;
    revisions.set(snapshot, revision);
    return revision;
  }

  return {
    async find(path) {
      const uri = (await openFileAt(path, openFiles(), disk))?.uri;
      const open = uri === undefined ? undefined : stores.map((store) => store.get(uri)).find((each) => each !== undefined);
      return open && { uri: open.uri, text: open.snapshot.text.text, revision: revisionOf(open.snapshot) };
    },
    async namesOf(uri) {
      const path = filePath(uri);
      if (path === undefined) return new Set();
      const known = openFiles().find((entry) => entry.uri === uri);
      const place = await (known?.place ?? disk.placeOf(path));
      return new Set(place === undefined ? [path] : [path, place]);
    },
  };
}
