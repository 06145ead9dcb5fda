import type { ModelPriceRecord } from "./prices.ts";
import { defineCodec, type RowCodec } from "./row-codec.ts";

export const modelPriceCodec: RowCodec<ModelPriceRecord> = defineCodec<ModelPriceRecord>({
  id: "plain",
  createdAt: "plain",
  updatedAt: "plain",
  name: "plain",
  match: "plain",
  provider: "plain",
  inputPrice: "plain",
  outputPrice: "plain",
  cachedInputPrice: "plain",
  cacheWritePrice: "plain",
  reasoningPrice: "plain",
  validFrom: "plain",
  validTo: "plain",
});
