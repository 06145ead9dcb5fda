import type { ContextStorage } from "./context/context-storage.ts";
import type { ContextOf, ContextStep, ContextThread } from "./context/stored-context.ts";
import type { Delivery } from "./delivery/delivery.ts";
import type { JsonObject } from "./types/json.ts";

/** Client interface used by threads and steps. */
export interface Recorder {
  /** Carries the context through asynchronous code. */
  readonly store: Pick<ContextStorage<ContextOf<ContextThread, ContextStep>>, "run">;
  readonly context: ContextOf<ContextThread, ContextStep>;
  /** Creates the id of a thread or step. */
  readonly createId: () => string;
  /** Added to the metadata of every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Added to the tags of every thread and step. */
  readonly globalTags: readonly string[];
  /** Whether records of the thread or root step with this id are sampled. */
  readonly isSampled: (id: string) => boolean;
  /** Whether writes are disabled. */
  readonly disabled: boolean;
  /** Receives errors of background recording. Never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends records in the background. */
  readonly delivery: Delivery;
}
