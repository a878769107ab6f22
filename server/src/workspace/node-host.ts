import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BaseOptions } from "../evaluation/types.js";
import type { Host } from "./host.js";
import { fileAttachment, fileContent, fileFact, fileText, folderNames, isBelowAny, isWithin, nothing } from "./node-files.js";

/** What the host is told by the editor or the command line; functions, because both may change while it runs. */
export interface NodeHostOptions {
  /** Absolute paths of the workspace folders, the first one first. */
  readonly folders?: () => readonly string[];
  /** Without trust, files outside of the workspace folders do not exist for templates. */
  readonly trusted?: () => boolean;
  /** What the editor calls itself, if anything. */
  readonly editor?: () => string | undefined;
  /** `cwd` of templates; by default the workspace folder that holds the document, else its own folder. */
  readonly cwd?: string;
  /** Whether project files count; they do unless this is false. */
  readonly hasProjects?: boolean;
  /** What is said of options outside of the document at `uri`. */
  readonly options?: (uri: string) => Promise<BaseOptions>;
}

const forbidden = { kind: "forbidden" } as const;

/** A host on the real file system. */
export function nodeHost(world: NodeHostOptions = {}): Host {
  const { folders = () => [], trusted = () => true, editor = () => undefined, cwd, options, hasProjects = true } = world;
  const projectFolder = (uri: string): string | undefined => {
    const path = filePath(uri);
    return path === undefined ? folders()[0] : folderOf(path, folders());
  };
  const maySee = async (path: string): Promise<boolean> => trusted() || (await isBelowAny(path, folders()));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  /** The folders of documents that lie in no workspace folder: what lies beside them is not outside. */
  const loose = new Set<string>();
  return {
    ...(options && { options }),
    now: () => Date.now(),
    surroundings(uri) {
      const filename = filePath(uri);
      const folder = filename === undefined ? undefined : folderOf(filename, folders());
      const place = filename === undefined ? (folders()[0] ?? process.cwd()) : dirname(filename);
      if (filename !== undefined && folder === undefined) loose.add(place);
      const name = editor();
      const common = {
        dirname: place,
        cwd: cwd ?? folder ?? place,
        home: homedir(),
        timeZone,
        ...(name !== undefined && { editor: name }),
      };
      return filename === undefined ? common : { ...common, filename };
    },
    ...(hasProjects && { projects: { folders, trusted, folderOf: projectFolder } }),
    fact: async (path) => ((await maySee(path)) ? fileFact(path) : nothing),
    text: async (path) => ((await maySee(path)) ? fileText(path) : forbidden),
    attachment: async (path) => ((await maySee(path)) ? fileAttachment(path, [...folders(), ...loose]) : forbidden),
    folder: async (path) => ((await maySee(path)) ? folderNames(path) : undefined),
    content: async (path) => ((await maySee(path)) ? fileContent(path) : undefined),
  };
}

/** The path of a `file:` URI; undefined for every other scheme and for URIs that name no path. */
export function filePath(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The `file:` URI of an absolute path. */
export function fileUri(path: string): string {
  return pathToFileURL(path).href;
}

/** The innermost of the folders that an absolute path lies in. */
export function folderOf(path: string, folders: readonly string[]): string | undefined {
  const around = folders.filter((folder) => isWithin(path, folder));
  return around.sort((a, b) => b.length - a.length)[0];
}
