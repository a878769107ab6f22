import { statSync } from "node:fs";
import { resolve } from "node:path";
import { createIsolate } from "../evaluation/isolate.js";
import { nodeHost } from "../workspace/node-host.js";
import { createService, type Service } from "../workspace/service.js";
import type { Arguments } from "./arguments.js";
import { type Io, UsageError } from "./io.js";

/** Runs `use` with the core over the real file system, and closes it afterwards. */
export async function withCore<T>(args: Arguments, io: Io, use: (service: Service) => Promise<T>): Promise<T> {
  const workspace = workspaceOf(args, io);
  const host = nodeHost({ folders: () => [workspace], cwd: io.cwd });
  const service = createService(host, createIsolate({ childPath: io.evaluatorPath }));
  try {
    return await use(service);
  } finally {
    service.dispose();
  }
}

function workspaceOf(args: Arguments, io: Io): string {
  const given = args.value("workspace");
  if (given === undefined) return io.cwd;
  const folder = resolve(io.cwd, given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`No folder at '${given}' (--workspace).`);
  return folder;
}
