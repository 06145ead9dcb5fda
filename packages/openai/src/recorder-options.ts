import type { RecordingClient } from "@threadline/core";
import type { RecordOptions } from "./call-options.ts";

/** How calls are recorded. */
export interface RecorderOptions extends RecordOptions {
  /** Where the records go. Default: a `RecordingClient` made from the environment. */
  client?: RecordingClient | undefined;
  /** Who runs the model. Default: told from the client's `baseURL`, such as `openai` or `azure`. */
  provider?: string | undefined;
  /**
   * Whether streams of chat completions and completions are asked for their usage when the caller did not; the chunk that
   * answers it is hidden from the caller. Default: true for the providers that are known to take the question. Without usage,
   * the service estimates the counts and marks them as estimates.
   */
  streamUsage?: boolean | undefined;
  /**
   * Whether a call outside of any thread goes to the thread that is named by its conversation id: `conversationId` of the
   * call, else the `conversation` of a response. The thread is created when it is new. Default: false.
   */
  autoThread?: boolean | undefined;
}
