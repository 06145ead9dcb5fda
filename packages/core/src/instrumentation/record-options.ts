import type { RecordingClient } from "../recording-client.ts";
import type { JsonObject } from "../types/json.ts";

/** Recording options of a client or of a call. */
export interface RecordOptions {
  /** Tags added to the step and its generation. */
  tags?: string[] | undefined;
  /** Metadata added to the step and its generation. */
  metadata?: JsonObject | undefined;
  /**
   * Id of the step. In the options of a client, it applies only to the first call, because ids are unique. Default: a
   * new id.
   */
  stepId?: string | undefined;
  /** Name of the step. Default: the model. */
  name?: string | undefined;
}

/** Recording options of one model call. */
export interface CallRecordOptions extends RecordOptions {
  /** Id of the conversation, which becomes the id of the thread. */
  conversationId?: string | undefined;
}

/** Options of the instrumentation of a model provider's client. */
export interface RecorderOptions extends RecordOptions {
  /** Client that receives the records. Default: a `RecordingClient` configured from the environment. */
  client?: RecordingClient | undefined;
  /** Provider of the model. Default: derived from the instrumented client. */
  provider?: string | undefined;
  /**
   * Whether a call outside any thread or step gets a thread of its own, named after the first user message. Default:
   * true.
   */
  autoThread?: boolean | undefined;
}
