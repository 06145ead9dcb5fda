import { CallSlots } from "./call-slots.ts";
import { listModels, type ModelList } from "./list-models.ts";
import type {
  CallOptions,
  EmbeddingCall,
  EmbeddingOutcome,
  ModelCall,
  ModelOutcome,
  OpenConnection,
} from "./model-call.ts";
import { openEmbeddingModel, openModel } from "./open-model.ts";
import { OpenedModels } from "./opened-models.ts";
import type { Outbound } from "./outbound.ts";
import { runEmbeddingCall } from "./run-embedding-call.ts";
import { runModelCall } from "./run-model-call.ts";
import { callTask, type TaskCall, type TaskOutcome } from "./task-call.ts";

export interface ModelCaller {
  /** Throws an `Error` if connections may not use this base URL. */
  checkUrl(url: URL): void;
  /**
   * Waits until a connection may run another call. `slotOf` identifies the connection, and `limit` is its maximum
   * number of concurrent calls. Call the returned function after the call. Rejects with the signal's reason when
   * aborted.
   */
  take(slotOf: string, limit: number, signal?: AbortSignal): Promise<() => void>;
  /** Lists the models of a provider. Failures are part of the list. */
  listModels(open: OpenConnection, signal?: AbortSignal): Promise<ModelList>;
  /** Calls a task. Failures are part of the outcome. */
  callTask(open: OpenConnection, call: TaskCall): Promise<TaskOutcome>;
  /** Calls a model. Failures of the provider are part of the outcome. */
  call(open: OpenConnection, call: ModelCall, options?: CallOptions): Promise<ModelOutcome>;
  /** Calls an embedding model. Failures of the provider are part of the outcome. */
  embed(open: OpenConnection, call: EmbeddingCall, signal?: AbortSignal): Promise<EmbeddingOutcome>;
}

export function createModelCaller({ checkUrl, fetch: fetchModel }: Outbound): ModelCaller {
  const slots = new CallSlots();
  const chatModels = new OpenedModels((open, model) => openModel(open, model, fetchModel));
  const embeddingModels = new OpenedModels((open, model) => openEmbeddingModel(open, model, fetchModel));
  return {
    checkUrl,
    take: (slotOf, limit, signal) => slots.take(slotOf, limit, signal),
    listModels: (open, signal) => listModels(open, fetchModel, { signal }),
    callTask: (open, call) => callTask(open, call, fetchModel),
    async call(open, call, callOptions = {}) {
      return runModelCall(await chatModels.get(open, call.model), call, open, callOptions);
    },
    async embed(open, call, signal) {
      return runEmbeddingCall(await embeddingModels.get(open, call.model), call, { open, signal });
    },
  };
}
