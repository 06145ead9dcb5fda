import type { JsonObject, RecordingClient, Step, StepConstructor, Thread } from "@threadline/core";
import {
  AutoThreads,
  copyJson,
  describeError,
  keepLists,
  Recent,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import type { EventCaller, LlamaIndexEvent } from "./framework.ts";
import { readDocuments, readResponse } from "./mapping/documents.ts";
import { countVectors, readEmbedding } from "./mapping/embedding.ts";
import { readFirstMessage, readMessages, readQuery, readToolCalls, resultIds } from "./mapping/messages.ts";
import { type Model, readCall, readModel } from "./mapping/model-call.ts";

/**
 * Maximum number of open steps. A limit is needed because some steps never end: LlamaIndex does not report the end of a
 * failed call.
 */
const MAX_OPEN = 10_000;
/**
 * Number of recent tool calls that are remembered, each with the thread of the model call that requested the tool.
 * {@link Recent} remembers at least this number, and at most twice as many.
 */
const MIN_REMEMBERED = 10_000;

interface OpenStep {
  readonly step: Step;
  readonly parent: OpenStep | undefined;
  readonly thread: Thread | null;
  readonly model?: Model | undefined;
  readonly messages?: JsonObject[] | undefined;
  readonly start: number;
  firstChunk?: number | undefined;
  /** Text that was streamed so far, which becomes the output if the call is aborted. */
  streamed?: string | undefined;
  readonly endPreview: () => void;
  /** Id of the {@link EventCaller} whose events are recorded inside this step. */
  caller?: string | undefined;
}

interface Place {
  readonly parent: OpenStep | undefined;
  readonly thread: Thread | null;
}

const NOWHERE: Place = { parent: undefined, thread: null };

/**
 * Records events of LlamaIndex as steps. LlamaIndex reports an event only after the code that caused the event has
 * continued. By then, another step may be open, so the open step cannot be used as the parent. Instead, the parent is
 * found by the caller of the event ({@link EventCaller}), which LlamaIndex reads from the asynchronous context.
 */
export class EventRecorder {
  readonly #client: RecordingClient;
  readonly #autoThreads: AutoThreads;
  readonly #autoThread: boolean;
  readonly #open = new Map<string, OpenStep>();
  /** For each {@link EventCaller}, by its id: the innermost open step that this caller started. */
  readonly #containers = new Map<string, OpenStep>();
  /** Step and thread of the model call that requested a tool, by the id of the tool call. */
  readonly #toolThreads = new Recent<Place>(MIN_REMEMBERED);
  readonly #calls = new WeakMap<object, string>();

  readonly #maxOpen: number;

  constructor(client: RecordingClient, autoThread: boolean, maxOpen: number = MAX_OPEN) {
    this.#client = client;
    this.#maxOpen = maxOpen;
    this.#autoThreads = new AutoThreads(client);
    this.#autoThread = autoThread;
  }

  record(name: string, { detail, reason }: LlamaIndexEvent): void {
    const fields = toObject(detail);
    const id = toText(fields["id"]) ?? "";
    const text = readQuery(fields["query"]);
    switch (name) {
      case "llm-start":
        return this.#startCall(id, fields["messages"], reason);
      case "llm-stream": {
        const open = this.#open.get(id);
        if (open) {
          open.firstChunk ??= Date.now();
          open.streamed = (open.streamed ?? "") + (toText(toObject(fields["chunk"])["delta"]) ?? "");
        }
        return undefined;
      }
      case "llm-end":
        return this.#endCall(id, fields["response"]);
      case "llm-tool-call":
        return this.#startTool(fields["toolCall"], reason);
      case "llm-tool-result":
        return this.#endTool(fields["toolCall"], fields["toolResult"], reason);
      case "query-start":
        return this.#startContainer(id, { type: "run", name: "query", input: { query: text } }, reason, text);
      case "synthesize-start":
        return this.#startContainer(
          id,
          { type: "undefined", name: "synthesize", input: { query: text } },
          reason,
          text,
        );
      case "retrieve-start":
        this.#start(id, { type: "retrieval", name: "retrieve", input: { query: text } }, this.#placeOf(reason, text));
        return undefined;
      case "threadline-embedding-start":
        return this.#startEmbedding(id, fields, reason);
      case "threadline-embedding-end":
        return this.#endEmbedding(id, fields);
      case "retrieve-end":
        return this.#end(id, { documents: readDocuments(fields["nodes"]) });
      case "agent-start":
        return this.#startAgent(fields["startStep"], reason);
      case "agent-end":
        return this.#end(agentId(reason), answerOf(fields["endStep"]), reason);
      default:
        return this.#end(id, readResponse(fields["response"]), reason);
    }
  }

  /** Ends the call that started in `context`. Needed because the framework does not report all ends. */
  breakOff(context: object, error?: unknown): void {
    const id = this.#calls.get(context) ?? "";
    const open = this.#open.get(id);
    if (open?.model === undefined) return;
    const { step, model, messages = [], streamed } = open;
    const { messageCompletion, ...generation } = readCall(model, messages, { message: { content: streamed } });
    step.generation = { ...generation, ...(streamed && { messageCompletion }), ...timeToFirst(open) };
    if (error !== undefined) step.error = describeError(error);
    this.#end(id, undefined);
  }

  #startCall(id: string, given: unknown, reason: EventCaller | null): void {
    const messages = readMessages(given);
    const model = readModel(reason?.caller);
    const asked = resultIds(given).map((call) => this.#toolThreads.get(call));
    const place = this.#placeOf(
      reason,
      readFirstMessage(messages),
      asked.findLast((each) => each !== undefined),
    );
    this.#start(id, { type: "llm", name: model.name ?? "llm" }, place, { model, messages });
    this.#calls.set(this.#client.context, id);
  }

  #endCall(id: string, response: unknown): void {
    const open = this.#open.get(id);
    if (open?.model === undefined) return;
    const { step, parent, thread } = open;
    const generation = readCall(open.model, open.messages ?? [], response);
    step.name = generation.model ?? step.name;
    step.generation = { ...generation, ...timeToFirst(open) };
    for (const call of readToolCalls(toObject(toObject(response)["message"])["options"])) {
      if (typeof call["id"] === "string") this.#toolThreads.set(call["id"], { parent, thread });
    }
    this.#end(id, undefined);
    const answer = "messageCompletion" in generation ? generation.messageCompletion : undefined;
    if (answer) this.#answer(parent, answer as unknown as JsonObject); // a recorded message is a JSON object
  }

  /**
   * Records the response of a model call also as the output of the agents and queries that contain the call. If the
   * response was streamed, the step of an agent or query may already have ended. That step is then sent again, with the
   * output.
   */
  #answer(around: OpenStep | undefined, answer: JsonObject): void {
    for (let open = around; open !== undefined; open = open.parent) {
      const { step } = open;
      if (this.#isOpen(open)) {
        // The event that ends the step may have an output of its own, which then replaces `answer`.
        if (step.type === "run") step.output = answer;
        continue;
      }
      if (step.output) continue;
      step.output = answer;
      step.endTime = new Date().toISOString();
      if (step.isRecorded) this.#client.delivery.addStep(step);
    }
  }

  /**
   * Records an embedding. A call outside any thread stays without a thread, because building an index calls the model
   * many times.
   */
  #startEmbedding(id: string, { model, input }: Wire, reason: EventCaller | null): void {
    const data = readEmbedding(model, input);
    const name = data.generation.model ?? "embedding";
    this.#start(id, { type: "embedding", name, ...data }, this.#placeOf(reason, undefined, NOWHERE));
  }

  #endEmbedding(id: string, { vectors, error }: Wire): void {
    const open = this.#open.get(id);
    if (open && error !== undefined) open.step.error = describeError(error);
    this.#end(id, countVectors(vectors));
  }

  #startTool(call: unknown, reason: EventCaller | null): void {
    const { id, name, input } = toObject(call);
    const asked = this.#toolThreads.get(String(id));
    const place = this.#placeOf(reason, undefined, asked ?? NOWHERE);
    this.#start(
      `tool ${String(id)}`,
      { type: "tool", name: toText(name) ?? "tool", input: toPayload(input, "input") },
      place,
    );
  }

  #endTool(call: unknown, result: unknown, reason: EventCaller | null): void {
    const id = `tool ${String(toObject(call)["id"])}`;
    if (!this.#open.has(id)) this.#startTool(call, reason);
    const { output, isError } = toObject(result);
    const open = this.#open.get(id);
    if (open && isError === true) open.step.error = toText(output) ?? JSON.stringify(output ?? "failed");
    this.#end(id, toPayload(output, "output"));
  }

  /** Starts the step of an agent, unless it is open. The framework reports a start for each turn of the agent. */
  #startAgent(startStep: unknown, reason: EventCaller | null): void {
    const id = agentId(reason);
    if (reason === null || this.#open.has(id)) return;
    const messages = readMessages(toObject(toObject(toObject(startStep)["context"])["store"])["messages"]);
    const name = toText(toObject(reason.caller).constructor?.name) ?? "agent";
    const input = messages.length > 0 ? keepLists({ content: messages }) : undefined;
    this.#startContainer(id, { type: "run", name, input }, reason, readFirstMessage(messages));
  }

  #startContainer(id: string, data: StepConstructor, reason: EventCaller | null, text: string | undefined): void {
    const open = this.#start(id, data, this.#placeOf(reason, text));
    if (reason === null) return;
    open.caller = reason.id;
    this.#containers.set(reason.id, open);
  }

  #start(
    id: string,
    { input, ...data }: StepConstructor,
    { parent, thread }: Place,
    call: Pick<OpenStep, "model" | "messages"> = {},
  ): OpenStep {
    const client = this.#client;
    const { context } = client;
    const rootRun = context.rootRun ?? rootOf(parent)?.step;
    const step = client.step({
      ...data,
      ...(input && { input }),
      threadId: thread?.id ?? parent?.step.threadId,
      ...(parent && { parentId: parent.step.id }),
      ...(rootRun && { rootRunId: rootRun.id }),
    });
    const endPreview = step.isRecorded ? client.delivery.previewStep(step) : () => undefined;
    const open: OpenStep = { step, parent, thread, start: Date.now(), endPreview, ...call };
    this.#open.set(id, open);
    if (this.#open.size > this.#maxOpen) this.#forgetOldest();
    return open;
  }

  #forgetOldest(): void {
    for (const [id, open] of this.#open) {
      this.#open.delete(id);
      open.endPreview();
      if (open.caller !== undefined && this.#containers.get(open.caller) === open) this.#containers.delete(open.caller);
      return;
    }
  }

  #end(id: string, output: JsonObject | undefined, reason: EventCaller | null = null): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    if (reason && this.#containers.get(reason.id) === open) {
      if (open.parent && reason.id) this.#containers.set(reason.id, open.parent);
      if (!open.parent || !this.#isOpen(open.parent)) this.#containers.delete(reason.id);
    }
    const { step, endPreview } = open;
    step.endTime = new Date().toISOString();
    if (output !== undefined) step.output = output;
    endPreview();
    if (step.isRecorded) this.#client.delivery.addStep(step);
  }

  #isOpen(open: OpenStep): boolean {
    return open.step.endTime === undefined || open.step.endTime === null;
  }

  /**
   * Returns the step and the thread in which to record an event. This is the innermost open step around the event, with
   * its thread. If no step is open, returns `known`. Without `known`, returns no step, and a new thread if the event is
   * outside any thread and step.
   */
  #placeOf(reason: EventCaller | null, firstMessage: string | undefined, known?: Place): Place {
    for (let caller = reason; caller !== null; caller = caller.parent) {
      const parent = this.#containers.get(caller.id);
      if (parent) return { parent, thread: parent.thread };
    }
    if (known !== undefined) return known;
    const isOutside = this.#autoThread && this.#autoThreads.isOutside;
    return { parent: undefined, thread: isOutside ? this.#autoThreads.open({ firstMessage }) : null };
  }
}

function timeToFirst({ firstChunk, start }: OpenStep): { ttFirstToken?: number } {
  return firstChunk === undefined ? {} : { ttFirstToken: Math.max(0, firstChunk - start) };
}

function agentId(reason: EventCaller | null): string {
  return `agent ${String(reason?.id)}`;
}

function rootOf(open: OpenStep | undefined): OpenStep | undefined {
  let root = open;
  while (root?.parent) root = root.parent;
  return root?.step.type === "run" ? root : undefined;
}

function answerOf(endStep: unknown): JsonObject | undefined {
  const content = toObject(toObject(toObject(endStep)["output"])["message"])["content"];
  return typeof content === "string" ? { role: "assistant", content } : undefined;
}

function toPayload(value: unknown, key: "input" | "output"): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object") return { [key]: value as string }; // a text, a number or a boolean
  // For an object, `copyJson` returns an object.
  return Array.isArray(value) ? { [key]: copyJson(value) } : (copyJson(value) as JsonObject);
}
