import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type FileAttachment, type FileText, mostTextBytes } from "../base/file-answers.js";
import type { BaseOptions } from "../evaluation/types.js";
import { attachmentOf } from "./file-type.js";
import type { Host } from "./host.js";
import { fileAttachment, fileContent, fileFact, fileText, folderNames, isBelowAny, isWithin, nothing, pathStamp } from "./node-files.js";
import { createRepositories } from "./node-repository.js";
import type { FindOpenText } from "./open-texts.js";

/** What the host is told by the editor or the command line; functions, because both may change while it runs. */
export interface NodeHostOptions {
  /** Absolute paths of the workspace folders, the first one first. */
  readonly folders?: () => readonly string[];
  /** Without trust, files outside of the workspace folders do not exist for templates. */
  readonly trusted?: () => boolean;
  /** Nobody sits in front of it: a command line. */
  readonly isHeadless?: boolean;
  /** What the editor calls itself, if anything. */
  readonly editor?: () => string | undefined;
  /** `cwd` of templates; by default the workspace folder that holds the document, else its own folder. */
  readonly cwd?: string;
  /** Whether project files count; they do unless this is false. */
  readonly hasProjects?: boolean;
  /** What is said of options outside of the document at `uri`. */
  readonly options?: (uri: string) => Promise<BaseOptions>;
  /** What documents may wait for (see `Host.boundary`). */
  readonly boundary?: NonNullable<Host["boundary"]>;
  /** What the editor has open counts before the disk. */
  readonly openText?: FindOpenText;
}

const forbidden = { kind: "forbidden" } as const;

/** A host on the real file system. */
export function nodeHost(world: NodeHostOptions = {}): Host {
  const { folders = () => [], trusted = () => true, editor = () => undefined, cwd, options, hasProjects = true } = world;
  const { boundary, openText = async () => undefined } = world;
  const projectFolder = (uri: string): string | undefined => {
    const path = filePath(uri);
    return path === undefined ? folders()[0] : folderOf(path, folders());
  };
  const maySee = async (path: string): Promise<boolean> => trusted() || (await isBelowAny(path, folders()));
  const repositoryOf = createRepositories();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  /** The folders of documents that lie in no workspace folder: what lies beside them is not outside. */
  const loose = new Set<string>();
  return {
    ...(options && { options }),
    ...(boundary && { boundary }),
    now: () => Date.now(),
    // Git runs what a repository configures as filters: only one that is trusted is looked at.
    repository: async (folder) => (trusted() ? repositoryOf(folder) : undefined),
    environment: (names) =>
      Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] as string]]))),
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
        os: platform(),
        arch: arch(),
        invocationMode: world.isHeadless ? ("headless" as const) : ("interactive" as const),
        ...(name !== undefined && { editor: name }),
      };
      return filename === undefined ? common : { ...common, filename };
    },
    ...(hasProjects && { projects: { folders, trusted, folderOf: projectFolder } }),
    fact: async (path) => ((await maySee(path)) ? fileFact(path) : nothing),
    text: async (path) => ((await maySee(path)) ? text(path) : forbidden),
    attachment: async (path) => ((await maySee(path)) ? (await attachment(path)).told : forbidden),
    folder: async (path) => ((await maySee(path)) ? folderNames(path) : undefined),
    content: async (path) => ((await maySee(path)) ? content(path) : undefined),
    async stamp(path, asOf) {
      const open = await openText(path);
      return open === undefined ? pathStamp(path, asOf) : `open ${open.revision}`;
    },
  };

  async function text(path: string): Promise<FileText> {
    const open = await openText(path);
    if (open === undefined) return fileText(path);
    return Buffer.byteLength(open.text) > mostTextBytes ? { kind: "too-large" } : { kind: "text", text: open.text };
  }

  /** What is told of an attachment, and its bytes where they are those of an open text: an editor has text only. */
  async function attachment(path: string): Promise<{ readonly told: FileAttachment; readonly bytes?: Uint8Array }> {
    const around = [...folders(), ...loose];
    const told = await fileAttachment(path, around);
    const open = await openText(path);
    if (open === undefined || (told.kind === "file" ? !told.isText : told.kind !== "missing")) return { told };
    const bytes = new TextEncoder().encode(open.text);
    const place = told.kind === "file" ? told : { isOutside: !(await isBelowAny(path, around)) };
    return { told: attachmentOf(path, bytes, place), bytes };
  }

  async function content(path: string): Promise<Uint8Array | undefined> {
    if ((await openText(path)) === undefined) return fileContent(path);
    return (await attachment(path)).bytes ?? fileContent(path);
  }
}

/** The operating system, as Go calls it. */
function platform(): string {
  return process.platform === "win32" ? "windows" : process.platform;
}

/** The processor, as Go calls it. */
function arch(): string {
  const names: { readonly [name: string]: string } = { x64: "amd64", ia32: "386" };
  return names[process.arch] ?? process.arch;
}

/** Which system's paths a URI stands for; the present one's where nobody says. */
interface PathStyle {
  readonly windows?: boolean;
}

/** The path of a `file:` URI; undefined for every other scheme and for URIs that name no path. Windows drives are upper case. */
export function filePath(uri: string, style: PathStyle = {}): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri, style).replace(/^[a-z]:(?=\\)/, (drive) => drive.toUpperCase());
  } catch {
    return undefined;
  }
}

/** The `file:` URI of an absolute path. */
export function fileUri(path: string, style: PathStyle = {}): string {
  return pathToFileURL(path, style).href;
}

/** The innermost of the folders that an absolute path lies in, or else lies in once links are followed. */
export function folderOf(path: string, folders: readonly string[]): string | undefined {
  const around = folders.filter((folder) => isWithin(path, folder));
  if (around.length > 0) return around.sort((a, b) => b.length - a.length)[0];
  if (folders.length === 0) return undefined;
  const real = realFolder(dirname(path));
  const linked = folders.map((folder) => ({ folder, place: realFolder(folder) })).filter(({ place }) => isWithin(real, place));
  return linked.sort((a, b) => b.place.length - a.place.length)[0]?.folder;
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
