import { type Budget, createBudget, readingCheck } from "./execute/budget.js";
import type { EmbedSource } from "./execute/embed-source.js";
import { Failure, LimitFailure } from "./execute/failure.js";
import type { Program } from "./execute/program.js";
import { failure, type Run, type Template } from "./execute/run.js";
import { runToEnd } from "./execute/run-to-end.js";
import { startRun } from "./execute/start-run.js";
import { addTemplates } from "./execute/templates.js";
import { failureError, faultError, type GoTemplateError } from "./go-error.js";
import { type Language, languageOf } from "./language.js";
import type { ReadText } from "./read-text.js";
import { mostPlaced } from "./syntax/parser.js";
import { wellFormed } from "./text/utf8.js";
import type { GoMap, GoValue, HostFunction } from "./values/go-value.js";

/** What a template sees as its dot: a tree of plain values. */
export type GoScope = GoValue | GoMap;

/** How a text is read. */
export interface GoParseOptions {
  /** What messages call the text, and what `embed` takes for its key; "template" by default. */
  readonly name?: string;
  /** Whether actions in Markdown code are text; true by default. */
  readonly escapeCodeRegions?: boolean;
  /** Functions of the host; they may replace standard ones and builtins. */
  readonly functions?: { readonly [name: string]: HostFunction };
}

/** How a template is rendered. */
export interface GoRenderOptions extends GoParseOptions {
  /** What a key that is not there gives: `<no value>`, which is the default, or an error. */
  readonly missingKey?: "default" | "error";
  /** Texts by name, read before the template into the same set. */
  readonly templates?: { readonly [name: string]: string };
  /** Texts by name, read after it: what they define replaces what is there. */
  readonly overlays?: { readonly [name: string]: string };
  /** Where `embed` and `include` find texts; nowhere by default. */
  readonly embed?: readonly EmbedSource[];
  /** How many texts may be inside of each other; 16 by default. */
  readonly maxEmbedDepth?: number;
  /** UTF-16 units of the output, and of every string made on the way; 64 Mi by default. */
  readonly maxOutput?: number;
  /** Nodes, iterations and calls; without limit by default. */
  readonly maxSteps?: number;
  /** The clock of `now`. */
  readonly now?: () => Date;
  /** How long it may take, in ms. */
  readonly deadlineMs?: number;
  /** Asked at least every 1,000 steps whether to stop. */
  readonly shouldStop?: () => boolean;
}

/** What a rendering gives. */
export type GoRenderResult =
  | { readonly ok: true; readonly output: string }
  | {
      readonly ok: false;
      readonly error: GoTemplateError;
      /** What was printed before the error. */
      readonly partial?: string;
    };

/** What is known of a text without rendering it. */
export interface GoTemplate {
  /** In the order they stand in, at most 500; the first is the one that rendering it gives. */
  readonly problems: readonly GoTemplateError[];
  /** The names of the templates it defines. */
  readonly definitions: readonly string[];
}

const megabyte = 1 << 20;

/** Renders a template of Go's `text/template` (spec/go-templates.md). Never throws: whatever fails is in the result. */
export function renderGoTemplate(text: string, scope: GoScope, options: GoRenderOptions = {}): GoRenderResult {
  const { name = "template", maxOutput = 64 * megabyte, maxSteps = Number.MAX_SAFE_INTEGER, shouldStop, deadlineMs } = options;
  const budget = createBudget({ maxOutput, maxSteps, shouldStop }, deadlineMs);
  const program = programOf(options, languageOf(options.functions), budget);
  const set = readSet(program, text, options);
  if ("error" in set) return { ok: false, error: set.error };
  const { templates, tree } = set;
  const run = startRun({ program, templates, tree, scope, budget, chain: [name] });
  try {
    runToEnd(run, { name, template: templates.get(name) as Template, dot: scope ?? undefined });
  } catch (error) {
    const partial = wellFormed(run.out.slice(0, maxOutput));
    return { ok: false, error: failureError(error instanceof Failure ? error : hostFailure(run, error)), partial };
  }
  return { ok: true, output: wellFormed(run.out) };
}

interface TemplateSet {
  readonly templates: ReadonlyMap<string, Template>;
  readonly tree: ReadText["tree"];
}

/** Reads the template and what belongs to it, in the order in which it counts; what is wrong with the first of them that is broken. */
function readSet(program: Program, text: string, options: GoRenderOptions): TemplateSet | { readonly error: GoTemplateError } {
  const { name = "template", templates = {}, overlays = {} } = options;
  const set = new Map<string, Template>();
  const texts = [...Object.entries(templates), [name, text] as const, ...Object.entries(overlays)];
  let main: ReadText | undefined;
  for (const [index, [own, source]] of texts.entries()) {
    const read = readWithin(program, source, own);
    if ("error" in read) return read;
    const [fault] = read.tree.faults;
    if (fault !== undefined) return { error: faultError(read.tree, fault) };
    addTemplates(set, read);
    if (index === Object.keys(templates).length) main = read;
  }
  return { templates: set, tree: (main as ReadText).tree };
}

/** Reads a text, unless that takes too long. */
function readWithin(program: Program, text: string, name: string): ReadText | { readonly error: GoTemplateError } {
  try {
    return program.read(text, name);
  } catch (error) {
    const isLimit = error instanceof LimitFailure;
    const message = isLimit ? error.reason : error instanceof Error ? error.message : String(error);
    return { error: faultError({ name, text }, { message, span: { start: 0, end: 0 }, reported: 0, isLimit }) };
  }
}

/** What the host's own code threw: a property of the scope, the clock, `shouldStop`. */
function hostFailure(run: Run, error: unknown): Failure {
  return failure(run, error instanceof Error ? error.message : String(error), { kind: "Execute", reason: undefined });
}

/** Reads a template and renders nothing. Never throws: what is wrong is in the result. */
export function parseGoTemplate(text: string, options: GoParseOptions = {}): GoTemplate {
  const { name = "template", escapeCodeRegions = true } = options;
  const { tree } = languageOf(options.functions).read(text, { name, escapeCodeRegions });
  return {
    problems: tree.faults.slice(0, mostPlaced).map((fault) => faultError(tree, fault)),
    definitions: tree.definitions.map((definition) => definition.name),
  };
}

function programOf(options: GoRenderOptions, language: Language, budget: Budget): Program {
  const { escapeCodeRegions = true, missingKey = "default", embed = [], maxEmbedDepth = 16, now = () => new Date() } = options;
  const read = (text: string, name: string): ReadText => language.read(text, { name, escapeCodeRegions, check: readingCheck(budget) });
  return { functions: language.functions, missingKey, now, embed, maxEmbedDepth, read };
}
