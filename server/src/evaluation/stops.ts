import type { ChildProcess } from "node:child_process";
import { readSync } from "node:fs";
import { Socket } from "node:net";
import type { Writable } from "node:stream";

// A process in the middle of a template reads no messages. The id of a run that nobody wants any more therefore takes a
// pipe of its own, which can be looked into from inside a loop: the descriptor behind the standard three and the port.
const descriptor = 4;

/** Windows cannot look into a pipe without waiting: there a run is left between two messages only. */
const isSupported = process.platform !== "win32";

/** What stands at the pipe's place in the `stdio` of the isolated process. */
export const stopsStdio = isSupported ? "pipe" : "ignore";

/** Tells a process that run `id` is not wanted. Any other run takes no notice, however late this comes. */
export function sendStop(process: ChildProcess, id: number): void {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(id);
  pipeOf(process)?.write(bytes);
}

/** Readies the pipe of a process that has been started: one that breaks is no more than a process that ends. */
export function openStops(process: ChildProcess): void {
  pipeOf(process)?.on("error", () => {});
}

function pipeOf({ stdio }: ChildProcess): Writable | null | undefined {
  return stdio[descriptor] as Writable | null | undefined;
}

/** In the isolated process: makes the function that says whether run `id` is no longer wanted. It never waits. */
export function receiveStops(): (id: number) => boolean {
  if (!isSupported) return () => false;
  // From now on the descriptor does not block; the socket itself reads nothing.
  new Socket({ fd: descriptor }).unref();
  const bytes = Buffer.alloc(4096);
  let last = 0;
  return (id) => {
    const length = readNow(bytes);
    // Of several ids only the last can be that of the present run.
    if (length >= 4) last = bytes.readInt32LE(length - 4);
    return last === id;
  };
}

/** Reads what is there; 0 when nothing is. */
function readNow(bytes: Buffer): number {
  try {
    return readSync(descriptor, bytes);
  } catch {
    return 0;
  }
}
