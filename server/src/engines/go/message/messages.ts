import { type Diagnostic, diagnostic, mostShown } from "../../../base/diagnostic.js";
import { type Span, shift } from "../../../base/span.js";
import { mostCode } from "../../../lua/budget.js";
import { LimitError } from "../../../lua/errors.js";
import type { LuaState } from "../../../lua/state.js";
import type { Message } from "../../../syntax/ast.js";
import type { Crowd } from "../../crowd.js";
import type { MessageRun } from "../../engine.js";
import { limitText } from "../../limit-text.js";
import { createOutput, type Output } from "../../output.js";
import { messageReferences } from "../../references/message-references.js";
import type { ReferenceResolver, ResolvedReference } from "../../references/reference-resolver.js";
import { type Budget, createBudget } from "../execute/budget.js";
import type { EmbedSource } from "../execute/embed-source.js";
import { Failure } from "../execute/failure.js";
import type { Program } from "../execute/program.js";
import type { Template } from "../execute/run.js";
import { runToEnd } from "../execute/run-to-end.js";
import { startRun } from "../execute/start-run.js";
import { addTemplates } from "../execute/templates.js";
import type { Watch } from "../execute/watch.js";
import { createTextReader } from "../read-text.js";
import type { Tree } from "../syntax/ast.js";
import { type GoMap, kindOf } from "../values/go-value.js";
import { mapGet, mapKeys } from "../values/maps.js";
import { type EmbedAdvice, failureDiagnostic, faultDiagnostic, placeSpan } from "./faults.js";
import { messageFunctions } from "./file-function.js";
import { createMissingValues } from "./missing-value.js";
import { createPrintTrace, type TracedMessage } from "./print-trace.js";
import { readMessage } from "./read-message.js";

/** What the templates of one document have in common. */
export interface MessagesWorld {
  /** Its budget is spent. */
  readonly state: LuaState;
  readonly missingKey: "default" | "error";
  /** The clock of `now`. */
  readonly now: () => Date;
  readonly embed: readonly EmbedSource[];
  /** What may be meant by a reference that means nothing; `from` is the key of the text it stands in. */
  adviseEmbed(ref: string, from: string): EmbedAdvice;
  /** The key of the document, where texts are embedded from. */
  readonly key: string;
  readonly crowd?: Crowd;
  /** Finds the file that a path names, for `file`. */
  readonly findFile: (path: string) => ResolvedReference;
}

/** A message to be rendered. */
export interface MessageScope {
  readonly message: Message;
  /** The text of the document from the beginning of the message on. */
  readonly text: string;
  /** Offset of the message in the document. */
  readonly start: number;
  readonly scope: GoMap;
  /** Finds the files of references; without it they are text. */
  readonly resolve?: ReferenceResolver;
  /** Watches an offset of the message. */
  readonly watch?: Watch;
  /** Says whether what the action at a span of the message gave is of interest. */
  wantsValue?(span: Span): boolean;
}

const tooManyActions = "This message has more actions than can be read. Let a range repeat what repeats itself.";

const readEmbedded = createTextReader(messageFunctions);

