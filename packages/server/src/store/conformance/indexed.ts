import { expect } from "vitest";
import type { Store } from "../store.ts";

/** Resolves when the search index is up to date. */
export async function indexed(store: Store): Promise<void> {
  await expect.poll(async () => (await store.backlog()).search, { interval: 10 }).toBe(0);
}
