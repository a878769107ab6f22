import type { Service } from "../workspace/service.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { OpenDocument } from "./documents.js";

/** A hover waits so many ms for values; then it says that evaluation goes on (spec/contracts.md). */
const patience = 100;

/** A run that was too late for its hover, and goes on: who looks at the place once more gets what it gives. */
interface LateRun {
  readonly offset: number;
  readonly found: Promise<Evaluated | undefined>;
  readonly giveUp: AbortController;
  hasEnded: boolean;
  /** What was published of the document when it ended. */
  published?: Evaluated | undefined;
}

/** The last late run for each text, by what tells that the text is not the newest any more. */
const lateRuns = new WeakMap<AbortSignal, LateRun>();

/**
 * An evaluation that watches a UTF-16 offset of the present text; undefined while it takes too long, or once `signal` is
 * aborted. It goes on then, until somebody looks elsewhere: of a document that is slow by nature, the second look tells.
 */
export function probed(
  service: Pick<Service, "evaluate">,
  document: OpenDocument,
  { offset, signal }: { offset: number; signal: AbortSignal },
): Promise<Evaluated | undefined> {
  const { snapshot, outdated } = document;
  const before = lateRuns.get(outdated);
  // What was published since without a change of the text follows a change of something else.
  const isCurrent = before !== undefined && (!before.hasEnded || before.published === document.evaluated);
  if (isCurrent && before.offset === offset) return soon(() => before.found);
  giveUp(outdated);
  if (signal.aborted) return Promise.resolve(undefined);
  return soon((late) => {
    const own = new AbortController();
    const cancel = (): void => own.abort();
    signal.addEventListener("abort", cancel, { once: true });
    const found = service.evaluate(snapshot, { probe: offset, signal: AbortSignal.any([own.signal, outdated]) });
    const run: LateRun = { offset, found, giveUp: own, hasEnded: false };
    late.addEventListener("abort", () => {
      signal.removeEventListener("abort", cancel);
      giveUp(outdated);
      if (!signal.aborted) lateRuns.set(outdated, run);
    });
    return found.finally(() => {
      signal.removeEventListener("abort", cancel);
      run.hasEnded = true;
      run.published = document.evaluated;
    });
  });
}

function giveUp(outdated: AbortSignal): void {
  lateRuns.get(outdated)?.giveUp.abort();
  lateRuns.delete(outdated);
}

/** What somebody waits for; undefined when it takes too long, which the signal tells. */
export async function soon<T>(work: (late: AbortSignal) => Promise<T | undefined>): Promise<T | undefined> {
  const abort = new AbortController();
  // An answer that waits in the pipe while the server was busy still counts.
  const timer = setTimeout(() => setImmediate(() => abort.abort()), patience);
  const late = new Promise<undefined>((resolve) => abort.signal.addEventListener("abort", () => resolve(undefined), { once: true }));
  return Promise.race([work(abort.signal), late]).finally(() => clearTimeout(timer));
}
