export { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch";
export { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
export { ChatPromptTemplate } from "@langchain/core/prompts";
export { type RunnableConfig, RunnableLambda, RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
export { tool } from "@langchain/core/tools";
export {
  FakeEmbeddings,
  FakeListChatModel,
  FakeLLM,
  FakeRetriever,
  FakeStreamingChatModel,
  FakeStreamingLLM,
} from "@langchain/core/utils/testing";
export {
  Annotation,
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
export { createReactAgent as createAgent } from "@langchain/langgraph/prebuilt";
export { ChatOpenAI, OpenAI } from "@langchain/openai";
export { OpenAI as OpenAIClient } from "openai";
export { z } from "zod";
