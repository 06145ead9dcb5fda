import type { JsonObject, RecordingClient, Step, StoredContext, Thread } from "@threadline/core";
import { AutoThreads, keepLists, Recent, toObject, toText, type Wire } from "@threadline/core/internal";
import type { MastraSpan } from "./framework.ts";
import { readAnswer, readConversationInput, readFirstMessage } from "./mapping/messages.ts";
import { createStepState, ModelConversation, type ModelStepState, readWholeGeneration } from "./mapping/model-call.ts";
import {
  isControl,
  nameOf,
  readConversation,
  readError,
  readMetadata,
  toMilliseconds,
  toPayload,
  toTime,
  typeOf,
} from "./mapping/read-span.ts";

/** Maximum number of open traces. The framework does not always report the end of a failed trace. */
const MAX_TRACES = 1_000;
/** Maximum number of open spans per trace. Beyond it, the oldest is dropped. */
const MAX_SPANS = 10_000;
/**
 * Number of ended traces to remember, so that later spans can join their trace. {@link Recent} remembers at least this
 * number, and at most twice as many.
 */
const MIN_ENDED = 1_000;

interface OpenSpan {
  readonly id: string;
  readonly type: string;
  readonly parent: OpenSpan | undefined;
  /** Undefined for an omitted span. */
  readonly step: Step | undefined;
  /**
   * Step under which the span's children are recorded. Undefined if there is none, for example because the root span
   * started in another process.
   */
  readonly above: Step | undefined;
  readonly conversation: ModelConversation | undefined;
  readonly call: ModelStepState | undefined;
  readonly endPreview: () => void;
  readonly leave: () => void;
}

interface Trace {
  root: Step | undefined;
  /** Metadata of the root span, which the framework repeats on every span. */
  readonly metadata: Wire;
  readonly thread: Thread | null;
  readonly outer: StoredContext;
  readonly spans: Map<string, OpenSpan>;
  failed: Step | undefined;
}

export class TraceRecorder {
  readonly #client: RecordingClient;
  readonly #autoThreads: AutoThreads;
  readonly #autoThread: boolean;
  readonly #traces = new Map<string, Trace>();
  readonly #ended = new Recent<Trace>(MIN_ENDED);

  constructor(client: RecordingClient, autoThread: boolean) {
    this.#client = client;
    this.#autoThreads = new AutoThreads(client);
    this.#autoThread = autoThread;
  }

  begin(span: MastraSpan): void {
    const { id, traceId, type, parentSpanId } = span;
    const trace = this.#traces.get(traceId);
    if (type === "model_chunk") {
      const call = trace && callAround(trace.spans.get(String(parentSpanId)));
      if (call) call.firstChunk ??= toMilliseconds(span.startTime);
      return;
    }
    const joined = trace ?? this.#open(span);
    if (joined.spans.has(id)) return;
    joined.spans.set(id, this.#openSpan(joined, span));
    if (joined.spans.size > MAX_SPANS) forgetOldest(joined.spans, (oldest) => oldest.leave());
  }

  end(span: MastraSpan): void {
    const { id, traceId, type } = span;
    if (type === "model_chunk") return this.#endChunk(span);
    // Two kinds of spans are reported only at their end: events, and spans that started in another process. Their steps
    // start here.
    if (!this.#traces.get(traceId)?.spans.has(id)) this.begin(span);
    const trace = this.#traces.get(traceId);
    const open = trace?.spans.get(id);
    if (trace === undefined || open === undefined) return;
    trace.spans.delete(id);
    try {
      this.#endSpan(trace, open, span);
    } finally {
      if (trace.spans.size === 0) this.#close(traceId, trace);
    }
  }

  #openSpan(trace: Trace, span: MastraSpan): OpenSpan {
    const { id, type, parentSpanId } = span;
    const parent = trace.spans.get(String(parentSpanId));
    const above = parent === undefined ? trace.root : parent.above;
    const opened = { id, type, parent, step: undefined, above, conversation: undefined, call: undefined };
    const nothing = { endPreview: () => undefined, leave: () => undefined };
    if (type === "model_generation") return { ...opened, ...nothing, conversation: new ModelConversation(span) };
    if (type === "model_inference") {
      const call = callAround(parent);
      if (call) call.inferenceStart = toMilliseconds(span.startTime);
      return { ...opened, ...nothing };
    }
    if (isControl(type) && !isInWorkflow(parent)) return { ...opened, ...nothing };
    const started = this.#beginStep(trace, above, span);
    const isCall = type === "model_step";
    // Spans within a model call, such as those of its tools, become siblings of the call.
    return {
      ...opened,
      ...started,
      above: isCall ? above : started.step,
      call: isCall ? createStepState() : undefined,
    };
  }

  #beginStep(
    trace: Trace,
    above: Step | undefined,
    span: MastraSpan,
  ): Pick<OpenSpan, "endPreview" | "leave"> & { step: Step } {
    const client = this.#client;
    const within = contextOf(trace, above);
    // If the application recorded a step between the parent and this span, that step becomes the span's parent.
    const { currentStep, frameworkStep } = client.context;
    const around = above !== undefined && frameworkStep?.id === above.id ? currentStep : null;
    const isRoot = trace.root === undefined && span.isRootSpan;
    const parentId = around?.id ?? above?.id ?? within.currentStep?.id;
    const { id, startTime, endTime } = span;
    const step = client.store.run(within, () =>
      client.step({
        id,
        type: typeOf(span),
        name: span.type === "model_step" ? modelOf(trace, span) : nameOf(span),
        startTime: toTime(startTime),
        threadId: trace.thread?.id ?? above?.threadId,
        // If this process does not know the parent, the step gets the parent id from the framework.
        ...(parentId === undefined && !isRoot
          ? { parentId: span.parentSpanId }
          : parentId !== undefined && { parentId }),
      }),
    );
    if (isRoot) trace.root = step;
    if (Array.isArray(span.tags) && span.tags.length > 0) step.tags = [...(step.tags ?? []), ...span.tags.map(String)];
    fillInput(step, span);
    const endPreview = step.isRecorded ? client.delivery.previewStep(step) : () => undefined;
    // `enterContext` changes the context for the code that follows in the same asynchronous flow. After a root span,
    // this may be other work of the caller, outside the trace. So a root span does not become the current step.
    const leave =
      !isRoot && endTime === undefined
        ? client.enterContext({
            ...within,
            currentStep: step,
            frameworkStep: step,
            rootRun: within.rootRun ?? trace.root ?? null,
          })
        : () => undefined;
    return { step, endPreview, leave };
  }

