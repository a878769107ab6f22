import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { type FileText, noAnswers } from "../base/file-answers.js";
import { dirname } from "../base/paths.js";
import { type SourceText, sourceText } from "../base/source-text.js";
import type { Layer } from "../config/operations.js";
import type { Isolate } from "../evaluation/isolate.js";
import { emptyProject, type FileProblem, type ProjectFile, type ProjectInput, type ProjectResult } from "../evaluation/project/types.js";
import type { EvaluationOutcome } from "../evaluation/types.js";
import { projectLimits } from "../lua/budget.js";
import { answersOf } from "./answer.js";
import type { Host } from "./host.js";
import { runAnswered } from "./run-answered.js";
import type { ProjectStatus } from "./snapshot.js";

/** What is wrong with one file of a project. */
export interface ProjectReport {
  /** Absolute. */
  readonly path: string;
  readonly text: SourceText;
  readonly problems: readonly Diagnostic[];
}

/** The project of a document: what it gives evaluations, and what is known of its files. */
export interface Project {
  readonly status: ProjectStatus;
  readonly input?: ProjectInput;
  /** By absolute path; grows while evaluations ask for modules. */
  readonly texts: Map<string, FileText>;
}

/** The project files of all workspace folders: each is run by itself once, and again when it or a module of it changes. */
export interface Projects {
  /** The project that counts for the document at `uri`; `below` are the layers of options outside of it. */
  of(uri: string, below: readonly Layer[]): Promise<Project>;
  /** Looks at all files again; true when one of them, or the trust in them, changed. */
  refresh(): Promise<boolean>;
  /** Another number whenever a project file was run anew: evaluations of an unchanged text may be others then. */
  version(): number;
  /** The paths that were looked at, whether something is there or not. */
  paths(): readonly string[];
}

interface Loaded extends Project {
  readonly trusted: boolean;
  /** The files that were looked at, as they were; those of `texts`, while the project counts. */
  readonly seen: Map<string, FileText>;
  readonly reports: readonly ProjectReport[];
}

interface Entry {
  /** What the project was run on top of, as text. */
  readonly basis: string;
  readonly below: readonly Layer[];
  readonly loading: Promise<Loaded>;
}

/** Reading all modules, one after the other, may take so many ms. */
const patience = 5000;

