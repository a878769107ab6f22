import type { FileQuestions } from "../engines/lua/environment/environment.js";
import { LimitError } from "../lua/errors.js";
import type { EvaluationRequest, FileFact, FileText } from "./types.js";

/** What an evaluation asks the host, and what it was told already. */
export interface Questions {
  readonly files: FileQuestions;
  /** The text of an absolute path. */
  read(path: string): FileText;
  /** Paths whose facts, and whose texts, were missing: the run is repeated once the host has answered. */
  readonly needs: ReadonlySet<string>;
  readonly reads: ReadonlySet<string>;
}

/** So many paths may one evaluation ask about: every one is a question to the file system. */
const mostQuestions = 1000;
/** So many texts may one evaluation know. */
const mostTexts = 200;
/** No file system has longer paths. */
const longestPath = 4096;
const nothing: FileFact = { readable: false, isFolder: false };
const missing: FileText = { kind: "missing" };

/** Answers from the request; what it does not know is noted and taken as "no". */
export function createQuestions({ files, texts = new Map() }: EvaluationRequest): Questions {
  const needs = new Set<string>();
  const reads = new Set<string>();

  function answer<T>(path: string, known: ReadonlyMap<string, T>, to: { missing: Set<string>; most: number; otherwise: T }): T {
    const told = path.length > longestPath ? to.otherwise : known.get(path);
    if (told !== undefined) return told;
    if (known.size + to.missing.size >= to.most && !to.missing.has(path)) throw new LimitError("steps", "too many questions about files");
    to.missing.add(path);
    return to.otherwise;
  }

  const fact = (path: string): FileFact => answer(path, files, { missing: needs, most: mostQuestions, otherwise: nothing });
  return {
    files: { readable: (path) => fact(path).readable, isFolder: (path) => fact(path).isFolder },
    read: (path) => answer(path, texts, { missing: reads, most: mostTexts, otherwise: missing }),
    needs,
    reads,
  };
}
