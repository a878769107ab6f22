/** What an editor has open: it counts before what the disk says. */
export interface OpenText {
  readonly uri: string;
  readonly text: string;
  /** Another number for every state of every text that was ever open. */
  readonly revision: number;
}

/** Finds what is open at an absolute path, however the editor writes it; undefined when nothing is. */
export type FindOpenText = (path: string) => Promise<OpenText | undefined>;

/** An open text of a file, and its place on the disk, links followed; undefined when that cannot be told. */
export interface OpenFile {
  readonly path: string;
  readonly place: Promise<string | undefined>;
}

/** What must be known of the disk to compare paths. */
export interface Disk {
  /** Where a path is or would be, links followed; undefined when that cannot be told. */
  placeOf(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
}

/**
 * Which of the open files `path` names: the one of that path, or the one at the same place, or else the one at the same
 * place in another normal form of Unicode, as long as the two are not both there.
 */
export async function openFileAt<File extends OpenFile>(path: string, open: readonly File[], disk: Disk): Promise<File | undefined> {
  const exact = open.find((file) => file.path === path);
  if (exact !== undefined || open.length === 0) return exact;
  const place = await disk.placeOf(path);
  if (place === undefined) return undefined;
  const places = await Promise.all(open.map(async (file) => ({ file, place: await file.place })));
  const same = places.find((each) => each.place === place);
  if (same !== undefined) return same.file;
  const alike = places.find((each) => each.place?.normalize() === place.normalize())?.file;
  if (alike === undefined) return undefined;
  return (await disk.exists(alike.path)) && (await disk.exists(path)) ? undefined : alike;
}
