import type { RecorderOptions as CommonOptions } from "@threadline/core";

export interface RecorderOptions extends CommonOptions {
  /** Provider of the model. Default: derived from the client's `baseURL`, such as `openai` or `azure`. */
  provider?: string | undefined;
  /**
   * Whether to request usage from streams of chat completions and completions. The chunk with the usage is hidden from
   * the caller. Default: true for providers that are known to support this. Without usage, the service estimates token
   * counts, and marks them as estimates.
   */
  streamUsage?: boolean | undefined;
  /**
   * Whether a call outside any thread or run gets a new thread, named after the first user message. Calls share a
   * thread if they have the same `conversationId`, or if the `conversation` or `previous_response_id` of a response
   * links them. Default: true.
   */
  autoThread?: boolean | undefined;
}
