import type { RecordingClient } from "@threadline/core";
import { keepLists } from "@threadline/core/internal";
import { isGraph, isIgnored, readType } from "./chain-types.ts";
import { readFirstMessage } from "./first-message.ts";
import { isMessage, toMessageJson } from "./messages.ts";
import { holdsToken, type ModelInput, ModelRun, setResult } from "./model-run.ts";
import { readModel } from "./model-settings.ts";
import { toReadable, toReadableObject } from "./readable.ts";
import { toMetadata, toTags } from "./run-metadata.ts";
import { recorderOf, type Reporter, type RunRecorder, type StartedRun } from "./run-recorder.ts";
import { toToolInput, toToolOutput } from "./tool-values.ts";
import { firstText, toFields } from "./values.ts";

export interface CallbackHandlerOptions {
  /**
   * Id of the thread for all runs of this handler. By default, a run belongs to the caller's current thread. If there
   * is none, the run belongs to the thread that `thread_id` in its metadata names, or to a new thread.
   */
  threadId?: string | undefined;
  /**
   * Whether a run outside any thread and step gets a new thread. The thread is named after the first user message.
   * Default: true.
   */
  autoThread?: boolean | undefined;
  /**
   * Classes or names of nested chains to omit. Chains that only combine other chains, such as `RunnableSequence`, are
   * always omitted.
   */
  chainTypesToIgnore?: readonly string[] | undefined;
}

/**
 * Records the runs of LangChain.js and LangGraph. Pass it in `callbacks`. One handler serves any number of concurrent
 * runs. Its methods never throw, wait or change their arguments.
 *
 * @example
 * ```ts
 * import { FakeListChatModel } from "@langchain/core/utils/testing";
 * import { Threadline } from "@threadline/core";
 * import { ThreadlineCallbackHandler } from "@threadline/langchain";
 *
 * const client = new Threadline();
 * const model = new FakeListChatModel({ responses: ["At nine."] });
 * await model.invoke("When do you open?", { callbacks: [new ThreadlineCallbackHandler(client)] });
 * await client.flush();
 * ```
 */
export class ThreadlineCallbackHandler {
  /**
   * Name of the handler. LangChain recognizes a handler by this field, and not by its class. Therefore, the class
   * extends no class of LangChain, and works with every version.
   */
  readonly name: string = "threadline";
  /** Makes LangChain call the handler synchronously, so that times and context are correct. */
  readonly awaitHandlers: boolean = true;
  readonly raiseError: boolean = false;
  readonly ignoreLLM: boolean = false;
  readonly ignoreChain: boolean = false;
  readonly ignoreAgent: boolean = false;
  readonly ignoreRetriever: boolean = false;
  readonly ignoreCustomEvent: boolean = false;
  readonly #recorder: RunRecorder;
  readonly #reporter: Reporter;
  readonly #ignored: ReadonlySet<string>;

  constructor(
    client: RecordingClient,
    { threadId, autoThread = true, chainTypesToIgnore = [] }: CallbackHandlerOptions = {},
  ) {
    this.#recorder = recorderOf(client);
    this.#reporter = { owner: this, threadId, autoThread };
    this.#ignored = new Set(chainTypesToIgnore);
  }

  /** LangChain copies handlers. All copies must share the open runs, so this returns the handler itself. */
  copy(): this {
    return this;
  }

