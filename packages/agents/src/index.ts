export type { AgentSpan, AgentTrace } from "./framework.ts";
export { ThreadlineTracingProcessor, type TracingProcessorOptions } from "./tracing-processor.ts";
