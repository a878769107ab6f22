import { counted, type Diagnostic } from "../../base/diagnostic.js";
import type { FileReference } from "../../syntax/ast.js";
import { shiftProblem } from "../../syntax/problems.js";
import type { Crowd } from "../crowd.js";
import type { Output } from "../output.js";
import type { ReferenceResolver, ResolvedReference } from "./reference-resolver.js";

/** The references of a message that is being rendered. */
export interface MessageReferences {
  /** Puts out the file of the reference at an index of `Message.segments`, or else its text. May throw to stop the run. */
  emit(index: number, reference: FileReference): void;
  /** What was wrong with those that were put out, each fault once, in offsets of the document. */
  faults(): Diagnostic[];
}

/** A message's text, its offset in the document, and where it is put out. */
interface Rendering {
  readonly source: string;
  readonly start: number;
  readonly output: Output;
  isBrief(): boolean;
  readonly crowd?: Crowd;
  readonly resolve: ReferenceResolver;
}

/** Makes the references of one run: a loop finds a file once. */
export function messageReferences({ source, start, output, isBrief, crowd, resolve }: Rendering): MessageReferences {
  const resolved: (ResolvedReference | undefined)[] = [];
  /** How often those were put out that were so more than once. */
  const counts = new Map<number, number>();
  return {
    emit(index, reference) {
      const known = resolved[index];
      if (known !== undefined) counts.set(index, (counts.get(index) ?? 1) + 1);
      const found = known ?? resolve(source, reference, isBrief);
      resolved[index] = found;
      if (found.file === undefined) output.text(found.literal);
      else output.file(found.file, found.literal);
    },
    faults() {
      const all: Diagnostic[] = [];
      for (const [index, found] of resolved.entries())
        for (const fault of found?.faults ?? []) {
          const placed = start === 0 ? fault : shiftProblem(fault, start);
          if (!crowd?.passes(placed)) all.push(counted(placed, counts.get(index) ?? 1));
        }
      return all;
    },
  };
}
