import { execFileSync } from "node:child_process";

/** Makes a named pipe at a path, and returns that: who reads it waits until somebody writes. */
export function namedPipe(path: string): string {
  execFileSync("sh", ["-c", `mkfifo "$1"`, "sh", path]);
  return path;
}
