import { execFile } from "node:child_process";
import type { Repository } from "../evaluation/types.js";

/** So long may git take, in ms. */
const patience = 2000;
/** So long an answer is good, in ms: who types asks again and again. */
const fresh = 1000;

/** Nothing that a repository configures is run, and nothing is written: whoever asks only looks. */
const safely = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.untrackedCache=false"];

interface Answer {
  readonly at: number;
  readonly state: Promise<Repository | undefined>;
}

/** Makes what tells the state of the git repository that a folder lies in; undefined outside of every one, and without git. */
export function createRepositories(): (folder: string) => Promise<Repository | undefined> {
  const known = new Map<string, Answer>();
  return (folder) => {
    const now = performance.now();
    const last = known.get(folder);
    if (last !== undefined && now - last.at < fresh) return last.state;
    const state = readRepository(folder);
    known.set(folder, { at: now, state });
    return state;
  };
}

function readRepository(folder: string): Promise<Repository | undefined> {
  return new Promise((resolve) => {
    const args = [...safely, "-C", folder, "status", "--porcelain=v2", "--branch", "--ignore-submodules"];
    execFile("git", args, { timeout: patience, maxBuffer: 16 << 20, windowsHide: true }, (error, stdout) => {
      resolve(error === null ? repositoryOf(stdout) : undefined);
    });
  });
}

/** Reads `git status --porcelain=v2 --branch`. */
export function repositoryOf(status: string): Repository {
  const header = (name: string): string | undefined => new RegExp(`^# branch\\.${name} (.*)$`, "m").exec(status)?.[1];
  const branch = header("head");
  const commit = header("oid");
  return {
    ...(branch !== undefined && branch !== "(detached)" && { branch }),
    ...(commit !== undefined && commit !== "(initial)" && { commit }),
    dirty: /^[^#\n]/m.test(status),
  };
}