/** Renders the messages of a document in their order: what one defines, later ones may run (spec/go-templates.md). */
export function createMessages(world: MessagesWorld): (scope: MessageScope) => MessageRun {
  const { state, missingKey, now, embed, key } = world;
  const templates = new Map<string, Template>();
  const budget = sharedBudget(state);
  const program: Program = {
    functions: messageFunctions,
    missingKey,
    now,
    embed,
    maxEmbedDepth: 16,
    untimed: state.untimed,
    read: (text, name) => readEmbedded(text, { name, escapeCodeRegions: true, lineEnds: "lf" }),
  };
  const messages = new Map<Tree, MessageScope>();
  const isBrief = (): boolean => ++state.faults > mostShown;

  return function render(scope) {
    const { message, text, start, watch, wantsValue, resolve } = scope;
    const tooMany = message.segments.filter(({ kind }) => kind === "action")[mostCode.goActions];
    if (tooMany !== undefined) return failed([diagnostic("limit/memory", shift(tooMany.span, start), tooManyActions)]);
    const read = state.untimed(() => readMessage(message, text, watch));
    const { tree } = read;
    // Compiling is no run of the template.
    if (tree.faults.length === 0) state.untimed(() => read.executable(tree.root));
    addTemplates(templates, read);
    const output = createOutput({ charge: (bytes) => state.allocate(bytes), ...(wantsValue && { wantsValue }) });
    const references =
      resolve && messageReferences({ source: text, start, output, isBrief, resolve, ...(world.crowd && { crowd: world.crowd }) });
    messages.set(tree, scope);
    if (tree.faults.length > 0) {
      const place = { offset: start, variables: variablesOf(scope.scope), isBrief };
      return failed(unlessCrowded(tree.faults.map((fault) => faultDiagnostic(fault, tree, place))));
    }
    const missing = createMissingValues({ start, isBrief, crowd: world.crowd });
    const trace = createPrintTrace({
      output,
      tree,
      messageOf: (other) => (other === tree ? { message, text, references } : elsewhere(other, output)),
      findFile: world.findFile,
      printed: missing.printed,
    });
    const run = startRun({ program, templates, tree, scope: scope.scope, budget, chain: [key], trace });
    try {
      runToEnd(run, { name: tree.name, template: { ...read, list: tree.root }, dot: scope.scope });
      trace.flush(run);
    } catch (error) {
      const fault = stopped(error, start, run.tree === tree ? placeSpan(run.at) : trace.place());
      return { ...fault, values: output.close().values, problems: [...missing.list(), ...fault.problems] };
    }
    const { pieces, values } = output.close();
    return { failed: false, pieces, values, problems: [...missing.list(), ...(references?.faults() ?? [])] };
  };

  /** Of very many, those that would not be shown are counted only. */
  function unlessCrowded(problems: readonly Diagnostic[]): readonly Diagnostic[] {
    const { crowd } = world;
    return crowd === undefined ? problems : problems.filter((problem) => !crowd.passes(problem));
  }

  /** References of another message are put out here, and are told of there. */
  function elsewhere(tree: Tree, output: Output): TracedMessage | undefined {
    const known = messages.get(tree);
    if (known === undefined) return undefined;
    const { message, text, start, resolve } = known;
    return { message, text, references: resolve && messageReferences({ source: text, start, output, isBrief, resolve }) };
  }

  function stopped(error: unknown, start: number, place: Span): MessageRun {
    const call = shift(place, start);
    if (error instanceof LimitError) return { ...failed([diagnostic(`limit/${error.limit}`, call, limitText(error))]), stopped: error };
    if (!(error instanceof Failure)) throw error;
    const places = {
      offsetOf: (tree: Tree) => messages.get(tree)?.start,
      call,
      templates: () => [...templates.keys()],
      texts: (ref: string, tree: Tree) => world.adviseEmbed(ref, messages.has(tree) ? key : tree.name),
    };
    return failed([failureDiagnostic(error, places)]);
  }
}

/** The names of the variables of the frontmatter. */
function variablesOf(scope: GoMap): readonly string[] {
  const inputs = mapGet(scope, "inputs");
  return kindOf(inputs) === "map" ? mapKeys(inputs as GoMap) : [];
}

/** The budget of the engine, which spends that of the evaluation. */
function sharedBudget(state: LuaState): Budget {
  const shouldStop = (): boolean => {
    state.charge(stepsBetween);
    return false;
  };
  return createBudget({ maxOutput: state.limits.memoryBytes >> 4, maxSteps: Number.MAX_SAFE_INTEGER, shouldStop }, undefined);
}

/** The engine looks at its budget at least every so many steps. */
const stepsBetween = 500;

function failed(problems: readonly Diagnostic[]): MessageRun {
  return { failed: true, pieces: [], values: [], problems };
}
