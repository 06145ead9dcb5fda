import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { usualIndexing } from "../../src/store/search/postgres/search-indexer.ts";
import type { Store } from "../../src/store/store.ts";

/** Maximum number of steps that wait to be indexed: one batch. */
export const maxWaiting: number = usualIndexing.minSteps;

/** Opens a store directly, for benchmarks that fill it without a service. */
export function openFilledStore(url: string): Promise<Store> {
  return openPostgresStore({ url });
}
