import { RecordingClient } from "@threadline/core/recording";
import { addObserver } from "@threadline/core/internal";
import type { ClientObserver } from "./client-observer.ts";
import { Recorder } from "./recorder.ts";
import type { RecorderOptions } from "./recorder-options.ts";
import { classResources, patchResources } from "./resource-methods.ts";

/** Options of {@link instrument}: the class, and how to record its calls. */
export interface InstrumentOptions extends RecorderOptions {
  /**
   * Class of the clients, as imported by the application. If `openai` is loaded both by `import` and by `require`,
   * instrument both classes.
   */
  OpenAI: abstract new (...values: never[]) => object;
}

/**
 * Records every call of every client of the class, created before or after, and of its subclasses, such as `AzureOpenAI`. If called
 * several times, the last call applies; calls are never recorded twice.
 *
 * @returns The function that undoes it.
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function instrument({ OpenAI, ...options }: InstrumentOptions): () => void {
  const threadline = options.client ?? new RecordingClient();
  if (threadline.disabled) return () => undefined;
  const resources = classResources(OpenAI);
  // The prototype of a class is an object.
  return addObserver<ClientObserver>(
    OpenAI.prototype as object,
    new Recorder(threadline, options),
    patchResources(resources),
  );
}
