import type { RecorderOptions } from "@threadline/core";
import { addObserver } from "@threadline/core/internal";
import { RecordingClient } from "@threadline/core/recording";
import { classBatches, patchBatches } from "./batch-resources.ts";
import { Recorder } from "./recorder.ts";

/** Client class whose calls {@link instrument} records, and options for recording them. */
export interface InstrumentOptions extends RecorderOptions {
  /**
   * Client class of the SDK, as imported by the application. If the application loads the SDK both by `import` and by
   * `require`, there are two classes: call `instrument` for each of them.
   */
  Anthropic: abstract new (...values: never[]) => object;
}

/**
 * Records every call of every client of the class and its subclasses, including clients created earlier. If
 * `instrument` is called several times, the options of the last call apply, and no call is recorded twice.
 *
 * @returns A function that stops the recording.
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function instrument({ Anthropic, ...options }: InstrumentOptions): () => void {
  const client = options.client ?? new RecordingClient();
  if (client.disabled) return () => undefined;
  const others = patchBatches(classBatches(Anthropic));
  return addObserver(Anthropic.prototype as object, new Recorder(client, options), others);
}
