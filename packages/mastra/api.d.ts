import { RecordingClient } from "@threadline/core";

// src/framework.d.ts
/** The fields of a span that this package reads. The framework's own types differ between versions. */
interface MastraSpan {
  readonly id: string;
  readonly traceId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  /** Type of the span, such as `agent_run`. */
  readonly type: string;
  readonly entityId?: string | undefined;
  readonly entityName?: string | undefined;
  readonly startTime: Date;
  readonly endTime?: Date | undefined;
  readonly isRootSpan: boolean;
  readonly attributes?: object | undefined;
  readonly metadata?: object | undefined;
  /** Tags of the trace. Present only on the root span. */
  readonly tags?: string[] | undefined;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorInfo?: {
    readonly message: string;
    readonly name?: string | undefined;
  } | undefined;
}
/** Event of the framework: the start, a change or the end of a span. */
interface MastraTracingEvent {
  /** `span_started`, `span_updated` or `span_ended`. */
  readonly type: string;
  readonly exportedSpan: MastraSpan;
}
interface ThreadlineExporterOptions {
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
declare class ThreadlineExporter {
  #private;
  /** Name of the exporter in the framework's log. */
  readonly name: string;
  constructor(client: RecordingClient, {
    autoThread
  }?: ThreadlineExporterOptions);
  /** Records an event. Works synchronously, while the caller's context is current. Never rejects. */
  exportTracingEvent(event: MastraTracingEvent): Promise<void>;
  /** Sends pending records. Never rejects. */
  flush(): Promise<void>;
  /** Sends pending records. The client stays open. Never rejects. */
  shutdown(): Promise<void>;
}
export { type MastraSpan, type MastraTracingEvent, ThreadlineExporter, type ThreadlineExporterOptions };