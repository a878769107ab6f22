import { type Connection, DidChangeWatchedFilesNotification, type Disposable, type FileSystemWatcher } from "vscode-languageserver";
import { isWithin } from "../workspace/node-files.js";
import { fileUri } from "../workspace/node-host.js";
import type { WatchedPlace } from "../workspace/watched-names.js";
import type { Client } from "./client.js";
import { globOf } from "./globs.js";

/** Has the client watch what lies in the workspace folders. */
export interface ClientWatch {
  /**
   * Has the client watch those of the places that it can tell of, and nothing else; gives the others. A client that
   * refuses can tell of nothing.
   */
  watch(places: readonly WatchedPlace[]): Promise<readonly WatchedPlace[]>;
}

/** What registers watchers with the client, and tells people of what went wrong. */
export interface WatchRegistrar {
  register(watchers: FileSystemWatcher[]): Promise<Disposable>;
  warn(message: string): void;
}

/** What must be known of the client. */
type Reader = Pick<Client, "folders" | "watchesFiles" | "takesRelativePatterns">;

/** A folder with more names to watch than this is watched as a whole. */
const mostNames = 500;
/** A client that does not answer for so many ms is taken to watch. */
const patience = 1000;
/** Editors leave these folders out. */
const leftOut = /[\\/](?:\.git|node_modules)(?:[\\/]|$)/;

/** What registers with the client of a connection. */
export function registrarOf({ client, console }: Connection): WatchRegistrar {
  return {
    register: (watchers) => client.register(DidChangeWatchedFilesNotification.type, { watchers }),
    warn: (message) => console.warn(message),
  };
}

/** Makes the watch of a client; `placeOf` tells where a folder is, links followed. */
export function createClientWatch(
  registrar: WatchRegistrar,
  client: Reader,
  placeOf: (path: string) => Promise<string | undefined>,
): ClientWatch {
  let present: Promise<Disposable> | undefined;
  let registered = JSON.stringify([]);
  let isRefused = false;

  async function register(watchers: readonly FileSystemWatcher[]): Promise<void> {
    const wanted = JSON.stringify(watchers);
    if (wanted === registered) return;
    const before = present;
    registered = wanted;
    present = watchers.length === 0 ? undefined : registrar.register([...watchers]);
    present?.catch(refused);
    await Promise.race([present, new Promise((resolve) => setTimeout(resolve, patience))]).catch(() => {});
    // What both watch is told twice for a moment, rather than not at all.
    before?.then((registration) => registration.dispose(), refused);
  }

  function refused(error: unknown): void {
    if (!isRefused) registrar.warn(`Changes of files will not be told: ${String(error)}`);
    isRefused = true;
  }

  function watchersOf(folder: string, names: ReadonlySet<string>): FileSystemWatcher[] {
    const globs = names.size > mostNames ? ["**/*"] : [...names].sort();
    return [...new Set(globs)].map((pattern) => ({
      globPattern: client.takesRelativePatterns ? { baseUri: fileUri(folder), pattern } : `**/${pattern}`,
    }));
  }

  return {
    async watch(places) {
      if (!client.watchesFiles || isRefused) return places;
      const folders = await Promise.all(
        client.folders.map(async (path) => ({ path, place: (await placeOf(path)) ?? path, names: new Set<string>() })),
      );
      const others = places.filter((place) => {
        const around = folders.filter(({ path }) => place.path !== path && isWithin(place.path, path));
        const folder = around.sort((a, b) => b.path.length - a.path.length)[0];
        // Clients do not follow links, and tell of what lies behind them by another name, if at all.
        const name = folder && place.path.slice(folder.path.length + 1);
        if (name === undefined || leftOut.test(place.path) || place.place !== `${folder?.place}/${name}`) return true;
        for (const each of namesTo(name)) folder?.names.add(globOf(each));
        if (place.isListed) folder?.names.add(`${globOf(name)}/*`);
        return false;
      });
      await register(folders.flatMap(({ path, names }) => watchersOf(path, names)));
      return isRefused ? places : others;
    },
  };
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function namesTo(name: string): string[] {
  const parts = name.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
