import { RecordingClient } from "@threadline/core";

// src/framework.d.ts
/**
* The fields of a trace that this package reads. They are declared here, because the types of the Agents SDK differ
* between its versions.
*/
interface AgentTrace {
  readonly traceId: string;
  readonly name: string;
  readonly groupId?: string | null | undefined;
  readonly metadata?: object | undefined;
}
/** The fields of a span that this package reads. `spanData` is complete when the span ends. */
interface AgentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly spanData: object;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly error: {
    readonly message: string;
    readonly data?: object | undefined;
  } | null;
}
interface TracingProcessorOptions {
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
declare class ThreadlineTracingProcessor {
  #private;
  constructor(client: RecordingClient, {
    autoThread
  }?: TracingProcessorOptions);
  onTraceStart(trace: AgentTrace): Promise<void>;
  onTraceEnd(trace: AgentTrace): Promise<void>;
  onSpanStart(span: AgentSpan): Promise<void>;
  onSpanEnd(span: AgentSpan): Promise<void>;
  /** Sends pending records. Never rejects. */
  forceFlush(): Promise<void>;
  /** Sends pending records. `timeout` is in milliseconds. The client stays open. Never rejects. */
  shutdown(timeout?: number): Promise<void>;
}
export { type AgentSpan, type AgentTrace, ThreadlineTracingProcessor, type TracingProcessorOptions };