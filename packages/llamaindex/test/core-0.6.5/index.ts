export { LLMAgent } from "@llamaindex/core/agent";
export { CallbackManager, Settings } from "@llamaindex/core/global";
export { RetrieverQueryEngine } from "@llamaindex/core/query-engine";
export { BaseRetriever } from "@llamaindex/core/retriever";
export { TextNode } from "@llamaindex/core/schema";
export { tool } from "@llamaindex/core/tools";
export { OpenAI } from "@llamaindex/openai";
export { agent } from "@llamaindex/workflow";
export { z } from "zod";
