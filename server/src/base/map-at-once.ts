/**
 * What `each` resolves to for all items, in order; it works on at most so many items at once, so that others who need what it
 * needs (the few threads that read files) are served between. Rejects with the first failure.
 */
export async function mapAtOnce<Item, Result>(
  items: Iterable<Item>,
  most: number,
  each: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const left = [...items].entries();
  const results: Result[] = [];
  // All take from the same iterator.
  async function work(): Promise<void> {
    for (const [index, item] of left) results[index] = await each(item);
  }
  await Promise.all(Array.from({ length: most }, work));
  return results;
}

/** So many questions to the file system are asked at once by those who have very many. */
export const questionsAtOnce = 16;
