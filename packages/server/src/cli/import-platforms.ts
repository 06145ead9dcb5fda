/** Platforms of `threadline import --from`, by the names of `import/platforms.ts`, which is loaded when one is used. */
export const importPlatforms = ["langfuse", "langsmith", "phoenix"] as const;

export type ImportPlatform = (typeof importPlatforms)[number];
