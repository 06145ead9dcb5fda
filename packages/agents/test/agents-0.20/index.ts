export {
  Agent,
  type AgentInputItem,
  addTraceProcessor,
  handoff,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  Runner,
  setTraceProcessors,
  setTracingDisabled,
  tool,
  type TracingProcessor,
  withCustomSpan,
  withTrace,
} from "@openai/agents";
export { OpenAI } from "openai";
export { z } from "zod";
