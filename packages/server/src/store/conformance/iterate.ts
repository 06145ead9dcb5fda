export async function* iterate<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
