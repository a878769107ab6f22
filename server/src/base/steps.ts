/** Work in small steps: whoever does it may leave it after any of them, and go on later. Ends with a result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** What `each` gives for all items, in order, so many of them in one step. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  count: number,
  each: (item: Item, index: number) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index % count === count - 1) yield;
    results.push(each(item, index));
  }
  return results;
}

/** Does all steps at once; gives the result. */
export function complete<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
