/** Yields the items of a list. */
export async function* iterate<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
