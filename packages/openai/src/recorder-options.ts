import type { RecordingClient } from "@threadline/core";
import type { RecordOptions } from "./call-options.ts";

/** Options of the recorder. */
export interface RecorderOptions extends RecordOptions {
  /** Client that receives the records. Default: a `RecordingClient` configured from the environment. */
  client?: RecordingClient | undefined;
  /** Provider of the model. Default: derived from the client's `baseURL`, such as `openai` or `azure`. */
  provider?: string | undefined;
  /**
   * Whether streams of chat completions and completions are asked for their usage when the caller did not; the chunk that
   * answers it is hidden from the caller. Default: true for the providers that are known to take the question. Without usage,
   * the service estimates the counts and marks them as estimates.
   */
  streamUsage?: boolean | undefined;
  /**
   * Whether a call that is made outside any thread or run gets a thread, named after the first user message. Calls share one by
   * their `conversationId`, else by the `conversation` or `previous_response_id` of a response. Default: true.
   */
  autoThread?: boolean | undefined;
}
