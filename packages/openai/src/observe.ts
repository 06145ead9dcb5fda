import { RecordingClient } from "@threadline/core/recording";
import { addObserver, patch, type Wrap } from "@threadline/core/internal";
import type { ClientObserver } from "./client-observer.ts";
import { Recorder } from "./recorder.ts";
import type { RecorderOptions } from "./recorder-options.ts";
import { clientResources, patchResources } from "./resource-methods.ts";

/**
 * Records all later calls of the client, and of the clients that its `withOptions` creates. Returns the client. The
 * promises, responses, streams, errors and timing of its calls do not change.
 *
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function observe<Client extends object>(client: Client, options: RecorderOptions = {}): Client {
  const threadline = options.client ?? new RecordingClient();
  if (!threadline.disabled) observeWith(client, new Recorder(threadline, options));
  return client;
}

function observeWith(client: object, recorder: Recorder): void {
  addObserver<ClientObserver>(client, recorder, patchResources(clientResources(client)));
  const withOptions: Wrap = (original) =>
    function (this: object, ...values: unknown[]) {
      const derived = original.call(this, ...values) as object;
      recorder.safely(() => observeWith(derived, recorder));
      return derived;
    };
  patch(client, { withOptions });
}
