import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { usualIndexing } from "../../src/store/postgres/search-indexer.ts";
import type { Store } from "../../src/store/store.ts";

/** So many steps wait for the index until there are more of them. */
export const mostWaiting: number = usualIndexing.leastSteps;

/** Opens the records in a database, for benchmarks that fill it without a service. */
export function openFilledStore(url: string): Promise<Store> {
  return openPostgresStore({ url });
}
