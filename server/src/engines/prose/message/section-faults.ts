import { type Diagnostic, diagnostic, mostShown } from "../../../base/diagnostic.js";
import { type Span, shift } from "../../../base/span.js";
import { LimitError } from "../../../lua/errors.js";
import type { SectionBlock, SectionLayout } from "../../../syntax/prose/section-layout.js";
import type { ProseText } from "../language/prose-text.js";
import { faultsOf } from "../language/substitute.js";
import type { SubstitutionError } from "../language/substitution-error.js";
import type { SectionProgram } from "../section/programs.js";
import { type ProseRead, ProseReadError, placedError, type SectionFault, type SectionRun } from "../section/run-section.js";
import type { ProseMessageScope } from "./run-message.js";
import { asHint, type FaultPlace, substitutionProblem } from "./substitution-problem.js";
import { isCertain } from "./unreached-prose.js";

/** What is told of a section. Spans of problems are document offsets. */
interface SectionFaults {
  /** Of prose that its block did not read, or whose error it caught: while values are as they were then. */
  ofRead(read: ProseRead): Diagnostic[];
  /** Of the section as a whole, once it ran. */
  ofRun(run: SectionRun): Diagnostic[];
}

/** So many faults of a document are told with what may mend them. */
const mostExplained = 200;

/** Tells what is wrong in a section of a message; `proseAt` gives the prose at a span of it. */
export function sectionFaults(
  { chunk: { source }, start, world, host, offsets, frontmatter }: ProseMessageScope,
  { layout, proseAt }: { readonly layout: SectionLayout; proseAt(span: Span): ProseText },
): SectionFaults {
  const blocks = new Map(layout.blocks.map((block) => [block.prose, block]));
  /** All code that can run in the section. */
  let code: string | undefined;

  function ofRead({ prose, outcome }: ProseRead): Diagnostic[] {
    if (prose.start === prose.end || (outcome !== "failed" && outcome !== "unread")) return [];
    return outcome === "failed" ? hints(prose, "This error is caught") : [unread(prose), ...hints(prose, ifRead)];
  }

  function ofRun({ fault, reads, returned }: SectionRun): Diagnostic[] {
    const dropped = layout.blocks.filter(({ dropped: { start: from, end } }) => end > from).map((block) => unread(block.dropped));
    const unreached = reads.filter(({ prose, outcome }) => outcome === "unreached" && prose.end > prose.start);
    // Behind a block that ended the message with a text, nothing is sent.
    if (returned !== undefined) return [...dropped, ...unreached.map(({ prose }) => unread(prose))];
    if (fault === undefined) return dropped;
    return [...dropped, ...ofFault(fault, reads), ...unreached.flatMap(({ prose }) => ofUnreached(prose))];
  }

  function ofFault(fault: SectionFault, reads: readonly ProseRead[]): readonly Diagnostic[] {
    switch (fault.kind) {
      case "unclosed":
        // The text alone tells it.
        return [];
      case "syntax":
        return [host.syntax(fault.problem, fault.program.chunk, start + fault.program.block.code.start)];
      case "result": {
        const text = `A block returns text, a number or a boolean, not a ${fault.type}. Print it, or turn it into text.`;
        return [diagnostic("prose/result", shift(fault.program.block.code, start), text)];
      }
      case "prose":
        return substitutionProblems(reads.at(-1)?.prose as Span, fault.error);
      case "trailing": {
        const at = shift(fault.prose, start);
        return [
          fault.error instanceof LimitError ? host.limit(fault.error, at) : diagnostic("prose/placeholder", at, sentence(fault.error.text)),
        ];
      }
      case "raised":
        return ofRaised(fault.error, fault.program);
    }
  }

  function ofRaised(error: unknown, { block, chunk: own }: SectionProgram): readonly Diagnostic[] {
    if (!(error instanceof ProseReadError)) return host.raised(error, own, start + block.code.start);
    const { site } = error;
    const readAt = site && offsets.get(site.chunk.id);
    const related = site && readAt !== undefined ? [{ span: shift(site.span, readAt), message: "The prose is read here." }] : [];
    return substitutionProblems(block.prose, error.substitution).map((problem) => ({ ...problem, related }));
  }

  /** The fault that was raised, and those behind it: all are told at once. */
  function substitutionProblems(prose: Span, first: SubstitutionError): Diagnostic[] {
    const others = listFaults(prose).filter(({ span }) => span.start > first.span.start);
    return [first, ...others].map((error) => substitutionProblem(error, placeOf(prose)));
  }

  /** Prose that would have been read, had nothing failed before: what is wrong with it whatever else had run. */
  function ofUnreached(prose: Span): Diagnostic[] {
    code ??= [frontmatter, ...layout.blocks.map((block) => source.slice(block.code.start, block.code.end))].join("\n");
    const around = { source, code };
    const own = blocks.get(prose);
    const problems = listFaults(prose)
      .filter((error) => isCertain(error, around))
      .map((error) => substitutionProblem(error, placeOf(prose)));
    return own === undefined || readsProse(source, own) ? problems : problems.map((problem) => asHint(problem, ifRead));
  }

  function hints(prose: Span, why: string): Diagnostic[] {
    return listFaults(prose).map((error) => asHint(substitutionProblem(error, placeOf(prose)), why));
  }

  function listFaults(prose: Span): SubstitutionError[] {
    const { text, inSource } = proseAt(prose);
    const found: SubstitutionError[] = [];
    for (const error of faultsOf(text, world.glimpse())) {
      if (found.push(placedError(error, inSource)) >= mostShown) break;
    }
    return found;
  }

  function placeOf(prose: Span): FaultPlace {
    const block = blocks.get(prose);
    const code = block === undefined ? { at: lineStart(source, prose.start), isBlock: false } : { at: block.code.start, isBlock: true };
    return { source, start, code, isBrief: ++world.state.faults > mostExplained, candidates: world.candidates };
  }

  function unread(at: Span): Diagnostic {
    const text = "Nobody reads this prose: it is neither evaluated nor sent. A Lua block reads what stands before it as `prose`.";
    return diagnostic("prose/unread", shift(at, start), text);
  }

  return { ofRead, ofRun };
}

const ifRead = "Nobody reads this prose, but if somebody did";

/** Says whether the code of a block names its prose. */
function readsProse(source: string, { code }: SectionBlock): boolean {
  return /\bprose\b/.test(source.slice(code.start, code.end));
}

function lineStart(source: string, at: number): number {
  return Math.max(source.lastIndexOf("\n", at - 1), source.lastIndexOf("\r", at - 1)) + 1;
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}.`;
}
