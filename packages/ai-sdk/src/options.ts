import type { RecorderOptions } from "@threadline/core";

export interface ObserveOptions extends RecorderOptions {
  /** Name of the run, or of a model call outside any run. Default: the SDK's function, or the model. */
  name?: string | undefined;
  /** Provider of the model. Default: the model's own, such as `openai`. */
  provider?: string | undefined;
}
