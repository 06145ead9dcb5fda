import { CALL_MODEL, MODEL_CALLS } from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { JsonValue } from "../types/json.ts";
import type { ModelCall, ModelCallEvent, ModelCallResult } from "../types/model-calls.ts";

/**
 * Operations that call models through the connections of the project. Each call is recorded as a step in the
 * environment `experiment`.
 */
export interface ModelCallOperations {
  /** Calls a model. A failure of the provider does not reject; it is part of the result. */
  callModel(call: ModelCall, options?: CallOptions): Promise<ModelCallResult>;
  /**
   * Makes 1 to 6 calls concurrently and streams their texts. The iteration ends after the last result. Leaving the
   * loop, or aborting `signal`, cancels the calls.
   */
  modelCalls(calls: ModelCall[], options?: CallOptions): Promise<AsyncIterableIterator<ModelCallEvent, undefined>>;
}

export function createModelCallOperations(transport: Transport): ModelCallOperations {
  return {
    async callModel(call, options) {
      const { callModel } = await transport.graphql(CALL_MODEL, { call: toInput(call) }, options);
      return callModel as ModelCallResult; // the generated type of `messages` is any JSON, but it is a list
    },
    async modelCalls(calls, options) {
      const events = await transport.stream(MODEL_CALLS, { calls: calls.map(toInput) }, options);
      const results: AsyncIterableIterator<ModelCallEvent, undefined> = {
        async next() {
          const event = await events.next();
          // Each event has either a text or a result. The generated type does not express this, but `ModelCallEvent`
          // does.
          return event.done ? event : { done: false, value: event.value.modelCalls as ModelCallEvent };
        },
        async return() {
          await events.return?.();
          return { done: true, value: undefined };
        },
        [Symbol.asyncIterator]: () => results,
      };
      return results;
    },
  };
}

function toInput({ messages, ...call }: ModelCall) {
  return { ...call, messages: messages as JsonValue[] }; // a `RenderedMessage` is sent as JSON
}