  handleChainStart(
    chain: object,
    inputs: unknown,
    runId: string,
    parentRunId?: string,
    tags?: string[],
    metadata?: Record<string, unknown>,
    _runType?: string,
    runName?: string,
  ): void {
    this.#recorder.safely(() => {
      const type = readType(toFields(chain));
      const name = firstText(runName, type) ?? "chain";
      const isNested = this.#recorder.isOpen(parentRunId);
      const isLeftOut = isNested && isIgnored({ type, name, tags: tags ?? [] }, this.#ignored);
      this.#recorder.begin(
        {
          runId,
          parentRunId,
          type: "run",
          name,
          input: () => toReadableObject(inputs, "input"),
          firstMessage: () => readFirstMessage(inputs),
          isGraph: isGraph(type),
          tags,
          metadata,
          isIgnored: isLeftOut,
        },
        this.#reporter,
      );
    });
  }

  handleChainEnd(
    outputs: unknown,
    runId: string,
    _parentRunId?: string,
    _tags?: string[],
    kwargs?: { inputs?: Record<string, unknown> },
  ): void {
    this.#recorder.end(runId, (step) => {
      // The input of a streaming run is complete only when the run ends.
      if (kwargs?.inputs) step.input = toReadableObject(kwargs.inputs, "input");
      step.output = toReadableObject(outputs, "output");
    });
  }

  handleChainError(error: unknown, runId: string): void {
    this.#recorder.fail(error, runId);
  }

  handleToolStart(
    tool: object,
    input: string,
    runId: string,
    parentRunId?: string,
    tags?: string[],
    metadata?: Record<string, unknown>,
    runName?: string,
  ): void {
    this.#recorder.safely(() => {
      const name = firstText(runName, readType(toFields(tool))) ?? "tool";
      const run = { runId, parentRunId, type: "tool", name, input: () => toToolInput(input), tags, metadata } as const;
      this.#recorder.begin(run, this.#reporter);
    });
  }

  handleToolEnd(output: unknown, runId: string): void {
    this.#recorder.end(runId, (step) => {
      step.output = toToolOutput(output);
    });
  }

  handleToolError(error: unknown, runId: string): void {
    this.#recorder.fail(error, runId);
  }

  handleRetrieverStart(
    retriever: object,
    query: string,
    runId: string,
    parentRunId?: string,
    tags?: string[],
    metadata?: Record<string, unknown>,
    runName?: string,
  ): void {
    this.#recorder.safely(() => {
      const name = firstText(runName, readType(toFields(retriever))) ?? "retriever";
      const run = { runId, parentRunId, type: "retrieval", name, input: () => ({ query }), tags, metadata } as const;
      this.#recorder.begin(run, this.#reporter);
    });
  }

  handleRetrieverEnd(documents: readonly object[], runId: string): void {
    this.#recorder.end(runId, (step) => {
      step.output = { documents: documents.map((document) => toReadable({ ...document })) };
    });
  }

  handleRetrieverError(error: unknown, runId: string): void {
    this.#recorder.fail(error, runId);
  }

  handleChatModelStart(
    model: object,
    messages: readonly (readonly object[])[],
    runId: string,
    parentRunId?: string,
    extraParams?: Record<string, unknown>,
    tags?: string[],
    metadata?: Record<string, unknown>,
    runName?: string,
  ): void {
    this.#recorder.safely(() => {
      const asked = (messages[0] ?? []).map(toFields).filter(isMessage);
      const input = () => keepLists({ content: asked.map(toMessageJson) });
      const firstMessage = () => readFirstMessage(asked);
      this.#beginModel(
        model,
        { messages: asked },
        { runId, parentRunId, input, firstMessage, tags, metadata },
        extraParams,
        runName,
      );
    });
  }

  handleLLMStart(
    model: object,
    prompts: readonly string[],
    runId: string,
    parentRunId?: string,
    extraParams?: Record<string, unknown>,
    tags?: string[],
    metadata?: Record<string, unknown>,
    runName?: string,
  ): void {
    this.#recorder.safely(() => {
      const prompt = prompts[0] ?? "";
      const started = {
        runId,
        parentRunId,
        input: () => ({ content: prompt }),
        firstMessage: () => prompt,
        tags,
        metadata,
      };
      this.#beginModel(model, { prompt }, started, extraParams, runName);
    });
  }

  handleLLMNewToken(
    token: string,
    _index: unknown,
    runId: string,
    _parentRunId?: string,
    _tags?: string[],
    fields?: unknown,
  ): void {
    this.#recorder.safely(() => {
      if (holdsToken(token, fields)) this.#recorder.received(runId, this, (model) => model.addChunk(token, fields));
    });
  }

  /** Handles streamed content of chat models in newer versions of LangChain. */
  handleChatModelStreamEvent(event: unknown, runId: string): void {
    this.#recorder.safely(() => this.#recorder.received(runId, this, (model) => model.addEvent(toFields(event))));
  }

  handleCustomEvent(
    name: string,
    data: unknown,
    runId: string,
    tags: string[] = [],
    metadata: Record<string, unknown> = {},
  ): void {
    this.#recorder.safely(() => this.#recorder.event(name, data, { runId, owner: this, tags, metadata }));
  }

  handleLLMEnd(output: object, runId: string): void {
    this.#recorder.end(runId, (step, { model }) => {
      setResult(step, model?.succeed(toFields(output)));
    });
  }

  handleLLMError(error: unknown, runId: string): void {
    this.#recorder.fail(error, runId);
  }

  #beginModel(
    model: object,
    input: ModelInput,
    started: Omit<StartedRun, "type" | "name">,
    extraParams: unknown,
    runName: string | undefined,
  ): void {
    const called = readModel(toFields(model), toFields(extraParams), started.metadata ?? {});
    const name = firstText(runName, called.model, readType(toFields(model))) ?? "llm";
    const labels = { tags: toTags(started.tags ?? []), metadata: toMetadata(started.metadata ?? {}) };
    const run = { ...started, type: "llm", name, model: new ModelRun(input, called, labels) } as const;
    this.#recorder.begin(run, this.#reporter);
  }
}
