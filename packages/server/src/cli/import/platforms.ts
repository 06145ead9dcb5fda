import type { ImportPlatform } from "../import-platforms.ts";
import type { ImportSource } from "./import-source.ts";
import type { SourceOptions } from "./source-options.ts";
import { openBraintrust } from "./sources/braintrust.ts";
import { openLangfuse } from "./sources/langfuse.ts";
import { openLangSmith } from "./sources/langsmith.ts";
import { openLiteralAi } from "./sources/literalai.ts";
import { openMlflow } from "./sources/mlflow.ts";
import { openOpik } from "./sources/opik.ts";
import { openOpenAiEvals } from "./sources/openai-evals.ts";
import { openPhoenix } from "./sources/phoenix.ts";

export const platforms: Readonly<Record<ImportPlatform, (options: SourceOptions) => ImportSource>> = {
  langfuse: openLangfuse,
  langsmith: openLangSmith,
  phoenix: openPhoenix,
  mlflow: openMlflow,
  opik: openOpik,
  braintrust: openBraintrust,
  "openai-evals": openOpenAiEvals,
  literalai: openLiteralAi,
};
