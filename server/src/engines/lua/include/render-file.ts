import type { Diagnostic, Related } from "../../../base/diagnostic.js";
import { dirname } from "../../../base/paths.js";
import { encodeUtf8 } from "../../../lua/bytes.js";
import { positionPrefix, type Site } from "../../../lua/errors.js";
import type { Environment, LuaState } from "../../../lua/state.js";
import type { LuaValue } from "../../../lua/values.js";
import type { OutputPiece } from "../../engine.js";
import { reservedNames } from "../environment/environment.js";
import { runMessage } from "../run-message.js";
import { type IncludeCall, plainArguments, variableSpan } from "./include-call.js";
import { IncludeError, NestedError, NestedLimit } from "./include-error.js";
import { type IncludeProgram, includeProgram } from "./include-program.js";
import type { IncludeReports } from "./include-reports.js";
import type { IncludeStack, Reach } from "./include-stack.js";
import type { IncludeWorld } from "./include-world.js";
import { IncludedParts } from "./included-parts.js";

/** What came of rendering a file: a value, or what is wrong with it. */
interface Rendering {
  readonly value: LuaValue;
  readonly failure?: Failure;
  readonly reach: Reach;
  /** The calls that led there stand in a text of the evaluation: else its faults were dropped, and another call has to tell of them. */
  readonly isFound: boolean;
}

/** What is wrong with a file: the faults end with the calls that led to it. */
interface Failure {
  readonly faults: readonly Diagnostic[];
  readonly calls: readonly Related[];
  readonly text: string;
}

/** What an environment and a fault that is kept take, in bytes. */
const environmentBytes = 2048;
const faultBytes = 512;

/** Renders files as templates: gives a text, or parts where there are files in it. Throws the errors of include(). */
export type FileRenderer = (path: string, call: IncludeCall, state: LuaState) => LuaValue;

/** Makes the renderer of a document and all files below it; it renders a file once for the same plain arguments. */
export function createFileRenderer(world: IncludeWorld, stack: IncludeStack, reports: IncludeReports): FileRenderer {
  const { surroundings, files, offsets, faults, random } = world;
  const programs = new Map<string, IncludeProgram>();
  const results = new Map<string, Rendering>();
  /** What would go otherwise elsewhere, by its place. */
  const placedResults = new WeakMap<object, Map<string, Rendering>>();

  function programOf(path: string, call: IncludeCall, state: LuaState): IncludeProgram | undefined {
    const known = programs.get(path);
    if (known) return known;
    const found = files.text(path);
    if (files.isOpen("texts", path)) return undefined;
    if (found.kind !== "text") throw reports.refused(found.kind, path, call);
    const { text } = found;
    state.allocate(2 * text.length, call.site);
    state.charge(text.length >> 6, call.site);
    const program = state.untimed(() => includeProgram(path, text));
    programs.set(path, program);
    return program;
  }

  function render(program: IncludeProgram, path: string, call: IncludeCall, state: LuaState): Rendering {
    const { chunk, template } = program;
    const environment = program.hasTags ? environmentOf(path, call, state) : state.environment;
    return stack.within(path, call.site, (reach) => {
      const calls = stack.calls();
      const isFound = calls !== undefined;
      const run = state.within(environment, () =>
        runMessage({ message: template, chunk, state, start: 0, offsets, wantsValue: () => false }),
      );
      const found = [...program.problems, ...run.problems].flatMap(reports.placed);
      state.allocate(faultBytes * found.length, call.site);
      if (run.stopped) throw new NestedLimit(found, run.stopped);
      const first = found.find(({ blocks }) => blocks);
      if (run.failed || first) {
        const failure = { faults: found, calls: calls ?? [], text: failureText(first) };
        return { value: undefined, failure, reach, isFound };
      }
      for (const fault of found) faults.add(fault);
      return { value: includedValue(run.pieces, call.site, state), reach, isFound };
    });
  }

  function environmentOf(path: string, call: IncludeCall, state: LuaState): Environment {
    const { site, variables } = call;
    state.allocate(environmentBytes, site);
    const environment = world.environment({ filename: path, dirname: dirname(path) });
    for (const [name, value] of variables) {
      if (reservedNames.includes(name)) continue;
      environment.globals.set(name, value);
      environment.assignedAt.set(name, site);
    }
    return environment;
  }

  function checkNames(call: IncludeCall): void {
    for (const name of reservedNames) {
      if (!call.variables.has(name)) continue;
      const text = `'${name}' is reserved: the included file does not see this argument. Choose another name.`;
      reports.warn("include/reserved-name", { chunk: call.site.chunk, span: variableSpan(call, name) }, text);
    }
  }

  /** What was rendered before, as this call leads to it: an earlier one may have been caught, and is not to be told of. */
  function led(rendering: Rendering, { path, site }: { path: string; site: Site }, state: LuaState): Rendering {
    const { failure } = rendering;
    if (failure === undefined) return rendering;
    state.charge(failure.faults.length, site);
    const calls = stack.within(path, site, () => stack.calls());
    const faults = failure.faults.map((fault) => {
      const own = (fault.related ?? []).slice(0, -failure.calls.length);
      return { ...fault, related: [...own, ...(calls ?? [])] };
    });
    return { ...rendering, failure: { ...failure, faults: calls === undefined ? [] : faults } };
  }

  /** What `pcall` gives of the failure of a file. */
  function failureText(fault: Diagnostic | undefined): string {
    if (fault === undefined) return "the included file cannot be rendered";
    const chunk = programs.get(fault.file ?? "")?.chunk;
    return chunk === undefined ? fault.message : positionPrefix(chunk, fault.span.start) + encodeUtf8(fault.message);
  }

  function knownAs(key: string, path: string): Rendering | undefined {
    const known = results.get(key);
    return known && stack.goesAgain(path, known.reach) ? known : placedResults.get(stack.place())?.get(key);
  }

  function keep(key: string, rendering: Rendering): void {
    const { repeats } = rendering.reach;
    if (repeats === "anywhere") results.set(key, rendering);
    else if (repeats === "here") placedResults.set(stack.place(), (placedResults.get(stack.place()) ?? new Map()).set(key, rendering));
  }

  return (path, call, state) => {
    const { site } = call;
    const fault = stack.faultOf(path, site.chunk.file ?? surroundings.filename ?? site.chunk.name);
    if (fault) throw new IncludeError(fault, site);
    checkNames(call);
    const plain = world.isSteady ? plainArguments(call) : undefined;
    const key = `${path}${plain}`;
    const known = plain === undefined ? undefined : knownAs(key, path);
    if (known) return resultOf(led(known, { path, site }, state), site);
    const program = programOf(path, call, state);
    // Until the host has answered, the run goes on with nothing, to find out what else it asks.
    if (program === undefined) return "";
    const uses = random.uses;
    const rendering = render(program, path, call, state);
    if (plain !== undefined && rendering.isFound && random.uses === uses) keep(key, rendering);
    return resultOf(rendering, site);
  };
}

function resultOf({ value, failure }: Rendering, site: Site): LuaValue {
  if (failure) throw new NestedError(failure.faults, failure.text, site);
  return value;
}

/** Text alone is a string like any other. */
function includedValue(pieces: readonly OutputPiece[], site: Site, state: LuaState): LuaValue {
  let text = "";
  for (const piece of pieces) {
    if (piece.kind !== "text") return new IncludedParts(pieces.filter((each) => each.kind !== "segment"));
    text += piece.text;
  }
  const bytes = encodeUtf8(text);
  state.allocateString(bytes.length, site);
  return bytes;
}
