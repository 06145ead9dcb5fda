import type { JsonObject, RecordingClient, Step, StepConstructor, StoredContext, Thread } from "@threadline/core";
import { AutoThreads, copyJson, isPlainObject, keepLists, ModelCall } from "@threadline/core/internal";
import type { AgentSpan, AgentTrace } from "./framework.ts";
import { describeError } from "./mapping/describe-error.ts";
import { readFirstMessage } from "./mapping/messages.ts";
import { isModelSpan, readSpan, type SpanRecord } from "./mapping/read-span.ts";

/**
 * Maximum number of open traces. Without a maximum, failed traces would accumulate, because the framework does not
 * always report their end.
 */
const MAX_TRACES = 1_000;
/** Maximum number of open spans per trace. Beyond it, the oldest is dropped. */
const MAX_SPANS = 10_000;

interface OpenSpan {
  /**
   * Step of the span. An omitted span has no step of its own. It gets the step of its parent span or, without one, the
   * run of the trace, so that its children become children of that step. Undefined if the start of the trace was not
   * reported, because the trace then has no run.
   */
  readonly step: Step | undefined;
  readonly parentId: string | null;
  readonly isLeftOut: boolean;
  readonly call: ModelCall | undefined;
  readonly endPreview: () => void;
  readonly leave: () => void;
}

interface OpenTrace {
  /** Undefined for a trace whose start was not reported. */
  readonly run: Step | undefined;
  readonly runId: string;
  /** Thread created for the trace. Null if none was created, for example because the caller has a thread. */
  readonly thread: Thread | null;
  /** Whether the thread has no name yet, because no user message was recorded. */
  isUnnamed: boolean;
  isAsked: boolean;
  /** Whether the framework reported the end of the trace. Streams may continue after that. */
  hasEnded: boolean;
  readonly outer: StoredContext;
  readonly spans: Map<string, OpenSpan>;
  readonly endPreview: () => void;
}

export class TraceRecorder {
  readonly #client: RecordingClient;
  readonly #autoThreads: AutoThreads;
  readonly #autoThread: boolean;
  readonly #traces = new Map<string, OpenTrace>();

  constructor(client: RecordingClient, autoThread: boolean) {
    this.#client = client;
    this.#autoThreads = new AutoThreads(client);
    this.#autoThread = autoThread;
  }

