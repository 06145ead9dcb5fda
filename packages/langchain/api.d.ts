import { Prompt, RecordingClient } from "@threadline/core";
import { ChatPromptTemplate } from "@langchain/core/prompts";

// src/embeddings.d.ts
/** Interface of embeddings in every version of LangChain. */
interface EmbeddingsLike {
  embedDocuments(documents: string[]): Promise<number[][]>;
  embedQuery(document: string): Promise<number[]>;
}
/**
* Wraps embeddings to record every call as a step of type `embedding` below the current one, because LangChain does not
* pass embeddings to handlers. Not needed if the provider's instrumentation records the calls.
*/
declare function recordEmbeddings<Model extends EmbeddingsLike>(client: RecordingClient, embeddings: Model): Model;
interface CallbackHandlerOptions {
  /**
  * Thread of every run of this handler. Default: the caller's current thread, otherwise the one of `thread_id`,
  * otherwise a new one.
  */
  threadId?: string | undefined;
  /**
  * Whether a run outside any thread and step gets a thread of its own, named after the first user message. Default:
  * true.
  */
  autoThread?: boolean | undefined;
  /** Nested chains to omit, by class or name, in addition to those that only join others. */
  chainTypesToIgnore?: readonly string[] | undefined;
}
/**
* Records what LangChain.js and LangGraph run. Made for `callbacks`; one handler serves any number of concurrent runs, and none of
* its methods throws, waits or changes what it is given.
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
  /** Fields by which every LangChain version recognizes a handler. It does not extend its classes, so it works with all versions. */
  readonly name: string;
  /** Called synchronously, so that times and context are right. */
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
  /** The handler itself: copies share its runs. */
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
  /** Newer callback of chat models for streamed content. */
  handleChatModelStreamEvent(event: unknown, runId: string): void;
  handleCustomEvent(name: string, data: unknown, runId: string, tags?: string[], metadata?: Record<string, unknown>): void;
  handleLLMEnd(output: object, runId: string): void;
  handleLLMError(error: unknown, runId: string): void;
}
/**
* A chat prompt template that renders as the prompt does, to be piped into a model. Its messages carry the prompt's id and the
* variables, so the generation that the handler records is linked to the prompt.
*
* @throws {ConfigError} when `@langchain/core` cannot be loaded.
*/
declare function toLangChainPrompt(prompt: Prompt): Promise<ChatPromptTemplate>;
export { type CallbackHandlerOptions, type EmbeddingsLike, ThreadlineCallbackHandler, recordEmbeddings, toLangChainPrompt };