import OpenAI from "openai";
import { startModelServer } from "./model-server/start-model-server.ts";

export interface ModelAccessOptions {
  /** A key of OpenAI; without one the local stand-in answers. */
  openaiApiKey?: string | undefined;
  /** Default `gpt-4o-mini`. */
  openaiModel?: string | undefined;
  /** How long the stand-in takes to answer, in milliseconds. Default 0. */
  latencyMs?: number | undefined;
}

export interface ModelAccess {
  openai: OpenAI;
  model: string;
  embeddingModel: string;
  /** Who answers, in words. */
  description: string;
  close(): Promise<void>;
}

/** OpenAI when there is a key, else the stand-in; the same client speaks to both. */
export async function openModel(options: ModelAccessOptions = {}): Promise<ModelAccess> {
  const { openaiApiKey, openaiModel = "gpt-4o-mini", latencyMs } = options;
  if (openaiApiKey) {
    return {
      openai: new OpenAI({ apiKey: openaiApiKey }),
      model: openaiModel,
      embeddingModel: "text-embedding-3-small",
      description: `OpenAI ${openaiModel}`,
      async close() {},
    };
  }
  const server = await startModelServer({ latencyMs });
  return {
    openai: new OpenAI({ apiKey: "stand-in", baseURL: server.baseURL }),
    model: server.model,
    embeddingModel: server.embeddingModel,
    description: "a local stand-in with recorded answers (set OPENAI_API_KEY and OPENAI_MODEL for OpenAI)",
    close: () => server.close(),
  };
}
