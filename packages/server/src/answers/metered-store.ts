import { decorate } from "../store/decorate.ts";
import { withinBytes } from "../store/caller.ts";
import { ReadTooLargeError } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import type { Answer } from "./answers.ts";
import { manyReads } from "./many-reads.ts";
import { recordBytes } from "./record-bytes.ts";

type Read = (...values: readonly unknown[]) => Promise<unknown>;
type Methods = { readonly [name: string]: Read };

const meteredNames = Object.entries(manyReads).map(
  ([part, bounds]) => [part, Object.keys(bounds).filter((name) => bounds[name as never] === "metered")] as const,
);

/**
 * Returns the store of one request. Its reads of many records are queued, and fail when the response would be too
 * large.
 */
export function meteredStore(store: Store, answer: Answer): Store {
  const metered =
    (read: Read): Read =>
    (...values) =>
      answer.turn(async () => {
        const result = await withinBytes(answer.remainingBytes, () => read(...values)).catch((error: unknown) => {
          throw error instanceof ReadTooLargeError ? answer.tooLarge() : error;
        });
        answer.read(recordBytes(result));
        return result;
      });
  const parts: { [part: string]: object } = {};
  for (const [name, methods] of meteredNames) {
    if (methods.length === 0) continue;
    const part = store[name as keyof Store] as unknown as Methods; // `manyReads` names only methods
    const replaced = methods.map((method) => [method, metered((...values) => part[method]?.(...values) as never)]);
    parts[name] = decorate<object>(part, Object.fromEntries(replaced));
  }
  return decorate(store, parts as Partial<Store>);
}
