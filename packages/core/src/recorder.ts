import type { ContextStorage } from "./context/context-storage.ts";
import type { ContextOf, ContextStep, ContextThread } from "./context/stored-context.ts";
import type { Delivery } from "./delivery/delivery.ts";
import type { JsonObject } from "./types/json.ts";

/** Members of the client that threads and steps use. */
export interface Recorder {
  /** Carries the current context (thread, step, tags) through asynchronous code. */
  readonly store: Pick<ContextStorage<ContextOf<ContextThread, ContextStep>>, "run">;
  readonly context: ContextOf<ContextThread, ContextStep>;
  /** Creates the id of a thread or step. */
  readonly createId: () => string;
  /** Metadata added to every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Tags added to every thread and step. */
  readonly globalTags: readonly string[];
  /** Whether the thread or root step with this id is recorded, according to `sampleRate`. */
  readonly isSampled: (id: string) => boolean;
  /** Whether the client is disabled: it sends nothing, and reads find nothing. */
  readonly disabled: boolean;
  /** Receives errors of background recording. Never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends records in the background. */
  readonly delivery: Delivery;
}
