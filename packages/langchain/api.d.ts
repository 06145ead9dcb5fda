import { Prompt, RecordingClient } from "@threadline/core";
import { ChatPromptTemplate } from "@langchain/core/prompts";

// src/embeddings.d.ts
/** The embeddings interface, which is the same in every version of LangChain. */
interface EmbeddingsLike {
  embedDocuments(documents: string[]): Promise<number[][]>;
  embedQuery(document: string): Promise<number[]>;
}
/**
* Wraps embeddings, so that every call is recorded as a step of type `embedding` below the current step. LangChain does
* not report embeddings to handlers. Not needed if the provider's instrumentation records the calls.
*/
declare function recordEmbeddings<Model extends EmbeddingsLike>(client: RecordingClient, embeddings: Model): Model;
interface CallbackHandlerOptions {
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
declare class ThreadlineCallbackHandler {
  #private;
  /**
  * Name of the handler. LangChain recognizes a handler by this field, and not by its class. Therefore, the class
  * extends no class of LangChain, and works with every version.
  */
  readonly name: string;
  /** Makes LangChain call the handler synchronously, so that times and context are correct. */
  readonly awaitHandlers: boolean;
  readonly raiseError: boolean;
  readonly ignoreLLM: boolean;
  readonly ignoreChain: boolean;
  readonly ignoreAgent: boolean;
  readonly ignoreRetriever: boolean;
  readonly ignoreCustomEvent: boolean;
  constructor(client: RecordingClient, {
    threadId,
    autoThread,
    chainTypesToIgnore
  }?: CallbackHandlerOptions);
  /** LangChain copies handlers. All copies must share the open runs, so this returns the handler itself. */
  copy(): this;
  handleChainStart(chain: object, inputs: unknown, runId: string, parentRunId?: string, tags?: string[], metadata?: Record<string, unknown>, _runType?: string, runName?: string): void;
  handleChainEnd(outputs: unknown, runId: string, _parentRunId?: string, _tags?: string[], kwargs?: {
    inputs?: Record<string, unknown>;
  }): void;
  handleChainError(error: unknown, runId: string): void;
  handleToolStart(tool: object, input: string, runId: string, parentRunId?: string, tags?: string[], metadata?: Record<string, unknown>, runName?: string): void;
  handleToolEnd(output: unknown, runId: string): void;
  handleToolError(error: unknown, runId: string): void;
  handleRetrieverStart(retriever: object, query: string, runId: string, parentRunId?: string, tags?: string[], metadata?: Record<string, unknown>, runName?: string): void;
  handleRetrieverEnd(documents: readonly object[], runId: string): void;
  handleRetrieverError(error: unknown, runId: string): void;
  handleChatModelStart(model: object, messages: readonly (readonly object[])[], runId: string, parentRunId?: string, extraParams?: Record<string, unknown>, tags?: string[], metadata?: Record<string, unknown>, runName?: string): void;
  handleLLMStart(model: object, prompts: readonly string[], runId: string, parentRunId?: string, extraParams?: Record<string, unknown>, tags?: string[], metadata?: Record<string, unknown>, runName?: string): void;
  handleLLMNewToken(token: string, _index: unknown, runId: string, _parentRunId?: string, _tags?: string[], fields?: unknown): void;
  /** Handles streamed content of chat models in newer versions of LangChain. */
  handleChatModelStreamEvent(event: unknown, runId: string): void;
  handleCustomEvent(name: string, data: unknown, runId: string, tags?: string[], metadata?: Record<string, unknown>): void;
  handleLLMEnd(output: object, runId: string): void;
  handleLLMError(error: unknown, runId: string): void;
}
/**
* Returns a chat prompt template that renders like the prompt, to pipe into a model. Its messages contain the id and
* the variables of the prompt, so that the handler links the generation to the prompt.
*
* @throws {ConfigError} when `@langchain/core` cannot be loaded.
*/
declare function toLangChainPrompt(prompt: Prompt): Promise<ChatPromptTemplate>;
export { type CallbackHandlerOptions, type EmbeddingsLike, ThreadlineCallbackHandler, recordEmbeddings, toLangChainPrompt };