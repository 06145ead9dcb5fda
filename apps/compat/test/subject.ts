import type { LiteralClient, Score, Step } from "@literalai/client-0-1-5";

type Api = LiteralClient["api"];

/** Operations that both clients, 0.0.508 and 0.1.5, have with the same parameters. */
export type SharedApi = Pick<
  Api,
  | "addGenerationsToDataset"
  | "addGenerationToDataset"
  | "addStepToDataset"
  | "createDataset"
  | "createDatasetItem"
  | "createPrompt"
  | "createPromptLineage"
  | "createScore"
  | "createScores"
  | "createUser"
  | "deleteDataset"
  | "deleteDatasetItem"
  | "deleteScore"
  | "deleteStep"
  | "deleteThread"
  | "deleteUser"
  | "getDataset"
  | "getDatasetItem"
  | "getGenerations"
  | "getOrCreatePrompt"
  | "getOrCreateUser"
  | "getPrompt"
  | "getPromptById"
  | "getProjectId"
  | "getScores"
  | "getStep"
  | "getSteps"
  | "getThread"
  | "getThreads"
  | "getUser"
  | "getUsers"
  | "sendSteps"
  | "updateDataset"
  | "updateScore"
  | "updateUser"
  | "uploadFile"
  | "upsertThread"
> & {
  createGeneration(generation: Parameters<Api["createGeneration"]>[0]): Promise<{ id?: string | null | undefined }>;
};

/** One published client, connected to the service. */
export interface Subject {
  readonly api: SharedApi;
  newStep(data: ConstructorParameters<typeof Step>[1]): Step;
  newScore(data: ConstructorParameters<typeof Score>[0]): Score;
}
