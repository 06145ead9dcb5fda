import type { RecorderOptions } from "@threadline/core";

/** Options of {@link observe} and {@link observeModel}. */
export interface ObserveOptions extends RecorderOptions {
  /** Name of the run, of a model call outside any. Default: the function of the SDK, or the model. */
  name?: string | undefined;
  /** Provider of the model. Default: the name that the model has, such as `openai`. */
  provider?: string | undefined;
}
