export { Mastra } from "@mastra/core";
export { Agent } from "@mastra/core/agent";
export { MockMemory } from "@mastra/core/memory";
export type { ObservabilityExporter } from "@mastra/core/observability";
export { createTool } from "@mastra/core/tools";
export { createStep, createWorkflow } from "@mastra/core/workflows";
export { Observability } from "@mastra/observability";
export { z } from "zod";
