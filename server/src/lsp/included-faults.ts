import type { Diagnostic as LspDiagnostic } from "vscode-languageserver";
import type { Evaluated } from "../workspace/snapshot.js";
import { askAgain } from "./ask-again.js";
import type { Client } from "./client.js";
import { toIncludedDiagnostic } from "./convert.js";
import type { Server } from "./handlers.js";

/** What evaluations of documents find wrong in files that they include, for those that are open. */
export interface IncludedFaults {
  /** Takes the place of what the evaluation of this document before found. */
  evaluated(evaluated: Evaluated): void;
  /** A closed document tells of nothing. */
  closed(uri: string): void;
  /** Other texts are open now. */
  opened(): void;
  /** What documents that include it find in the open text at `uri`; the same fault once. */
  of(uri: string): readonly LspDiagnostic[];
}

/** What is found in an included file. */
interface Fault {
  /** Absolute path. */
  readonly file: string;
  readonly diagnostic: LspDiagnostic;
}

/** Makes an empty collection. `find` gives the URI of the open text at a path; `onChanged` is told of open texts with other faults than before. */
export function createIncludedFaults(parts: {
  readonly client: Pick<Client, "encoding">;
  find(path: string): Promise<{ readonly uri: string } | undefined>;
  onChanged(uris: readonly string[]): void;
}): IncludedFaults {
  const { client, find, onChanged } = parts;
  const byDocument = new Map<string, readonly Fault[]>();
  let shown: ReadonlyMap<string, readonly LspDiagnostic[]> = new Map();
  let generation = 0;

  async function show(): Promise<void> {
    if (byDocument.size === 0 && shown.size === 0) return;
    const own = ++generation;
    const faults = [...byDocument.values()].flat();
    const files = await Promise.all(
      [...new Set(faults.map(({ file }) => file))].map(async (file) => [file, (await find(file))?.uri] as const),
    );
    if (own !== generation) return;
    const uris = new Map(files);
    const next = new Map<string, LspDiagnostic[]>();
    for (const { file, diagnostic } of faults) {
      const uri = uris.get(file);
      if (uri === undefined) continue;
      const list = next.get(uri) ?? [];
      if (!list.some((each) => isSameFault(each, diagnostic))) list.push(diagnostic);
      next.set(uri, list);
    }
    const before = shown;
    shown = next;
    const changed = [...new Set([...before.keys(), ...next.keys()])].filter(
      (uri) => JSON.stringify(before.get(uri)) !== JSON.stringify(next.get(uri)),
    );
    if (changed.length > 0) onChanged(changed);
  }

  return {
    evaluated({ snapshot: { uri, text }, result, files }) {
      const placing = { uri, text, encoding: client.encoding, texts: files?.texts };
      const faults = (result?.problems ?? []).flatMap((problem) => {
        const diagnostic = toIncludedDiagnostic(placing, problem);
        return problem.file === undefined || diagnostic === undefined ? [] : [{ file: problem.file, diagnostic }];
      });
      if (faults.length > 0) byDocument.set(uri, faults);
      else byDocument.delete(uri);
      void show();
    },
    closed(uri) {
      if (byDocument.delete(uri)) void show();
    },
    opened: () => void show(),
    of: (uri) => shown.get(uri) ?? [],
  };
}

/** Shows what was found in open texts that others include: a document with its own faults, any other text without. */
export function publishIncluded(
  parts: Pick<Server, "connection" | "client" | "buffers" | "publisher" | "includedFaults">,
  uris: readonly string[],
): void {
  const { connection, client, buffers, publisher, includedFaults } = parts;
  if (client.pullsDiagnostics) {
    if (client.canRefreshDiagnostics) askAgain(connection, "diagnostics");
    return;
  }
  for (const uri of uris) {
    const version = buffers.get(uri)?.snapshot.version;
    if (version !== undefined) void connection.sendDiagnostics({ uri, version, diagnostics: [...includedFaults.of(uri)] });
    else publisher.includedChanged(uri);
  }
}

/** The diagnostics of a text, and what other documents find in it beyond them. */
export function withIncluded(own: readonly LspDiagnostic[], included: readonly LspDiagnostic[]): LspDiagnostic[] {
  return [...own, ...included.filter((diagnostic) => !own.some((each) => isSameFault(each, diagnostic)))];
}

/** Says whether two diagnostics of one text are about the same, whoever found them. */
function isSameFault(one: LspDiagnostic, other: LspDiagnostic): boolean {
  return one.code === other.code && one.message === other.message && JSON.stringify(one.range) === JSON.stringify(other.range);
}