  beginTrace(trace: AgentTrace): void {
    const { traceId, name, groupId, metadata } = trace;
    if (this.#traces.has(traceId)) return;
    const client = this.#client;
    const outer = client.context;
    const thread = this.#openThread(groupId ?? undefined);
    const threadId = thread?.id ?? outer.currentThread?.id;
    const run = client.step({ id: traceId, type: "run", name, threadId });
    if (isPlainObject(metadata) && Object.keys(metadata).length > 0) {
      run.metadata = { ...run.metadata, ...(copyJson(metadata) as JsonObject) };
    }
    // The run does not become the current step. Otherwise, the caller's later work in the same asynchronous flow would
    // be recorded inside the run.
    this.#add(traceId, {
      run,
      runId: run.id,
      thread,
      isUnnamed: thread !== null,
      isAsked: false,
      hasEnded: false,
      outer,
      spans: new Map(),
      endPreview: run.isRecorded ? client.delivery.previewStep(run) : () => undefined,
    });
  }

  endTrace({ traceId }: AgentTrace): void {
    const trace = this.#traces.get(traceId);
    if (trace === undefined || trace.hasEnded) return;
    trace.hasEnded = true;
    if (trace.spans.size === 0) this.#endRun(trace);
  }

  beginSpan(span: AgentSpan): void {
    const { traceId, spanId, parentId } = span;
    const trace = this.#traces.get(traceId) ?? this.#adopt(traceId);
    if (trace.spans.has(spanId)) return;
    const parent = parentId === null ? undefined : trace.spans.get(parentId);
    const { isLeftOut, type, name } = readSpan(span.spanData);
    const above = parent === undefined ? trace.run : parent.step;
    const opened = isLeftOut
      ? { step: above, call: undefined, endPreview: () => undefined, leave: () => undefined }
      : this.#beginStep(trace, above, { id: spanId, type, name, startTime: toTime(span.startedAt) }, span);
    trace.spans.set(spanId, { ...opened, parentId, isLeftOut: isLeftOut === true });
    if (trace.spans.size > MAX_SPANS) forgetOldest(trace.spans, (oldest) => oldest.leave());
  }

  endSpan(span: AgentSpan): void {
    const trace = this.#traces.get(span.traceId);
    const open = trace?.spans.get(span.spanId);
    if (trace === undefined || open === undefined) return;
    trace.spans.delete(span.spanId);
    const error = span.error ? describeError(span.error) : undefined;
    if (error !== undefined && open.parentId === null && trace.run) trace.run.error = error;
    if (open.step && !open.isLeftOut) this.#endStep(trace, { ...open, step: open.step }, { span, error });
    // After an error, the run is ended now, because the framework does not always report the end of a failed trace.
    if (trace.spans.size === 0 && (trace.hasEnded || error !== undefined)) this.#endRun(trace);
  }

  #beginStep(
    trace: OpenTrace,
    above: Step | undefined,
    data: Pick<StepConstructor, "id" | "type" | "name" | "startTime">,
    { spanData, parentId }: AgentSpan,
  ): Pick<OpenSpan, "step" | "call" | "endPreview" | "leave"> {
    const client = this.#client;
    const within = contextOf(trace, above);
    // The application may have started a step of its own inside `above`, the step of the parent span. The new step is
    // then a child of the application's step.
    const { currentStep, frameworkStep } = client.context;
    const around = above !== undefined && frameworkStep?.id === above.id ? currentStep : null;
    const step = client.store.run(within, () =>
      client.step({
        ...data,
        threadId: trace.thread?.id ?? above?.threadId,
        parentId: around?.id ?? above?.id ?? parentId ?? trace.runId,
        rootRunId: within.rootRun?.id ?? trace.runId,
      }),
    );
    const call = isModelSpan(spanData) ? new ModelCall() : undefined;
    const leave = client.enterContext({ ...within, currentStep: step, frameworkStep: step, modelCall: call ?? null });
    const endPreview = step.isRecorded ? client.delivery.previewStep(step) : () => undefined;
    return { step, call, endPreview, leave };
  }

  #endStep(
    trace: OpenTrace,
    { step, call, parentId, endPreview, leave }: OpenSpan & { readonly step: Step },
    { span, error }: { readonly span: AgentSpan; readonly error: string | undefined },
  ): void {
    step.endTime = toTime(span.endedAt) ?? new Date().toISOString();
    try {
      const record = readSpan(span.spanData);
      fill(step, record, { error, isClaimed: call?.isClaimed === true || call?.hasFailed === true });
      if (record.generation) this.#takeTurn(trace, parentId, record);
    } finally {
      leave();
      call?.refuse();
      endPreview();
      if (step.isRecorded) this.#client.delivery.addStep(step);
    }
  }

  /**
   * Records the messages of a model call also as the input and output of the agents that contain the call, and of the
   * trace's run. The input comes from the first model call, and the output from the latest one.
   */
  #takeTurn(trace: OpenTrace, parentId: string | null, { asked, answered }: SpanRecord): void {
    const { thread, run } = trace;
    const firstMessage = readFirstMessage(asked);
    if (thread && trace.isUnnamed && firstMessage !== undefined) {
      this.#autoThreads.name(thread, firstMessage);
      trace.isUnnamed = false;
    }
    const input = asked === undefined ? undefined : keepLists({ content: asked });
    for (let id = parentId, depth = 0; id !== null && depth < MAX_DEPTH; depth += 1) {
      const above = trace.spans.get(id);
      if (above === undefined) break;
      // An agent that runs as a tool has a separate conversation, so the steps above the tool do not get its messages.
      if (above.step?.type === "tool") return;
      if (above.step?.type === "run" && !above.isLeftOut) {
        above.step.input ??= input;
        above.step.output = answered ?? above.step.output;
      }
      id = above.parentId;
    }
    if (run === undefined) return;
    if (!trace.isAsked && input !== undefined) {
      run.input = input;
      trace.isAsked = true;
    }
    run.output = answered ?? run.output;
  }

  #openThread(groupId: string | undefined): Thread | null {
    const { currentThread, currentStep } = this.#client.context;
    if (currentThread !== null || currentStep?.threadId) return null;
    if (groupId !== undefined && groupId !== "") return this.#autoThreads.open({ id: groupId });
    return this.#autoThread && this.#autoThreads.isOutside ? this.#autoThreads.open() : null;
  }

  /**
   * Starts to record a trace whose start was not reported, because it began in another process, or before the processor
   * was added.
   */
  #adopt(traceId: string): OpenTrace {
    const trace: OpenTrace = {
      run: undefined,
      runId: traceId,
      thread: this.#openThread(undefined),
      isUnnamed: true,
      isAsked: true,
      hasEnded: false,
      outer: this.#client.context,
      spans: new Map(),
      endPreview: () => undefined,
    };
    this.#add(traceId, trace);
    return trace;
  }

  #add(traceId: string, trace: OpenTrace): void {
    this.#traces.set(traceId, trace);
    if (this.#traces.size > MAX_TRACES) forgetOldest(this.#traces, (oldest) => this.#close(oldest));
  }

  #close(trace: OpenTrace): void {
    for (const span of trace.spans.values()) {
      span.leave();
      span.call?.refuse();
    }
    trace.endPreview();
  }

  /**
   * Sends the run with the current time as its end time. If a stream then adds more spans, the run is sent again when
   * they have ended, with a later end time.
   */
  #endRun({ run, endPreview }: OpenTrace): void {
    if (run === undefined) return;
    endPreview();
    run.endTime = new Date().toISOString();
    if (run.isRecorded) this.#client.delivery.addStep(run);
    // The trace stays in memory, because a stream may still add spans. Input and output have been sent, so their memory
    // is freed.
    run.input = undefined;
    run.output = undefined;
  }
}

function contextOf({ outer, thread, run }: OpenTrace, parent: Step | undefined): StoredContext {
  return {
    ...outer,
    currentStep: parent ?? run ?? outer.currentStep,
    currentThread: thread ?? outer.currentThread,
    rootRun: outer.rootRun ?? run ?? null,
    modelCall: null,
  };
}

const MAX_DEPTH = 100;

function fill(
  step: Step,
  record: SpanRecord,
  { error, isClaimed }: { error: string | undefined; isClaimed: boolean },
): void {
  const { name, input, output, metadata, generation } = record;
  step.name = name;
  if (input !== undefined) step.input = input;
  if (output !== undefined) step.output = output;
  if (metadata !== undefined) step.metadata = { ...step.metadata, ...metadata };
  if (error !== undefined) step.error = error;
  if (generation !== undefined && !isClaimed)
    step.generation = error === undefined ? generation : { ...generation, error };
}

function forgetOldest<Value>(map: Map<string, Value>, forget: (value: Value) => void): void {
  for (const [key, value] of map) {
    map.delete(key);
    forget(value);
    return;
  }
}

function toTime(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