/** Makes the projects of a host. `onReports` is told all reports there are, whenever one may have changed. */
export function createProjects(parts: { host: Host; isolate: Isolate; onReports(reports: readonly ProjectReport[]): void }): Projects {
  const { host, isolate, onReports } = parts;
  const entries = new Map<string, Entry>();
  /** The paths that the newest run of each folder looked at. */
  const looked = new Map<string, readonly string[]>();
  let version = 0;
  /** What each folder gave when its project file last ran to its end: it counts while the present one fails. */
  const lastGood = new Map<string, Pick<Loaded, "input" | "texts">>();

  function basisOf(below: readonly Layer[]): string {
    return JSON.stringify([host.projects?.trusted() ?? false, below]);
  }

  function start(folder: string, below: readonly Layer[]): Entry {
    const entry = { basis: basisOf(below), below, loading: load(folder, below) };
    entries.set(folder, entry);
    version++;
    void entry.loading.then(({ seen }) => {
      if (entries.get(folder) === entry) looked.set(folder, [...seen.keys()]);
      return report();
    });
    return entry;
  }

  function forget(folder: string): void {
    entries.delete(folder);
    looked.delete(folder);
  }

  async function report(): Promise<void> {
    const all = await Promise.all([...entries.values()].map(({ loading }) => loading));
    onReports(all.flatMap(({ reports }) => reports));
  }

  async function load(folder: string, below: readonly Layer[]): Promise<Loaded> {
    const trusted = host.projects?.trusted() ?? false;
    const paths = [`${folder}/flemma.lua`, `${folder}/flemma.json`] as const;
    const [lua, json] = await Promise.all([host.text(paths[0]), host.text(paths[1])]);
    const seen = new Map<string, FileText>([
      [paths[0], lua],
      [paths[1], json],
    ]);
    const [path, text] = exists(lua) ? [paths[0], lua] : [paths[1], json];
    if (!exists(text) || !trusted) lastGood.delete(folder);
    if (!exists(text)) return { status: { state: "none" }, texts: new Map(), trusted, seen, reports: [] };
    if (!trusted) return { status: { state: "untrusted", path }, texts: new Map(), trusted, seen, reports: [] };
    const others = exists(lua) && exists(json) ? [{ path: paths[1], problem: notRead() }] : [];
    const loaded = await run({ path, text, below });
    const texts = new Map([...seen, ...loaded.texts]);
    if (loaded.ok) lastGood.set(folder, { ...(loaded.input && { input: loaded.input }), texts });
    const counts = loaded.ok ? { ...(loaded.input && { input: loaded.input }), texts } : (lastGood.get(folder) ?? { texts });
    const status = { state: loaded.ok ? "active" : "failed", path } as const;
    return { status, ...counts, trusted, seen: texts, reports: reportsOf([...loaded.problems, ...others], texts) };
  }

  async function run({ path, text, below }: { path: string; text: FileText; below: readonly Layer[] }): Promise<Ran> {
    const texts = new Map<string, FileText>();
    if (text.kind !== "text") return { ok: false, texts, problems: [{ path, problem: unreadable(text) }] };
    const file: ProjectFile = { path, language: path.endsWith(".lua") ? "lua" : "json", source: text.text };
    const surroundings = { ...host.surroundings(""), filename: path, dirname: dirname(path), cwd: dirname(path), now: host.now(), seed: 1 };
    const request = {
      text: "",
      document: path,
      surroundings,
      limits: projectLimits,
      files: noAnswers,
      options: { below, above: [] },
      project: { data: emptyProject, file },
      projectOnly: true,
    } as const;
    const outcome = await runAnswered({ host, isolate }, { request, files: { ...answersOf(), texts }, patience });
    const result = outcome.kind === "done" ? outcome.result.project : undefined;
    if (result === undefined) return { ok: false, texts, problems: [{ path, problem: stopped(outcome) }] };
    return { ok: result.ok, input: inputOf(result, file), texts, problems: result.problems };
  }

  async function isChanged({ loading }: Entry): Promise<boolean> {
    const { trusted, seen } = await loading;
    if ((host.projects?.trusted() ?? false) !== trusted) return true;
    const changes = await Promise.all([...seen].map(async ([path, text]) => !isSame(await host.text(path), text)));
    return changes.includes(true);
  }

  return {
    version: () => version,
    paths: () => [...looked.values()].flat(),
    async of(uri, below) {
      const folder = host.projects?.folderOf(uri);
      if (folder === undefined) return { status: { state: "none" }, texts: new Map() };
      const outside = below.filter(({ origin }) => origin === "user" || origin === "workspace");
      const known = entries.get(folder);
      return (known?.basis === basisOf(outside) ? known : start(folder, outside)).loading;
    },
    async refresh() {
      const folders = host.projects?.folders() ?? [];
      const changes = await Promise.all(
        [...entries].map(async ([folder, entry]) => {
          const isGone = !folders.includes(folder);
          if (!isGone && !(await isChanged(entry))) return false;
          if (isGone) forget(folder);
          else if (entries.get(folder) === entry) start(folder, entry.below);
          return true;
        }),
      );
      const isAny = changes.includes(true);
      if (isAny) await report();
      return isAny;
    },
  };
}

/** What running a project file gave. */
interface Ran {
  readonly ok: boolean;
  readonly input?: ProjectInput;
  readonly texts: Map<string, FileText>;
  readonly problems: readonly FileProblem[];
}

function inputOf({ data, hasFunctions }: ProjectResult, file: ProjectFile): ProjectInput {
  return hasFunctions ? { data, file } : { data };
}

function exists({ kind }: FileText): boolean {
  return kind !== "missing" && kind !== "folder" && kind !== "forbidden";
}

function isSame(one: FileText, other: FileText): boolean {
  return one.kind === "text" && other.kind === "text" ? one.text === other.text : one.kind === other.kind;
}

/** Every file that was read has a report, so that what was wrong with it before goes away. */
function reportsOf(problems: readonly FileProblem[], texts: ReadonlyMap<string, FileText>): ProjectReport[] {
  return [...texts].flatMap(([path, text]) => {
    if (!exists(text)) return [];
    const own = problems.filter((entry) => entry.path === path).map(({ problem }) => problem);
    return [{ path, text: sourceText(text.kind === "text" ? text.text : ""), problems: own }];
  });
}

const top = { start: 0, end: 0 };

function notRead(): Diagnostic {
  return diagnostic(
    "project/not-read",
    top,
    "This file is not read, for flemma.lua beside it counts. Move its options there, or remove one of them.",
  );
}

function unreadable({ kind }: FileText): Diagnostic {
  const why =
    kind === "too-large"
      ? "is larger than 1 MB. Move data out of it"
      : kind === "not-text"
        ? "is no text in UTF-8. Save it as UTF-8"
        : "cannot be read. Look at its permissions";
  return diagnostic("project/unreadable", top, `This project file ${why}.`);
}

function stopped({ kind }: EvaluationOutcome): Diagnostic {
  const why =
    kind === "out-of-memory"
      ? "ran out of memory and was stopped. Look for a value that grows without end"
      : "did not end and was stopped. Look for a loop without end";
  return diagnostic("project/stopped", top, `This project file ${why}.`);
}
