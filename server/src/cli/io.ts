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
