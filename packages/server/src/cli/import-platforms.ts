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
