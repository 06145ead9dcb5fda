import type { RecordingClient, StoredContext } from "../recording-client.ts";

/**
 * Runs the callback in a saved context (`client.context`) or in the context of another process (`contextFromTrace`).
 * Use it for work outside the current asynchronous flow, such as a job that a queue runs later.
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
 * Binds the callback to the current context. Use it for event listeners, pools and other code that calls the callback
 * from elsewhere. Arguments, `this` and the result are passed on.
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
