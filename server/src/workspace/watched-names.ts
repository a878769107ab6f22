import { dirname } from "../base/paths.js";

/** A path that somebody wants to know about, and where it is or would be, links followed. */
export interface WatchedPlace {
  readonly path: string;
  readonly place: string;
  /** Its names are of interest, for it may be a folder. */
  readonly isListed: boolean;
}

/** Watched paths by the names that something can happen to. */
export interface WatchedNames {
  /** By every name on the way to them, outer folders first, and their own; links followed or not. */
  readonly through: ReadonlyMap<string, ReadonlySet<string>>;
  /** By their own names. */
  readonly at: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Sorts watched paths by names. */
export function watchedNames(places: Iterable<WatchedPlace>): WatchedNames {
  const through = new Map<string, Set<string>>();
  const at = new Map<string, Set<string>>();
  for (const { path, place } of places) {
    for (const own of new Set([path, place, path.normalize()])) {
      add(at, own, path);
      for (const name of wayTo(own)) add(through, name, path);
    }
  }
  return { through, at };
}

/**
 * The watched paths that may be others after something happened to `name`: it, what lies below it, and the folder that it
 * is a name in. Some systems tell names in another normal form of Unicode than they were given.
 */
export function concernedBy({ through, at }: WatchedNames, name: string): ReadonlySet<string> {
  const forms = new Set([name, name.normalize()]);
  return new Set([...forms].flatMap((form) => [...(through.get(form) ?? []), ...(at.get(dirname(form)) ?? [])]));
}

function add(names: Map<string, Set<string>>, name: string, path: string): void {
  names.set(name, (names.get(name) ?? new Set()).add(path));
}

/** The folders around a path, outermost first, and the path; not the root, where nothing ever happens. */
function wayTo(path: string): string[] {
  const names = [];
  for (let at = path; at !== dirname(at); at = dirname(at)) names.push(at);
  return names.reverse();
}
