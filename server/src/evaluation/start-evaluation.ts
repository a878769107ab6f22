import type { DiagnosticCode } from "../base/codes.js";
import type { Diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import { noQuestions, questionsOf } from "../base/file-answers.js";
import { type Span, shift, touches } from "../base/span.js";
import { nodeOfData } from "../config/config-node.js";
import { createCrowd } from "../engines/crowd.js";
import { createFaults } from "../engines/lua/include/faults.js";
import { luaFromConfig } from "../engines/lua/json.js";
import { isSuspension } from "../engines/lua/suspense.js";
import { createReferenceResolver } from "../engines/references/reference-resolver.js";
import { encodeUtf8 } from "../lua/bytes.js";
import type { LuaState } from "../lua/state.js";
import type { ChatDocument } from "../syntax/ast.js";
import { documentProblems } from "../syntax/document-problems.js";
import { sentMessages } from "../syntax/sent-messages.js";
import { createAttachmentCheck } from "./attachments.js";
import { documentOptions, optionsWithoutRun } from "./document-options.js";
import { hasTags, messageChunks, parseRequest } from "./documents.js";
import { evaluateFrontmatter, type FrontmatterOutcome, ownIdeas } from "./frontmatter.js";
import { hurriedClock } from "./hurried-clock.js";
import { limitProblems } from "./limit-problems.js";
import type { Renderers } from "./message-renderer.js";
import { passesOf, watchClock } from "./other-words.js";
import { createProbe } from "./probe.js";
import { projectAlone, projectOf } from "./project/project.js";
import type { ProjectResult } from "./project/types.js";
import { createQuestions, type Questions } from "./questions.js";
import { projectSuspensions, waitedFor } from "./suspensions.js";
import type { EvaluationRequest, EvaluationResult, MessageOutput } from "./types.js";

/** An evaluation that can be left between two messages. */
export interface EvaluationRun {
  /** Evaluates the next message; false when there is none left. */
  step(): boolean;
  result(): EvaluationResult;
}

/**
 * Parses a document and evaluates its frontmatter; the messages follow with `step`. `clock` measures the time
 * limit, in ms: the isolated process counts its own processor time, so that a busy machine stops nobody. What it throws
 * ends the evaluation, wherever that is: no template can catch it.
 */
export type StartEvaluation = (request: EvaluationRequest, clock?: () => number) => EvaluationRun;

/** What starts evaluations of documents in the languages that there are renderers of. */
export function evaluationWith(renderers: Renderers): StartEvaluation {
  return (request, clock = () => performance.now()) => start(request, clock, renderers);
}

/** Parsing a document may take so many ms at nobody's expense: more of it leaves less for compiling. */
const parsingFree = 200;

function start(asked: EvaluationRequest, ownTime: () => number, renderers: Renderers): EvaluationRun {
  const { surroundings, wasClockRead } = watchClock(asked.surroundings);
  const request = { ...asked, surroundings };
  const began = ownTime();
  const document = parseRequest(request);
  const parsingMs = Math.max(0, ownTime() - began - parsingFree);
  if (request.syntaxOnly) return parsedOnly(document, request);
  const questions = createQuestions(request.files);
  const clock = hurriedClock(ownTime, questions.isAsking);
  if (request.projectOnly) return ranAlone(request, questions, projectAlone({ request, questions, clock }));
  const { messages } = document;
  const chunks = messageChunks(request, document);
  const offsets = new Map(chunks.map((chunk, index) => [chunk.id, messages[index]?.start ?? 0]));
  const probe = createProbe(request.probe);
  const faults = createFaults();
  const project = projectOf({ request, questions, clock });
  const { state, outcome } = evaluateFrontmatter(document, request, {
    engine: document.engine,
    offsets,
    probe,
    clock,
    parsingMs,
    project,
    questions,
    faults,
  });
  setVariables(state, request, document.engine);
  const options = documentOptions(document, { request, outcome, definitions: project.definitions });
  const { dirname, home } = request.surroundings;
  const resolve = createReferenceResolver({ files: questions, dirname, home });
  const checkFiles = createAttachmentCheck(request.files, options.support);
  const sent = sentMessages(document);
  const crowd = createCrowd();
  const problems: Diagnostic[] = [];
  const suspensions = projectSuspensions(document, project);
  const render = renderers[document.engine]?.({
    document,
    request,
    config: outcome.options.config(),
    placeOfOption: (path) => placeOfOption(document, outcome, path),
    variables: outcome.names,
    chunks,
    offsets,
    state,
    questions,
    resolve,
    probe,
    isWanted,
    crowd: outcome.known ? crowd : undefined,
  });
  const isWaiting = [...suspensions, ...outcome.problems].some(isSuspension);
  for (const problem of [...suspensions, ...outcome.problems, ...options.problems, ...(render?.problems ?? [])]) tell(problem);
  const outputs: (MessageOutput | undefined)[] = messages.map(() => undefined);
  let next = 0;
  let isSpent = false;

  function step(): boolean {
    const index = next++;
    const placed = messages[index];
    if (placed === undefined) return false;
    const { message, start } = placed;
    const { role } = message;
    if (role === "Assistant") return true;
    if (render === undefined || (isSpent && hasTags(message))) {
      outputs[index] = emptyOutput(true);
      return true;
    }
    const run = render(index);
    isSpent ||= run.stopped !== undefined;
    const { failed, values, tag } = run;
    const { pieces, problems: ofFiles } = sent.has(index) ? checkFiles(run.pieces, { start, role }) : { pieces: run.pieces, problems: [] };
    // There can be more than a call takes arguments.
    for (const problem of ofFiles) problems.push(problem);
    const isEmpty = pieces.length === 0 && values.length === 0 && tag === undefined;
    outputs[index] = isEmpty ? emptyOutput(failed) : { failed, pieces, values, ...(tag && { tag }) };
    for (const problem of run.problems) if (!isUnsure(problem)) tell(problem);
    return true;
  }

  /** A variable may be missing only because what defines it failed, or is not ready. */
  function isUnsure({ code }: Diagnostic): boolean {
    if (isWaiting) return code === "expression/undefined-variable" || code === "template/undefined-variable";
    return !outcome.known && ofUnknownVariables.includes(code);
  }

  /** Messages can include the same file. */
  function tell(problem: Diagnostic): void {
    if (problem.file === undefined) problems.push(problem);
    else faults.add(problem);
  }

  function isWanted(expression: Span): boolean {
    const { omitValues, probe: at } = request;
    return !omitValues && (at === undefined || touches(expression, at));
  }

  function allProblems(): ReturnType<typeof limitProblems> & Pick<EvaluationResult, "includesSyntax" | "waitsFor"> {
    const found = [...problems, ...faults.list()];
    if (!request.withSyntax) return { ...limitProblems(found, crowd.tally()), ...waitedFor(found) };
    return { ...limitProblems([...documentProblems(document), ...found], crowd.tally()), ...waitedFor(found), includesSyntax: true };
  }

  function result(): EvaluationResult {
    return {
      messages: watched(outputs),
      ...options.result(state),
      ...(document.frontmatter && {
        frontmatter: {
          language: document.frontmatter.language,
          ok: outcome.ok,
          body: document.frontmatter.body,
          variables: outcome.variables,
        },
      }),
      ...allProblems(),
      ...probe.result(offsets),
      ...indifferent(),
      ...(render?.items !== undefined && render.items > 0 && { items: render.items }),
      ...(request.wantVariables && render?.scope && { scope: render.scope() }),
      ...(document.engine === "go" &&
        outcome.options.config().get("templating.go.git")?.value === true && { wantsRepository: true as const }),
      asks: questions.open(),
      unasked: questions.unasked(),
    };
  }

  /** Who watches a place wants to know what its message renders to, and not what all others do. */
  function watched(all: EvaluationResult["messages"]): EvaluationResult["messages"] {
    const { probe: at } = request;
    if (at === undefined) return all;
    const index = messages.findLastIndex(({ start }) => start <= at);
    return all.map((output, of) => (of === index ? output : withoutText(output)));
  }

  /** Whether nothing that ran can tell one text from another of the same tags. */
  function indifferent(): Pick<EvaluationResult, "passes"> {
    const isSure = document.engine === "lua" && outcome.ok && !isWaiting && !wasClockRead();
    const passes = isSure ? passesOf(state) : undefined;
    return passes === undefined ? {} : { passes };
  }

  return { step, result: () => (request.omitOutput ? withoutOutput(result()) : result()) };
}

/** A result without what messages render to (see `EvaluationRequest.omitOutput`). */
export function withoutOutput(result: EvaluationResult): EvaluationResult {
  if (result.problems.some(({ code }) => code.startsWith("limit/"))) return result;
  return { ...result, messages: result.messages.map(withoutText), outputOmitted: true };
}

/** What is wrong with names and items that a frontmatter would have defined, had it not failed. */
const ofUnknownVariables: readonly DiagnosticCode[] = [
  "expression/undefined-variable",
  "prose/unknown-name",
  "prose/missing-key",
  "prose/no-value",
];

/** Where the frontmatter of the text sets an option; a document offset span. */
function placeOfOption({ frontmatter }: ChatDocument, { options, hasOwnOptions }: FrontmatterOutcome, path: string): Span | undefined {
  const written = options.layer().operations.findLast((operation) => operation.path === path);
  if (!hasOwnOptions || frontmatter === undefined || written?.kind !== "set" || written.span === undefined) return undefined;
  return shift(written.span, frontmatter.body.start);
}

/** What whoever asks for the evaluation sets counts before the frontmatter. */
function setVariables(state: LuaState, { variables = {} }: EvaluationRequest, engine: EngineName): void {
  const { luaOf = luaFromConfig } = ownIdeas(engine, state);
  for (const [name, value] of Object.entries(variables)) state.environment.globals.set(encodeUtf8(name), luaOf(nodeOfData(value)));
}

/** Nothing is evaluated: the run is over before its first step. */
function parsedOnly(document: ChatDocument, request: EvaluationRequest): EvaluationRun {
  const problems = { ...limitProblems(documentProblems(document)), includesSyntax: true } as const;
  const result = { messages: [], ...problems, asks: noQuestions, unasked: questionsOf(request.files), ...optionsWithoutRun(request) };
  return { step: () => false, result: () => result };
}

/** The project file ran, and no document. */
function ranAlone(request: EvaluationRequest, questions: Questions, project: ProjectResult): EvaluationRun {
  const result = {
    messages: [],
    problems: [],
    project,
    asks: questions.open(),
    unasked: questions.unasked(),
    ...optionsWithoutRun(request),
  };
  return { step: () => false, result: () => result };
}

/** Outputs without text are all the same two objects: of very many messages, they are handed over once. */
function emptyOutput(failed: boolean): MessageOutput {
  return failed ? unrendered : rendered;
}

const rendered: MessageOutput = { failed: false, pieces: [], values: [] };
const unrendered: MessageOutput = { failed: true, pieces: [], values: [] };

function withoutText(output: MessageOutput | undefined): MessageOutput | undefined {
  return output && emptyOutput(output.failed);
}
