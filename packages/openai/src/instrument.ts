import { RecordingClient } from "@threadline/core/recording";
import { addObserver } from "@threadline/core/internal";
import type { ClientObserver } from "./client-observer.ts";
import { Recorder } from "./recorder.ts";
import type { RecorderOptions } from "./recorder-options.ts";
import { classResources, patchResources } from "./resource-methods.ts";

/** Options of {@link instrument}: which clients to instrument, and how to record their calls. */
export interface InstrumentOptions extends RecorderOptions {
  /**
   * Class of the clients, as imported by the application. If `openai` is loaded both by `import` and by `require`,
   * instrument both classes.
   */
  OpenAI: abstract new (...values: never[]) => object;
}

/**
 * Records every call of every client of the class and its subclasses, such as `AzureOpenAI`, including clients created
 * earlier. If `instrument` is called several times, the options of the last call apply, and no call is recorded twice.
 *
 * @returns A function that stops the recording.
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function instrument({ OpenAI, ...options }: InstrumentOptions): () => void {
  const threadline = options.client ?? new RecordingClient();
  if (threadline.disabled) return () => undefined;
  const resources = classResources(OpenAI);
  return addObserver<ClientObserver>(
    OpenAI.prototype as object,
    new Recorder(threadline, options),
    patchResources(resources),
  );
}
