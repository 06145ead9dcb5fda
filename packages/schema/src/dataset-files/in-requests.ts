/** Maximum size of a request. It is below the limits of the service. */
const most = { count: 500, characters: 2_000_000 } as const;

/** Splits items into batches that fit into a request. An item that is too large is sent alone. */
export function* inRequests<Item>(items: readonly Item[]): Generator<Item[]> {
  let batch: Item[] = [];
  let characters = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (batch.length > 0 && (batch.length >= most.count || characters + size > most.characters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(item);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}
