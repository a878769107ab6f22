import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { runCli } from "../../server/src/cli/run.js";
import { evaluatorPath } from "../support/built.js";

/** What a run of the command line gave. */
export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly stdin?: string | Uint8Array;
  readonly isTTY?: boolean;
  readonly env?: { readonly [name: string]: string };
  readonly interrupted?: AbortSignal;
  /** Called with everything written to standard output so far. */
  readonly onOutput?: (stdout: string) => void;
}

/** Makes a folder with files that goes away after the test. */
export function createFolder(files: { readonly [path: string]: string | Uint8Array }): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "chatls cli é#%-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Runs the command line in this process, with `folder` as the current folder. */
export async function run(folder: string, argv: readonly string[], around: Surroundings = {}): Promise<CliRun> {
  let stdout = "";
  let stderr = "";
  const isTTY = around.isTTY ?? false;
  const exitCode = await runCli(argv, {
    stdout: {
      write: (text) => {
        stdout += text;
        around.onOutput?.(stdout);
      },
      isTTY,
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
      isTTY,
    },
    stdin: async () => (typeof around.stdin === "string" ? new TextEncoder().encode(around.stdin) : (around.stdin ?? new Uint8Array())),
    cwd: folder,
    // The settings of whoever runs the tests are none of their business.
    env: { HOME: folder, CHATLS_STATE: process.env.CHATLS_STATE, ...around.env },
    evaluatorPath,
    interrupted: around.interrupted ?? new AbortController().signal,
  });
  return { exitCode, stdout, stderr };
}

/** A document with one undefined variable: a warning. */
export const misspelled = "```lua\nname = 1\n```\n@You:\nHello {{ nmae }}\n";

/** A document that cannot be sent. */
export const blocked = "@You:\nHello {% if %}\n";

/** A document without faults. */
export const clean = "@System:\nBe brief.\n\n@You:\nHello {{ 1 + 1 }}\n";
