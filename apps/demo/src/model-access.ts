import type { NewModelPrice } from "@threadline/core";
import OpenAI from "openai";
import { demoPrefix } from "./demo-mark.ts";
import { type ModelServer, startModelServer } from "./model-server/start-model-server.ts";

export interface ModelAccessOptions {
  /** OpenAI key. Without a key, the simulated provider is used. */
  openaiApiKey?: string | undefined;
  /** Model of OpenAI. Default: `gpt-4o-mini`. */
  openaiModel?: string | undefined;
  /** Response delay of the simulated provider, in milliseconds. Default: 0. */
  latencyMs?: number | undefined;
}

export interface ModelAccess {
  openai: OpenAI;
  model: string;
  /** A cheaper model, which is evaluated as a replacement. */
  smallModel: string;
  embeddingModel: string;
  /** Prices of the models that have no built-in price. Empty for OpenAI, whose models have built-in prices. */
  prices: NewModelPrice[];
  /** Display name of the model. */
  description: string;
  close(): Promise<void>;
}

/** Returns a client of OpenAI if there is a key; otherwise, a client of the simulated provider. */
export async function openModel(options: ModelAccessOptions = {}): Promise<ModelAccess> {
  const { openaiApiKey, openaiModel = "gpt-4o-mini", latencyMs } = options;
  if (openaiApiKey) {
    return {
      openai: new OpenAI({ apiKey: openaiApiKey }),
      model: openaiModel,
      smallModel: "gpt-4.1-nano",
      embeddingModel: "text-embedding-3-small",
      prices: [],
      description: `OpenAI ${openaiModel}`,
      async close() {},
    };
  }
  const server = await startModelServer({ latencyMs });
  return {
    openai: new OpenAI({ apiKey: "stand-in", baseURL: server.baseURL }),
    model: server.model,
    smallModel: server.smallModel,
    embeddingModel: server.embeddingModel,
    prices: standInPrices(server),
    description: "a local stand-in with recorded answers (set OPENAI_API_KEY and OPENAI_MODEL for OpenAI)",
    close: () => server.close(),
  };
}

function standInPrices({ model, smallModel, embeddingModel }: ModelServer): NewModelPrice[] {
  return [
    { name: `${demoPrefix}stand-in`, match: model, inputPrice: 2, outputPrice: 8 },
    { name: `${demoPrefix}small stand-in`, match: smallModel, inputPrice: 0.2, outputPrice: 0.8 },
    { name: `${demoPrefix}embeddings of the stand-in`, match: embeddingModel, inputPrice: 0.1, outputPrice: 0 },
  ];
}
