import { RecordError } from "../records/errors.ts";

/**
 * Reads each item, and stores all valid ones in one call. Returns the results in the order of the items, with an error
 * for each rejected item.
 */
export async function settleEach<Item, Write, Result>(
  items: readonly Item[],
  read: (item: Item, index: number) => Write | Error,
  store: (writes: readonly Write[]) => Promise<readonly (Result | Error)[]>,
): Promise<(Result | Error)[]> {
  const readings = items.map((item, index) => tryRead(() => read(item, index)));
  const writes = readings.filter((reading): reading is Write & (Write | Error) => !(reading instanceof Error));
  const results = writes.length === 0 ? [] : await store(writes);
  let next = 0;
  return readings.map((reading) => (reading instanceof Error ? reading : (results[next++] as Result | Error)));
}

function tryRead<Write>(read: () => Write | Error): Write | Error {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
}