  #endSpan(trace: Trace, open: OpenSpan, span: MastraSpan): void {
    const { type, parent, conversation } = open;
    if (type === "model_inference") {
      const call = callAround(parent);
      if (call) call.inference = span;
      return;
    }
    if (type === "tool_call") noteResult(open, span);
    const error = readError(span);
    if (error !== undefined && trace.failed) this.#nameFailure(trace.failed, error);
    if (conversation !== undefined) {
      if (conversation.calls === 0) this.#recordWhole(trace, open, span);
      else if (toObject(span.attributes)["finishReason"] === "error") this.#endFailedRun(open, span);
      return;
    }
    const { step, call, endPreview, leave } = open;
    if (step === undefined) return;
    step.endTime = toTime(span.endTime) ?? toTime(span.startTime) ?? new Date().toISOString();
    try {
      if (call !== undefined) {
        const generation = (parent?.conversation ?? new ModelConversation(span)).read(span, call);
        step.generation = generation;
        if (generation.model) step.name = generation.model;
        if (generation.error) [step.error, trace.failed] = [generation.error, step];
      } else fill(step, span, trace);
      if (error !== undefined) step.error = error;
    } finally {
      leave();
      endPreview();
      if (step.isRecorded) this.#client.delivery.addStep(step);
    }
  }

  #recordWhole(trace: Trace, { above }: OpenSpan, span: MastraSpan): void {
    const { step, leave, endPreview } = this.#beginStep(trace, above, span);
    leave();
    endPreview();
    const generation = readWholeGeneration(span);
    const error = readError(span) ?? generation.error ?? undefined;
    step.generation = error === undefined ? generation : { ...generation, error };
    step.name = generation.model ?? step.name;
    if (error !== undefined) step.error = error;
    step.endTime = toTime(span.endTime) ?? step.endTime;
    if (step.isRecorded) this.#client.delivery.addStep(step);
  }

  /**
   * Replaces the error of a model call with the actual cause. Mastra reports the cause only on the span of the agent.
   */
  #nameFailure(step: Step, error: string): void {
    if (step.error === error) return;
    step.error = error;
    if (step.generation) step.generation = { ...step.generation, error };
    if (step.isRecorded) this.#client.delivery.addStep(step);
  }

  /**
   * Sends the end of an agent run whose generation failed. Old versions of Mastra never report the end of such a run.
   * Newer versions report the end later, and the step is then sent again.
   */
  #endFailedRun({ parent }: OpenSpan, span: MastraSpan): void {
    const step = parent?.type === "agent_run" ? parent.step : undefined;
    if (step === undefined || !step.isRecorded) return;
    step.error ??= "The model call failed";
    step.endTime = toTime(span.endTime);
    this.#client.delivery.addStep(step);
  }

  /**
   * Stores the result of a tool call. Old versions of Mastra report the id of the tool call only on a span of the type
   * `model_chunk`, so the result is read from that span.
   */
  #endChunk({ traceId, parentSpanId, output, attributes }: MastraSpan): void {
    if (toObject(attributes)["chunkType"] !== "tool-result") return;
    const { toolCallId, result } = toObject(output);
    const call = callAround(this.#traces.get(traceId)?.spans.get(String(parentSpanId)));
    const id = toText(toolCallId);
    if (call && id !== undefined && result !== undefined) call.results.set(id, result);
  }

  #open(span: MastraSpan): Trace {
    const { traceId, isRootSpan, metadata } = span;
    const { context: outer } = this.#client;
    const trace = this.#ended.get(traceId) ?? {
      root: undefined,
      metadata: isRootSpan ? toObject(metadata) : {},
      thread: this.#openThread(span),
      outer,
      spans: new Map<string, OpenSpan>(),
      failed: undefined,
    };
    this.#traces.set(traceId, trace);
    if (this.#traces.size > MAX_TRACES) {
      forgetOldest(this.#traces, ({ spans }) => {
        for (const { leave } of spans.values()) leave();
      });
    }
    return trace;
  }

  #openThread(span: MastraSpan): Thread | null {
    const { currentThread, currentStep } = this.#client.context;
    if (currentThread !== null || currentStep?.threadId) return null;
    const { threadId, participantId } = readConversation(span);
    const isRun = typeOf(span) === "run" || span.type === "model_generation";
    if (threadId === undefined && !(isRun && this.#autoThread && this.#autoThreads.isOutside)) return null;
    return this.#autoThreads.open({
      id: threadId,
      participantId,
      firstMessage: readFirstMessage(readConversationInput(span.input)),
      name: span.type === "workflow_run" ? nameOf(span) : undefined,
    });
  }

  #close(traceId: string, trace: Trace): void {
    this.#traces.delete(traceId);
    this.#ended.set(traceId, trace);
    trace.failed = undefined;
    if (trace.root === undefined) return;
    // The root step has been sent, so its content is freed. The step itself is kept, because later spans may be its
    // children.
    trace.root.input = undefined;
    trace.root.output = undefined;
    trace.root.metadata = undefined;
  }
}

