import type { RecordingClient } from "@threadline/core";
import type { AgentSpan, AgentTrace } from "./framework.ts";
import { TraceRecorder } from "./trace-recorder.ts";

export interface TracingProcessorOptions {
  /**
   * Whether to create a thread for a trace that has no `groupId` and starts outside any thread and step. The thread is
   * named after the first user message. Default: true.
   */
  autoThread?: boolean | undefined;
}

/**
 * Records the traces of the OpenAI Agents SDK. Pass it to `setTraceProcessors`. One processor serves any number of
 * concurrent runs. The callbacks for traces and spans never throw, wait for the network or change their arguments.
 *
 * @example
 * ```ts
 * import { Agent, run, setTraceProcessors } from "@openai/agents";
 * import { Threadline } from "@threadline/core";
 * import { ThreadlineTracingProcessor } from "@threadline/agents";
 *
 * const client = new Threadline();
 * setTraceProcessors([new ThreadlineTracingProcessor(client)]);
 * await run(new Agent({ name: "Opening hours", model: "gpt-4o-mini" }), "When do you open?");
 * await client.flush();
 * ```
 */
export class ThreadlineTracingProcessor {
  readonly #client: RecordingClient;
  readonly #recorder: TraceRecorder;

  constructor(client: RecordingClient, { autoThread = true }: TracingProcessorOptions = {}) {
    this.#client = client;
    this.#recorder = new TraceRecorder(client, autoThread);
  }

  // The framework awaits some of the following methods, so each method returns a promise. Each method finishes its work
  // before it returns, while the caller's context is still current.

  onTraceStart(trace: AgentTrace): Promise<void> {
    return this.#safely(() => this.#recorder.beginTrace(trace));
  }

  onTraceEnd(trace: AgentTrace): Promise<void> {
    return this.#safely(() => this.#recorder.endTrace(trace));
  }

  onSpanStart(span: AgentSpan): Promise<void> {
    return this.#safely(() => this.#recorder.beginSpan(span));
  }

  onSpanEnd(span: AgentSpan): Promise<void> {
    return this.#safely(() => this.#recorder.endSpan(span));
  }

  /** Sends pending records. Never rejects. */
  async forceFlush(): Promise<void> {
    await this.#client.flush();
  }

  /** Sends pending records. `timeout` is in milliseconds. The client stays open. Never rejects. */
  async shutdown(timeout?: number): Promise<void> {
    await this.#client.flush(timeout === undefined ? {} : { timeoutMs: timeout });
  }

  #safely(work: () => void): Promise<void> {
    try {
      work();
    } catch (error) {
      this.#client.onError(error);
    }
    return Promise.resolve();
  }
}
