import { createHash } from "node:crypto";
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import type { FileAnswers, FileQuestions } from "../../server/src/base/file-answers.js";
import type { MessageOutput } from "../../server/src/evaluation/types.js";
import { answersOf } from "../../server/src/workspace/answer.js";
import { type FileContent, filesIn } from "../../server/src/workspace/contents.js";
import { attachmentOf } from "../../server/src/workspace/file-type.js";
import type { Host } from "../../server/src/workspace/host.js";

/** A host whose file system is empty and whose clock stands at 0. */
export const blindHost: Host = {
  now: () => 0,
  surroundings: () => ({ dirname: "/", cwd: "/", home: "/home", timeZone: "UTC" }),
  fact: async () => ({ readable: false, isFolder: false }),
  text: async () => ({ kind: "missing" }),
  attachment: async () => ({ kind: "missing" }),
  folder: async () => undefined,
  content: async () => undefined,
};

/** What is known, and the answers of the disk to further questions, without waiting. Small regular files and folders are all there is. */
export function answeredFromDisk(known: FileAnswers, { facts, texts, attachments, folders }: FileQuestions): FileAnswers {
  const answers = answersOf(known);
  for (const path of facts) {
    const stats = statsOf(path);
    answers.facts.set(path, { readable: stats?.isFile() ?? false, isFolder: stats?.isDirectory() ?? false });
  }
  for (const path of texts) {
    const kind = kindOf(path);
    answers.texts.set(path, kind === "file" ? { kind: "text", text: readFileSync(path, "utf8").replace(/^\ufeff/, "") } : { kind });
  }
  for (const path of attachments) {
    const kind = kindOf(path);
    answers.attachments.set(path, kind === "file" ? attachmentOf(path, readFileSync(path), { isOutside: false }) : { kind });
  }
  for (const path of folders) answers.folders.set(path, namesIn(path));
  return answers;
}

/** What the disk holds of the files that come out of messages, as text and as bytes, without waiting. */
export function contentsFromDisk(messages: readonly (MessageOutput | undefined)[]): ReadonlyMap<string, FileContent> {
  const paths = new Set(filesIn(messages).map(({ file }) => file.path));
  const contentOf = (path: string): FileContent => {
    const bytes = readFileSync(path);
    return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"), text: bytes.toString("utf8"), bytes };
  };
  return new Map([...paths].map((path) => [path, contentOf(path)]));
}

function kindOf(path: string): "file" | "missing" | "folder" {
  if (path.includes("\0")) return "missing";
  const stats = statsOf(path);
  return stats === undefined ? "missing" : stats.isDirectory() ? "folder" : "file";
}

function namesIn(path: string): string[] | undefined {
  if (kindOf(path) !== "folder") return undefined;
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
}

/** A path through a file names nothing, as one through a folder that is missing. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
