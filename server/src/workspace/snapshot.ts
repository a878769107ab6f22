import type { FileAnswers } from "../base/file-answers.js";
import { type SourceText, sourceText } from "../base/source-text.js";
import { complete, type Steps } from "../base/steps.js";
import { type EngineOutside, luaOutside, parseChatInSteps, saysSame } from "../engines/document-engine.js";
import type { EvaluationResult } from "../evaluation/types.js";
import type { ChatDocument } from "../syntax/ast.js";
import type { FileContent } from "./contents.js";

/** One state of one document. Never changes; a change of text makes a new one that shares unchanged messages. */
export interface Snapshot {
  readonly uri: string;
  readonly version: number;
  readonly text: SourceText;
  /** The tree, made when somebody asks for it; of a text that is too large, one without messages. */
  readonly document: ChatDocument;
  /** Goes on making the tree for about so many ms; says whether it is there. Who then asks for it waits for nothing. */
  parse(ms: number): boolean;
  /** What is said of the template language outside of it, as far as that was known when it was made. */
  readonly engineOutside: EngineOutside;
  /** Only its syntax is checked, in the isolated process. */
  readonly isTooLarge: boolean;
  /** Parsing it would hold everybody up: its evaluation tells what is wrong with its syntax. */
  readonly isLong: boolean;
}

/** Texts above this many UTF-8 bytes are checked for syntax only, where they hold nobody up (design: "One keystroke"). */
const largest = 2 * 1024 * 1024;
/** Texts of more UTF-16 units take longer to parse than anybody should wait for another document. */
const longest = 100_000;

/** The project file that is there for a document, if any, and what became of it. */
export interface ProjectStatus {
  readonly state: "active" | "failed" | "untrusted" | "none";
  /** Absolute. */
  readonly path?: string;
}

/** A snapshot with what its evaluation gave; `result` is absent where evaluation was cut off from outside. */
export interface Evaluated {
  readonly snapshot: Snapshot;
  readonly outcome: "done" | "timed-out" | "out-of-memory" | "crashed" | "syntax-only";
  readonly result?: EvaluationResult;
  /** What its evaluation was told of files; diagnostics may name places in their texts. Absent where nobody asked. */
  readonly files?: FileAnswers;
  /**
   * What the files hold that its messages attach, by absolute path; those that changed or went away meanwhile are not there.
   * Absent where the output was left out.
   */
  readonly contents?: ReadonlyMap<string, FileContent>;
  /** Whether the project file counts; absent where nobody asked. */
  readonly project?: ProjectStatus;
  /** The headers that settings add to requests of the chosen provider; they may be secret, and no evaluation sees them. */
  readonly headers?: { readonly [name: string]: string };
  /** What the options come to without the document, where there is no result. */
  readonly outside?: SettledOptions;
}

/** The template language and the options of an evaluation. */
export type SettledOptions = Pick<EvaluationResult, "engine" | "config">;

/** The options of an evaluated snapshot, as far as they are known. */
export function settledOptions({ result, outside }: Evaluated): SettledOptions | undefined {
  return result ?? outside;
}

/** Makes a snapshot of `text`, which will share the messages that `previous` or those before it have, and knows what that one knows. */
export function createSnapshot(uri: string, version: number, text: string, previous?: Snapshot): Snapshot {
  const trees = previous instanceof ParsedOnDemand && !previous.isTooLarge ? previous.trees : {};
  return new ParsedOnDemand({ uri, version, text: sourceText(text), engineOutside: previous?.engineOutside ?? luaOutside }, trees);
}

/** The snapshot as it is read where something is said of the template language: itself, where it was read so. */
export function withEngine(snapshot: Snapshot, engineOutside: EngineOutside): Snapshot {
  const { uri, version, text } = snapshot;
  if (saysSame(snapshot.engineOutside, engineOutside)) return snapshot;
  return new ParsedOnDemand({ uri, version, text, engineOutside }, {});
}

type Given = Pick<Snapshot, "uri" | "version" | "text" | "engineOutside">;

/** The tree that was made last of the texts of a document: it gives its messages to the next one. */
interface Trees {
  newest?: ChatDocument;
}

/** A class, for an accessor that each object has of its own would keep text and tree alive for long. */
class ParsedOnDemand implements Snapshot {
  readonly uri: string;
  readonly version: number;
  readonly text: SourceText;
  readonly engineOutside: EngineOutside;
  readonly isTooLarge: boolean;
  readonly isLong: boolean;
  #own: ChatDocument | undefined;
  /** The tree in the making. */
  #steps: Steps<ChatDocument> | undefined;
  readonly trees: Trees;

  constructor({ uri, version, text, engineOutside }: Given, trees: Trees) {
    this.uri = uri;
    this.engineOutside = engineOutside;
    this.version = version;
    this.text = text;
    this.isTooLarge = exceeds(text.text, largest);
    this.isLong = text.text.length > longest;
    this.#own = this.isTooLarge ? unparsed(text.text, engineOutside) : undefined;
    this.trees = trees;
  }

  get document(): ChatDocument {
    return this.#own ?? this.#made(complete(this.#begun()));
  }

  parse(ms: number): boolean {
    const until = performance.now() + ms;
    while (this.#own === undefined) {
      const { done, value } = this.#begun().next();
      if (done) this.#made(value);
      else if (performance.now() > until) return false;
    }
    return true;
  }

  #begun(): Steps<ChatDocument> {
    this.#steps ??= parseChatInSteps(this.text.text, this.engineOutside, this.trees.newest);
    return this.#steps;
  }

  #made(document: ChatDocument): ChatDocument {
    this.#own = document;
    this.trees.newest = document;
    this.#steps = undefined;
    return document;
  }
}

function exceeds(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

function unparsed(source: string, outside: EngineOutside): ChatDocument {
  const span = { start: 0, end: source.length };
  return {
    kind: "document",
    engine: outside.above ?? outside.below,
    source,
    span,
    bom: { start: 0, end: 0 },
    preamble: span,
    messages: [],
    problems: [],
  };
}
