import { type FileAnswer, type FileAnswers, type FileQuestion, fileQuestions } from "../base/file-answers.js";

/** What a process is told of files: every answer goes over to it once, and after that only its number. */
export interface PackedFiles {
  /** Path and number of the answer, by question. */
  readonly answers: { readonly [Kind in FileQuestion]: readonly (readonly [path: string, number: number])[] };
  /** Answers that the process has not been told. */
  readonly fresh: readonly (readonly [number: number, answer: FileAnswer<FileQuestion>])[];
  /** All earlier numbers are void. */
  readonly isNew: boolean;
}

/** A process forgets what it was told once that is more than so many UTF-16 units, or answers. */
const mostUnits = 32 * 1024 * 1024;
const mostAnswers = 20_000;

/** Answers are told apart by being the same object: whoever remembers them hands out the same ones again. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(answer: FileAnswer<FileQuestion>): number {
  if (answer === undefined) return 0;
  const number = numbers.get(answer) ?? ++lastNumber;
  numbers.set(answer, number);
  return number;
}

/** Makes what packs answers for one process. */
export function createPacker(): (files: FileAnswers) => PackedFiles {
  let told = new Set<number>();
  let units = 0;
  return (files) => {
    const isNew = told.size > mostAnswers || units > mostUnits;
    if (isNew) {
      told = new Set();
      units = 0;
    }
    const fresh: [number, FileAnswer<FileQuestion>][] = [];
    const pack = (answers: ReadonlyMap<string, FileAnswer<FileQuestion>>): [string, number][] =>
      [...answers].map(([path, answer]) => {
        const number = numberOf(answer);
        if (!told.has(number)) {
          told.add(number);
          units += unitsOf(answer);
          fresh.push([number, answer]);
        }
        return [path, number];
      });
    const { facts, texts, attachments, folders } = files;
    return { answers: { facts: pack(facts), texts: pack(texts), attachments: pack(attachments), folders: pack(folders) }, fresh, isNew };
  };
}

function unitsOf(answer: FileAnswer<FileQuestion>): number {
  if (answer === undefined) return 0;
  if ("text" in answer) return answer.text.length;
  return "length" in answer ? answer.reduce((sum, name) => sum + name.length, 0) : 0;
}

/** Makes what unpacks answers in the process; it must be given everything that was packed for it, in its order. */
export function createUnpacker(): (packed: PackedFiles) => FileAnswers {
  const told = new Map<number, FileAnswer<FileQuestion>>();
  return ({ answers, fresh, isNew }) => {
    if (isNew) told.clear();
    for (const [number, answer] of fresh) told.set(number, answer);
    const unpacked = fileQuestions.map((kind) => [kind, new Map(answers[kind].map(([path, number]) => [path, told.get(number)]))]);
    return Object.fromEntries(unpacked) as FileAnswers;
  };
}
