/** Platform names of `threadline import --from`; `import/platforms.ts` is only loaded by an import. */
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
