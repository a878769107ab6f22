import { type FileAnswer, type FileAnswers, type FileQuestion, fileQuestions, noAnswers } from "../base/file-answers.js";

/** What a process is told of files: every answer goes over to it once, and after that only its number. */
export interface PackedFiles {
  /** Path and number of the answer, by question; absent when they are those of the last time. */
  readonly answers?: NumberedAnswers;
  /** Answers that the process has not been told. */
  readonly fresh: readonly (readonly [number: number, answer: FileAnswer<FileQuestion>])[];
  /** All earlier numbers are void. */
  readonly isNew: boolean;
}

type NumberedAnswers = { readonly [Kind in FileQuestion]: readonly (readonly [path: string, number: number])[] };

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
  let last: ReadonlyMap<FileQuestion, ReadonlyMap<string, number>> | undefined;
  return (files) => {
    if (last !== undefined && isSame(files, last)) return { fresh: [], isNew: false };
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
    const answers = { facts: pack(facts), texts: pack(texts), attachments: pack(attachments), folders: pack(folders) };
    last = new Map(fileQuestions.map((kind) => [kind, new Map(answers[kind])]));
    return { answers, fresh, isNew };
  };
}

function isSame(files: FileAnswers, last: ReadonlyMap<FileQuestion, ReadonlyMap<string, number>>): boolean {
  return fileQuestions.every((kind) => {
    const numbered = last.get(kind);
    if (numbered?.size !== files[kind].size) return false;
    for (const [path, answer] of files[kind]) if (numbered.get(path) !== numberOf(answer)) return false;
    return true;
  });
}

function unitsOf(answer: FileAnswer<FileQuestion>): number {
  if (answer === undefined) return 0;
  if ("text" in answer) return answer.text.length;
  return "length" in answer ? answer.reduce((sum, name) => sum + name.length, 0) : 0;
}

/** Makes what unpacks answers in the process; it must be given everything that was packed for it, in its order. */
export function createUnpacker(): (packed: PackedFiles) => FileAnswers {
  const told = new Map<number, FileAnswer<FileQuestion>>();
  let last = noAnswers;
  return ({ answers, fresh, isNew }) => {
    if (answers === undefined) return last;
    if (isNew) told.clear();
    for (const [number, answer] of fresh) told.set(number, answer);
    const unpacked = fileQuestions.map((kind) => [kind, new Map(answers[kind].map(([path, number]) => [path, told.get(number)]))]);
    last = Object.fromEntries(unpacked) as FileAnswers;
    return last;
  };
}
