import type { RecordingClient, StoredContext } from "../recording-client.ts";

/**
 * Runs the callback in a context: one that was kept before (`client.context`), or one of another process (`contextFromTrace`). For
 * work that does not follow from what recorded it, such as a job that a queue runs later.
 *
 * @example
 * ```ts
 * import { runWithContext, Threadline } from "@threadline/core";
 *
 * const client = new Threadline();
 * const jobs: (() => Promise<unknown>)[] = [];
 * await client.run({ name: "request" }).wrap(() => {
 *   const { context } = client;
 *   jobs.push(() => runWithContext(client, context, () => client.step({ name: "job", type: "tool" }).send()));
 * });
 * for (const job of jobs) await job(); // below `request`
 * await client.flush();
 * ```
 */
export function runWithContext<Result>(
  client: RecordingClient,
  context: StoredContext,
  callback: () => Result,
): Result {
  return client.store.run(context, callback);
}

/**
 * The callback, always run in the context in which it was bound: for event listeners, pools and other code that calls it from
 * elsewhere. Its arguments, `this` and result are passed on.
 */
export function bind<This, Parameters extends unknown[], Result>(
  client: RecordingClient,
  callback: (this: This, ...parameters: Parameters) => Result,
): (this: This, ...parameters: Parameters) => Result {
  const { context } = client;
  return function bound(this: This, ...parameters: Parameters): Result {
    return runWithContext(client, context, () => callback.apply(this, parameters));
  };
}
