import type { Diagnostic } from "../../../../server/src/base/diagnostic.js";
import { asksNothing, type FileAnswers, type FileQuestions, noAnswers, type Refusal } from "../../../../server/src/base/file-answers.js";
import { basename } from "../../../../server/src/base/paths.js";
import type { OutputPiece } from "../../../../server/src/engines/engine.js";
import { evaluate } from "../../../../server/src/evaluation/evaluate.js";
import type { EvaluationRequest } from "../../../../server/src/evaluation/types.js";
import { diagnostics } from "../../../../server/src/features/diagnostics.js";
import { sendLimits } from "../../../../server/src/lua/budget.js";
import { answersOf } from "../../../../server/src/workspace/answer.js";
import { attachmentOf } from "../../../../server/src/workspace/file-type.js";
import { createSnapshot, type Evaluated } from "../../../../server/src/workspace/snapshot.js";
import { surroundingsOf } from "../../../conformance/harness.js";
import { type Mark, readMarks } from "../../../conformance/own/marked.js";

/** Why a file gives nothing. */
interface Refused {
  readonly refusal: Refusal | "not-text";
}

/** Texts (with their faults marked `⟦code: text⟧`), bytes, or refusals, by path relative to the folder of the document. */
export type Files = Readonly<Record<string, string | Uint8Array | Refused>>;

/** The folder of the document, whose name is `main.chat`. */
const folder = "/chats";

/** An evaluated document with files that are nowhere on the disk. */
export interface IncludeCase {
  readonly evaluated: Evaluated;
  /** What each message renders to; a file stands as `[name type]`. */
  readonly texts: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Faults that are not marked and marks without a fault, as `file code "text"`; none when all agree. */
  readonly differences: readonly string[];
  /** How often it was evaluated until all questions had answers. */
  readonly rounds: number;
  /** Where the calls are that led to a diagnostic, the innermost first, as `file "text"`. */
  readonly chains: readonly (readonly string[])[];
}

/** Large texts have no marks. */
function unmarked(text: string): { readonly text: string; readonly marks: readonly Mark[] } {
  return text.includes("⟦") ? readMarks(text) : { text, marks: [] };
}

/** Evaluates a marked document with files beside it. */
export function includeCase(document: string, files: Files = {}, more: Partial<EvaluationRequest> = {}): IncludeCase {
  const main = unmarked(document);
  const marked = new Map(Object.entries(files).flatMap(([name, of]) => (typeof of === "string" ? [[name, unmarked(of)] as const] : [])));
  const { evaluated, rounds } = evaluatedCase(main.text, files, more);
  const found = diagnostics(evaluated);
  const nameOf = (file: string | undefined): string => file?.slice(folder.length + 1) ?? "main.chat";
  const textAt = ({ file, span }: Pick<Diagnostic, "file" | "span">): string =>
    JSON.stringify((file === undefined ? main : marked.get(nameOf(file)))?.text.slice(span.start, span.end));
  const wanted = [["main.chat", main] as const, ...marked].flatMap(([name, { text, marks }]) =>
    marks.map(({ label, start, end }) => `${name} ${label} ${JSON.stringify(text.slice(start, end))}`),
  );
  return {
    evaluated,
    texts: (evaluated.result?.messages ?? []).map((output) => (output?.pieces ?? []).map(textOf).join("")),
    diagnostics: found,
    differences: differencesOf(
      found.map((entry) => `${nameOf(entry.file)} ${entry.code} ${textAt(entry)}`),
      wanted,
    ),
    rounds,
    chains: found.map(({ related = [] }) => related.map((place) => `${nameOf(place.file)} ${textAt(place)}`)),
  };
}

function evaluatedCase(text: string, files: Files, more: Partial<EvaluationRequest>): { evaluated: Evaluated; rounds: number } {
  const surroundings = surroundingsOf(folder, "main.chat");
  const snapshot = createSnapshot(`file://${surroundings.filename}`, 1, text);
  let known: FileAnswers = noAnswers;
  for (let rounds = 1; rounds < 50; rounds++) {
    const result = evaluate({ text, surroundings, limits: sendLimits, files: known, ...more });
    if (asksNothing(result.asks)) return { evaluated: { snapshot, outcome: "done", result, files: known }, rounds };
    known = answered(known, result.asks, files);
  }
  throw new Error("the evaluation never stops asking for files");
}

function answered(known: FileAnswers, { texts, attachments, folders }: FileQuestions, files: Files): FileAnswers {
  const answers = answersOf(known);
  const at = new Map(Object.entries(files).map(([name, content]) => [name.startsWith("/") ? name : `${folder}/${name}`, content]));
  const isFolder = (path: string): boolean => [...at.keys()].some((other) => other.startsWith(`${path}/`));
  for (const path of texts) {
    const content = at.get(path);
    if (typeof content === "string") answers.texts.set(path, { kind: "text", text: unmarked(content).text });
    else if (content === undefined) answers.texts.set(path, { kind: isFolder(path) ? "folder" : "missing" });
    else answers.texts.set(path, { kind: "refusal" in content ? content.refusal : "not-text" });
  }
  for (const path of attachments) {
    const content = at.get(path);
    if (content === undefined) answers.attachments.set(path, { kind: isFolder(path) ? "folder" : "missing" });
    else if (typeof content !== "string" && "refusal" in content) answers.attachments.set(path, { kind: content.refusal as Refusal });
    else answers.attachments.set(path, attachmentOf(path, bytesOf(content), { isOutside: false }));
  }
  for (const path of folders) {
    const below = [...at.keys()].filter((other) => other.startsWith(`${path}/`)).map((other) => other.slice(path.length + 1));
    const names = new Set(below.map((name) => name.replace(/\/.*/, "/")));
    answers.folders.set(path, names.size === 0 ? undefined : [...names].sort());
  }
  return answers;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(unmarked(content).text) : content;
}

function textOf(piece: OutputPiece): string {
  if (piece.kind === "text") return piece.text;
  return piece.kind === "file" ? `[${basename(piece.file.path)} ${piece.file.type}]` : "[segment]";
}

function differencesOf(told: readonly string[], wanted: readonly string[]): string[] {
  const left = [...told];
  const missing = wanted.filter((entry) => {
    const index = left.indexOf(entry);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [...missing.map((entry) => `missing: ${entry}`), ...left.map((entry) => `not expected: ${entry}`)];
}