function contextOf({ outer, thread, root }: Trace, above: Step | undefined): StoredContext {
  return {
    ...outer,
    currentStep: above ?? outer.currentStep,
    currentThread: thread ?? outer.currentThread,
    rootRun: outer.rootRun ?? (root?.type === "run" ? root : null),
    modelCall: null,
  };
}

function modelOf({ spans }: Trace, { parentSpanId, name }: MastraSpan): string {
  return spans.get(String(parentSpanId))?.conversation?.model ?? name;
}

function callAround(span: OpenSpan | undefined): ModelStepState | undefined {
  return span?.call ?? span?.parent?.call;
}

function isInWorkflow(span: OpenSpan | undefined): boolean {
  for (let around = span; around !== undefined; around = around.parent) {
    if (around.conversation !== undefined) return false;
    if (around.step !== undefined) return around.type.startsWith("workflow_");
  }
  return false;
}

function noteResult({ parent }: OpenSpan, { attributes, output }: MastraSpan): void {
  const id = toText(toObject(attributes)["toolCallId"]);
  if (id !== undefined) callAround(parent)?.results.set(id, output);
}

function fillInput(step: Step, { type, input }: MastraSpan): void {
  if (type === "model_step" || type === "model_generation") return;
  const messages = type === "agent_run" ? readConversationInput(input) : [];
  const given: JsonObject | undefined =
    messages.length > 0 ? keepLists({ content: messages }) : toPayload(input, "input");
  if (given !== undefined) step.input = given;
}

function fill(step: Step, span: MastraSpan, trace: Trace): void {
  const { type, output } = span;
  fillInput(step, span);
  step.name = nameOf(span);
  const given = (type === "agent_run" ? readAnswer(output) : undefined) ?? toPayload(output, "output");
  if (given !== undefined) step.output = given;
  const metadata = readMetadata(span, trace.metadata);
  if (metadata !== undefined) step.metadata = { ...step.metadata, ...metadata };
}

function forgetOldest<Value>(map: Map<string, Value>, forget: (value: Value) => void): void {
  for (const [key, value] of map) {
    map.delete(key);
    forget(value);
    return;
  }
}
