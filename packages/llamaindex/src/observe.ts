import type { RecordingClient } from "@threadline/core";
import { EventRecorder } from "./event-recorder.ts";
import type { LlamaIndexEvent } from "./framework.ts";

/** Callback manager of the framework, such as `Settings.callbackManager`. */
export interface LlamaIndexCallbacks {
  readonly on: (event: never, handler: never) => unknown;
}

/** Options of `observe`. */
export interface ObserveOptions {
  /** Client that sends the records. */
  client: RecordingClient;
  /** Whether calls outside any thread and step get a new thread, named after the question. Default: true. */
  autoThread?: boolean | undefined;
}

/** Events that are recorded. */
const EVENTS = [
  "llm-start",
  "llm-stream",
  "llm-end",
  "llm-tool-call",
  "llm-tool-result",
  "query-start",
  "query-end",
  "retrieve-start",
  "retrieve-end",
  "synthesize-start",
  "synthesize-end",
  "agent-start",
  "agent-end",
] as const;

/**
 * Records the events of a callback manager, and returns it. The recording never throws into the application, waits for the
 * network or changes an event.
 *
 * @example
 * ```ts
 * import { Settings } from "@llamaindex/core/global";
 * import { OpenAI } from "@llamaindex/openai";
 * import { Threadline } from "@threadline/core";
 * import { observe } from "@threadline/llamaindex";
 *
 * const client = new Threadline();
 * observe(Settings.callbackManager, { client });
 * const llm = new OpenAI({ model: "gpt-4o-mini" });
 * await llm.chat({ messages: [{ role: "user", content: "When do you open?" }] });
 * await client.flush();
 * ```
 */
export function observe<Callbacks extends LlamaIndexCallbacks>(
  callbacks: Callbacks,
  { client, autoThread = true }: ObserveOptions,
): Callbacks {
  const recorder = new EventRecorder(client, autoThread);
  // The framework's own types differ between versions.
  const { on } = callbacks as unknown as { on: (name: string, handler: (event: LlamaIndexEvent) => void) => unknown };
  for (const name of EVENTS) {
    on.call(callbacks, name, (event) => {
      try {
        recorder.record(name, event);
      } catch (error) {
        client.onError(error);
      }
    });
  }
  return callbacks;
}
