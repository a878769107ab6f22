/** Where one stream of a command goes. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
}

/** The outside of one run of the command line; injected, so that tests need no process. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Reads standard input to its end. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Absolute path that relative PATHs start from. */
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Program file of the evaluation child. */
  readonly evaluatorPath: string;
  /** Aborted when the person interrupts the run (Ctrl-C). */
  readonly interrupted: AbortSignal;
}

/** A fault of the invocation: one line for standard error, exit code 2. */
export class UsageError extends Error {}

/** The run failed for a reason outside the documents (a file that cannot be read): one line for standard error, exit code 1. */
export class RunError extends Error {}

/** The person interrupted the run: exit code 130, as shells expect. */
export class Interrupted extends Error {}

const systemErrors: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EBUSY: "it is in use",
  EISDIR: "it is a folder",
  ELOOP: "its symbolic links form a circle",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file",
  ENOSPC: "no space is left",
  ENOTDIR: "a part of the path is no folder",
  EROFS: "the file system is read-only",
  ERR_FS_FILE_TOO_LARGE: "it is too large",
  ERR_STRING_TOO_LONG: "it is too large",
};

/** Says in words why a call of the file system failed. */
export function systemErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return systemErrors[code] ?? error.message;
}
