import { callerSignal } from "../caller.ts";
import { testsRecords } from "../lists/tests-records.ts";
import type { FairShares } from "../session/fair-shares.ts";
import type { Store } from "../store.ts";
import { type MethodNames, withMethods } from "../threads/with-writer.ts";

/** Methods with filters that may test many records. */
const filteredReads = {
  threads: ["list", "count"],
  steps: ["list", "count"],
  generations: ["list", "count"],
  scores: ["list", "count"],
  users: ["list", "count"],
  analytics: ["facets", "statistics", "timeSeries"],
} as const satisfies MethodNames;

/**
 * Limits how many reads that may test many records run at the same time. Such reads keep a core of the database busy,
 * so other reads would wait for them. Projects take turns.
 */
export function withSearchTurns(store: Store, turns: FairShares<string>): Store {
  const run = (path: readonly string[], values: readonly unknown[]): Promise<unknown> => {
    const [part, name] = path as readonly [keyof Store, string];
    const methods = store[part] as unknown as Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;
    const read = async (): Promise<unknown> => methods[name]?.(...values);
    return testsRecords(values) ? turns.use(String(values[0]), read, callerSignal()) : read();
  };
  return withMethods(store, { call: run }, filteredReads);
}
