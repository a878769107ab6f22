/** Work in small steps: whoever does it may leave it after any of them, and go on later. Ends with a result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all steps at once; gives the result. */
export function complete<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
