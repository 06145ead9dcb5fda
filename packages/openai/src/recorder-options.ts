import type { RecorderOptions as CommonOptions } from "@threadline/core";

export interface RecorderOptions extends CommonOptions {
  /** Provider of the model. Default: derived from the client's `baseURL`, such as `openai` or `azure`. */
  provider?: string | undefined;
  /**
   * Whether to request the usage of streamed chat completions and streamed text completions. The provider then sends an
   * additional chunk, which is hidden from the caller. If no usage is reported, the service estimates the token counts.
   * Default: true for providers that are known to support the request.
   */
  streamUsage?: boolean | undefined;
  /**
   * Whether a call outside any thread and step gets a new thread, named after the first user message. Calls share a
   * thread if they have the same `conversationId`, or if they continue a conversation by the parameters `conversation`
   * or `previous_response_id` of the Responses API. Default: true.
   */
  autoThread?: boolean | undefined;
}
