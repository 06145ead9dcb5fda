import type { RecordingClient } from "@threadline/core";
import type { MastraTracingEvent } from "./framework.ts";
import { TraceRecorder } from "./trace-recorder.ts";

export interface ThreadlineExporterOptions {
  /**
   * Whether to create a thread for each run of an agent or workflow, and for each model call outside of a run. No
   * thread is created if there is a memory thread, a current thread or a current step. The new thread is named after
   * the first user message. If a workflow has none, the thread is named after the workflow. Default: true.
   */
  autoThread?: boolean | undefined;
}

/**
 * Records the traces of Mastra. Pass it in the `exporters` of Mastra's `Observability`. One exporter serves any number
 * of concurrent runs. `exportTracingEvent` never throws, waits for the network or changes its argument.
 *
 * @example
 * ```ts
 * import { Mastra } from "@mastra/core";
 * import { Agent } from "@mastra/core/agent";
 * import { Observability } from "@mastra/observability";
 * import { Threadline } from "@threadline/core";
 * import { ThreadlineExporter } from "@threadline/mastra";
 *
 * const client = new Threadline();
 * const desk = new Agent({ id: "desk", name: "Desk", instructions: "Be brief.", model: "openai/gpt-4o-mini" });
 * const exporters = [new ThreadlineExporter(client)];
 * const observability = new Observability({ configs: { default: { serviceName: "desk", exporters } } });
 * const mastra = new Mastra({ agents: { desk }, observability });
 * await mastra.getAgent("desk").generate("When do you open?");
 * await client.flush();
 * ```
 */
export class ThreadlineExporter {
  /** Name of the exporter in the framework's log. */
  readonly name: string = "threadline";
  readonly #client: RecordingClient;
  readonly #recorder: TraceRecorder;

  constructor(client: RecordingClient, { autoThread = true }: ThreadlineExporterOptions = {}) {
    this.#client = client;
    this.#recorder = new TraceRecorder(client, autoThread);
  }

  /** Records an event. Works synchronously, while the caller's context is current. Never rejects. */
  exportTracingEvent(event: MastraTracingEvent): Promise<void> {
    try {
      const { type, exportedSpan } = event;
      if (type === "span_started") this.#recorder.begin(exportedSpan);
      if (type === "span_ended") this.#recorder.end(exportedSpan);
    } catch (error) {
      this.#client.onError(error);
    }
    return Promise.resolve();
  }

  /** Sends pending records. Never rejects. */
  async flush(): Promise<void> {
    await this.#client.flush();
  }

  /** Sends pending records. The client stays open. Never rejects. */
  async shutdown(): Promise<void> {
    await this.#client.flush();
  }
}
