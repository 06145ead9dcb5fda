import type { RecorderOptions } from "@threadline/core";

export interface ObserveOptions extends RecorderOptions {
  /** Name of the run, or of a model call outside any run. Default: the name of the SDK's function, or of the model. */
  name?: string | undefined;
  /** Provider of the model. Default: the provider in the model's data, such as `openai`. */
  provider?: string | undefined;
}
