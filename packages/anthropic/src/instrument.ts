import type { RecorderOptions } from "@threadline/core";
import { addObserver } from "@threadline/core/internal";
import { RecordingClient } from "@threadline/core/recording";
import { classBatches, patchBatches } from "./batch-resources.ts";
import { Recorder } from "./recorder.ts";

/** Options of {@link instrument}: the class, and how to record its calls. */
export interface InstrumentOptions extends RecorderOptions {
  /**
   * Class of the clients, as imported by the application. If the SDK is loaded both by `import` and by `require`, instrument
   * both classes.
   */
  Anthropic: abstract new (...values: never[]) => object;
}

/**
 * Records every call of every client of the class, created before or after, and of its subclasses. If called several
 * times, the last call applies; calls are never recorded twice.
 *
 * @returns The function that undoes it.
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function instrument({ Anthropic, ...options }: InstrumentOptions): () => void {
  const client = options.client ?? new RecordingClient();
  if (client.disabled) return () => undefined;
  const others = patchBatches(classBatches(Anthropic));
  // The prototype of a class is an object.
  return addObserver(Anthropic.prototype as object, new Recorder(client, options), others);
}
