import { LimitFailure } from "./failure.js";

/** What a rendering may use; see `RenderLimits`. Shared by a template and everything it embeds. */
export interface Budget extends RenderLimits {
  /** How many nodes, iterations and calls there were. */
  steps: number;
  /** When to look at the clock again. */
  checkAt: number;
  /** Characters and list members that functions made. */
  made: number;
  /** Moment of the clock at which time is up. */
  readonly end: number;
  /** `chargeText` of this budget. */
  readonly charge: (length: number) => void;
}

/** How much a rendering may use. */
export interface RenderLimits {
  /** UTF-16 units, of the output and of every string that is made on the way. */
  readonly maxOutput: number;
  /** Steps: a node, an iteration, a call, and so on for large values. */
  readonly maxSteps: number;
  readonly shouldStop: (() => boolean) | undefined;
}

/** Members of one list. */
const longestList = 1 << 21;
/** Strings and lists may take so many times the output in all. */
const madeFactor = 16;
/** How many steps may pass before somebody looks. */
const stride = 500;

/** A budget that starts now; `deadlineMs` is how long it lasts. */
export function createBudget({ maxOutput, maxSteps, shouldStop }: RenderLimits, deadlineMs: number | undefined): Budget {
  const end = deadlineMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + deadlineMs;
  const budget: Budget = {
    maxOutput,
    maxSteps,
    shouldStop,
    steps: 0,
    checkAt: Math.min(stride, maxSteps + 1),
    made: 0,
    end,
    charge: (length) => chargeText(budget, length),
  };
  return budget;
}

/** Counts one step. Throws a `LimitFailure` when there are too many, when time is up, or when somebody wants it to stop. */
export function step(budget: Budget): void {
  if (++budget.steps >= budget.checkAt) check(budget);
}

/** Counts the work of a value with so many members or characters. */
export function steps(budget: Budget, count: number): void {
  budget.steps += count;
  if (budget.steps >= budget.checkAt) check(budget);
}

function check(budget: Budget): void {
  const { maxSteps } = budget;
  if (budget.steps > maxSteps) throw limit(`more than ${maxSteps} steps`);
  lookAround(budget);
  budget.checkAt = Math.min(budget.steps + stride, maxSteps + 1);
}

/** So many actions of a text are read before somebody looks whether to stop. */
const readingStride = 500;

/** Looks whether to stop while a text is read, which takes no steps. What it gives throws a `LimitFailure`, as `step` does. */
export function readingCheck(budget: Budget): () => void {
  let left = readingStride;
  return () => {
    if (--left > 0) return;
    left = readingStride;
    lookAround(budget);
  };
}

function lookAround({ end, shouldStop }: Budget): void {
  if (end !== Number.POSITIVE_INFINITY && performance.now() > end) throw limit("the time is up");
  if (shouldStop?.() === true) throw limit("stopped");
}

function limit(reason: string): LimitFailure {
  return new LimitFailure(reason);
}

/** Counts a string of so many UTF-16 units before it is made. */
export function chargeText(budget: Budget, length: number): void {
  if (length > budget.maxOutput) throw limit(`a text longer than ${budget.maxOutput} characters`);
  charge(budget, length);
}

/** Counts a list of so many members before it is made. */
export function chargeList(budget: Budget, length: number): void {
  if (length > longestList) throw limit(`a list longer than ${longestList}`);
  charge(budget, length);
}

function charge(budget: Budget, size: number): void {
  budget.made += size;
  if (budget.made > budget.maxOutput * madeFactor) throw limit("more memory than allowed");
  steps(budget, 1 + (size >>> 6));
}
