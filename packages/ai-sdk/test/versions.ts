import * as ai7 from "ai";
import * as ai50 from "ai-5.0";
import * as mocks50 from "ai-5.0/test";
import * as ai5 from "ai-5";
import * as mocks5 from "ai-5/test";
import * as ai6 from "ai-6";
import * as mocks6 from "ai-6/test";
import * as mocks7 from "ai/test";

/** Exports of the SDK that the tests use. The types are those of the newest version. */
export type Sdk = typeof ai7;

export interface Version {
  name: string;
  ai: Sdk;
  spec: "v2" | "v3" | "v4";
  LanguageModel: typeof mocks7.MockLanguageModelV4;
  EmbeddingModel: typeof mocks7.MockEmbeddingModelV4;
  ImageModel: typeof mocks7.MockImageModelV4;
}

/**
 * The oldest and the newest minor version of each major version. `spec` selects the class of mock models, which differs
 * between major versions.
 */
export const versions: Version[] = [
  {
    name: "5.0.0",
    ai: ai50 as unknown as Sdk,
    spec: "v2",
    LanguageModel: mocks50.MockLanguageModelV2 as unknown as Version["LanguageModel"],
    EmbeddingModel: mocks50.MockEmbeddingModelV2 as unknown as Version["EmbeddingModel"],
    ImageModel: mocks5.MockImageModelV2 as unknown as Version["ImageModel"],
  },
  {
    name: "5",
    ai: ai5 as unknown as Sdk,
    spec: "v2",
    LanguageModel: mocks5.MockLanguageModelV2 as unknown as Version["LanguageModel"],
    EmbeddingModel: mocks5.MockEmbeddingModelV2 as unknown as Version["EmbeddingModel"],
    ImageModel: mocks5.MockImageModelV2 as unknown as Version["ImageModel"],
  },
  {
    name: "6",
    ai: ai6 as unknown as Sdk,
    spec: "v3",
    LanguageModel: mocks6.MockLanguageModelV3 as unknown as Version["LanguageModel"],
    EmbeddingModel: mocks6.MockEmbeddingModelV3 as unknown as Version["EmbeddingModel"],
    ImageModel: mocks6.MockImageModelV3 as unknown as Version["ImageModel"],
  },
  {
    name: "7",
    ai: ai7,
    spec: "v4",
    LanguageModel: mocks7.MockLanguageModelV4,
    EmbeddingModel: mocks7.MockEmbeddingModelV4,
    ImageModel: mocks7.MockImageModelV4,
  },
];
