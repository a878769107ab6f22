import { createIsolate } from "../evaluation/isolate.js";
import { nodeHost } from "../workspace/node-host.js";
import { createService, type EvaluateOptions } from "../workspace/service.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { Arguments } from "./arguments.js";
import type { InputDocument } from "./documents.js";
import { Interrupted, type Io } from "./io.js";
import { givenVariables, outsideOptions } from "./outside.js";
import { createWorkspaceFolders } from "./workspace-folder.js";

/** The core as the commands use it: one document after the other, nothing remembered between them. */
export interface Core {
  /** Evaluates a document with the options and variables of the invocation. Throws `Interrupted`. */
  evaluate(document: InputDocument, options?: EvaluateOptions): Promise<Evaluated>;
}

/** Runs `use` with the core over the real file system, and closes it afterwards. Throws a `UsageError` for wrong options. */
export async function withCore<T>(args: Arguments, io: Io, use: (core: Core) => Promise<T>): Promise<T> {
  const folders = createWorkspaceFolders(args, io);
  const base = outsideOptions(args, io);
  const variables = givenVariables(args);
  const host = nodeHost({ folders: () => folders.found, cwd: io.cwd, options: async () => base });
  const service = createService(host, createIsolate({ childPath: io.evaluatorPath }));
  try {
    return await use({
      async evaluate({ snapshot, file }, options = {}) {
        if (file !== undefined) folders.add(file);
        const evaluated = await service.evaluate(snapshot, { ...options, variables, signal: io.interrupted });
        service.forget(snapshot.uri);
        if (evaluated === undefined) throw new Interrupted();
        return evaluated;
      },
    });
  } finally {
    service.dispose();
  }
}
