import type { MovedRecord } from "../store.ts";

export async function* replay<Record extends MovedRecord>(records: readonly Record[]): AsyncGenerator<Record> {
  yield* records;
}
