import { noAnswers, pathsIn } from "../base/file-answers.js";
import type { Layer } from "../config/operations.js";
import { createIsolate } from "../evaluation/isolate.js";
import { credentialPrefix } from "../workspace/boundaries.js";
import { nodeHost } from "../workspace/node-host.js";
import type { ProjectReport } from "../workspace/projects.js";
import { createService, type EvaluateOptions } from "../workspace/service.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { type Arguments, wholeNumber } from "./arguments.js";
import type { InputDocument } from "./documents.js";
import { formatText } from "./format-text.js";
import { Interrupted, type Io } from "./io.js";
import { commandLineLayer, givenVariables, userLayer } from "./outside.js";
import { type FileReport, projectReport } from "./report.js";
import { painter } from "./terminal.js";
import { createWorkspaceFolders } from "./workspace-folder.js";

/** The core as the commands use it: one document after the other, nothing remembered between them. */
export interface Core {
  /** Evaluates a document with the options and variables of the invocation. Throws `Interrupted`, or a `UsageError` for wrong options. */
  evaluate(document: InputDocument, options?: EvaluateOptions): Promise<Evaluated>;
  /** What is wrong with the project files of the documents so far: those with faults only. */
  projectReports(): readonly FileReport[];
  /** The absolute paths that the newest evaluation of each document depends on, whether something is there or not. */
  dependencies(): ReadonlySet<string>;
}

/** Runs `use` with the core over the real file system, and closes it afterwards. Throws a `UsageError` for wrong settings or variables. */
export async function withCore<T>(args: Arguments, io: Io, use: (core: Core) => Promise<T>): Promise<T> {
  const folders = createWorkspaceFolders(args, io);
  const user = userLayer(args, io);
  const variables = givenVariables(args);
  const number = args.value("item");
  const item = number === undefined ? {} : { item: wholeNumber("item", number, 1) };
  const hasProjects = !args.has("no-project-file");
  let above: readonly Layer[] = [];
  const host = nodeHost({
    folders: () => folders.found,
    cwd: io.cwd,
    isHeadless: true,
    options: async () => ({ below: [user], above }),
    hasProjects,
    // Nobody is asked for credentials here, so nothing waits for them.
    boundary: (name) => (name.startsWith(credentialPrefix) ? Promise.resolve() : undefined),
  });
  let reports: readonly ProjectReport[] = [];
  const used = new Map<string, ReadonlySet<string>>();
  const service = createService(host, createIsolate({ childPath: io.evaluatorPath }), (all) => {
    reports = all;
  });
  try {
    return await use({
      async evaluate({ snapshot, file }, options = {}) {
        if (file !== undefined) folders.add(file);
        await service.projects.refresh();
        above = [commandLineLayer(args, await service.outside(snapshot.uri))];
        const evaluated = await service.evaluate(snapshot, { ...item, ...options, variables, signal: io.interrupted });
        service.forget(snapshot.uri);
        if (evaluated === undefined) throw new Interrupted();
        used.set(snapshot.uri, pathsIn(evaluated.files ?? noAnswers));
        return evaluated;
      },
      dependencies: () => new Set([...service.projects.paths(), ...[...used.values()].flatMap((paths) => [...paths])]),
      projectReports: () => reports.filter(({ problems }) => problems.length > 0).map((report) => projectReport(report, io.cwd)),
    });
  } finally {
    service.dispose();
  }
}

/** Says on standard error what is wrong with project files. */
export function tellProjects(core: Core, io: Io): void {
  io.stderr.write(formatText(core.projectReports(), painter(io.stderr, io.env)));
}
