import type { Connection } from "vscode-languageserver";
import { fileUri } from "../workspace/node-host.js";
import type { ProjectReport } from "../workspace/projects.js";
import { askAgain } from "./ask-again.js";
import type { Client } from "./client.js";
import { toLspDiagnostic } from "./convert.js";

/** Publishes what is wrong with project files and their modules, whether they are open or not. */
export interface ProjectFiles {
  /** Takes the place of what was published before. */
  publish(reports: readonly ProjectReport[]): void;
  /** What was published last: clients that ask for diagnostics get it with the report of the workspace. */
  reports(): readonly ProjectReport[];
}

/** What must be known of the client. */
type Reader = Pick<Client, "encoding" | "pullsDiagnostics" | "canRefreshDiagnostics">;

/** Makes the project files of a connection. */
export function createProjectFiles(connection: Connection, client: Reader): ProjectFiles {
  let last: readonly ProjectReport[] = [];

  function send({ path, text, problems }: ProjectReport): void {
    const uri = fileUri(path);
    const texts = new Map(last.map((report) => [report.path, { kind: "text", text: report.text.text } as const]));
    const placing = { uri, text, texts, encoding: client.encoding };
    void connection.sendDiagnostics({ uri, diagnostics: problems.map((problem) => toLspDiagnostic(placing, problem)) });
  }

  return {
    publish(reports) {
      const faulty = new Set(last.filter(({ problems }) => problems.length > 0).map(({ path }) => path));
      const present = new Set(reports.map(({ path }) => path));
      const gone = last.filter(({ path }) => faulty.has(path) && !present.has(path)).map((report) => ({ ...report, problems: [] }));
      last = reports;
      if (client.pullsDiagnostics) {
        const isFaulty = faulty.size > 0 || reports.some(({ problems }) => problems.length > 0);
        if (isFaulty && client.canRefreshDiagnostics) askAgain(connection, "diagnostics");
        return;
      }
      for (const report of reports) if (report.problems.length > 0 || faulty.has(report.path)) send(report);
      for (const report of gone) send(report);
    },
    reports: () => last,
  };
}
