import type { RecorderOptions as CommonOptions } from "@threadline/core";

export interface RecorderOptions extends CommonOptions {
  /** Provider of the model. Default: derived from the client's `baseURL`, such as `openai` or `azure`. */
  provider?: string | undefined;
  /**
   * Whether to request the usage of streams of chat completions and completions; the additional chunk is hidden from
   * the caller. Default: true for providers that are known to support it. Without usage, the service estimates the
   * counts and marks them as estimates.
   */
  streamUsage?: boolean | undefined;
  /**
   * Whether a call outside any thread or run gets a thread, named after the first user message. Calls share one by
   * their `conversationId`, otherwise by the `conversation` or `previous_response_id` of a response. Default: true.
   */
  autoThread?: boolean | undefined;
}
