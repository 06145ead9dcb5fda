import type { RecordingClient } from "@threadline/core";
import type { MastraTracingEvent } from "./framework.ts";
import { TraceRecorder } from "./trace-recorder.ts";

export interface ThreadlineExporterOptions {
  /**
   * Whether a run of an agent or workflow without a memory thread, outside any thread and step, gets a new thread, named
   * after the first user message. Default: true.
   */
  autoThread?: boolean | undefined;
}

/**
 * Records the traces of Mastra. Made for `exporters` of its `Observability`; one exporter serves any number of concurrent
 * runs, and none of its methods throws, waits for the network or changes what it is given.
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

  /** Records an event, at the call, so that the context of the caller is known. Never rejects. */
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

  /** Sends pending records; the client stays open. Never rejects. */
  async shutdown(): Promise<void> {
    await this.#client.flush();
  }
}
