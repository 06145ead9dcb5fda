/**
 * Platform names of `threadline import --from`. In a separate file, because `import/platforms.ts` is loaded only by an
 * import.
 */
export const importPlatforms = [
  "langfuse",
  "langsmith",
  "phoenix",
  "mlflow",
  "opik",
  "braintrust",
  "openai-evals",
  "literalai",
] as const;

export type ImportPlatform = (typeof importPlatforms)[number];

/** Environment variables with the key of each platform that has an API. */
export const keyVariables: Readonly<Record<Exclude<ImportPlatform, "openai-evals">, string>> = {
  langfuse: "LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY",
  langsmith: "LANGSMITH_API_KEY",
  phoenix: "PHOENIX_API_KEY",
  mlflow: "MLFLOW_TRACKING_TOKEN, or MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD",
  opik: "OPIK_API_KEY and OPIK_WORKSPACE",
  braintrust: "BRAINTRUST_API_KEY",
  literalai: "LITERAL_API_KEY",
};
