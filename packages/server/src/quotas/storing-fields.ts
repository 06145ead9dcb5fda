/** Usage that a mutation increases: daily steps and bytes (`steps`), or only bytes (`records`). */
export type StoredKind = "records" | "steps";

/**
 * Mutations that are rejected when the quota is reached. Deletions, account actions and references to existing records
 * are always allowed, so that records of a full project can be deleted. A test fails if a mutation is listed in neither
 * group.
 */
export const storingFields: Readonly<Record<string, StoredKind>> = {
  "Mutation.ingestStep": "steps",
  "Mutation.ingestSteps": "steps",
  "Mutation.createStep": "steps",
  "Mutation.updateStep": "steps",
  "Mutation.createGeneration": "steps",
  "Mutation.upsertThread": "records",
  "Mutation.ingestThreads": "records",
  "Mutation.createThread": "records",
  "Mutation.updateThread": "records",
  "Mutation.createScore": "records",
  "Mutation.updateScore": "records",
  "Mutation.createComment": "records",
  "Mutation.updateComment": "records",
  "Mutation.createScoreSchema": "records",
  "Mutation.updateScoreSchema": "records",
  "Mutation.createParticipant": "records",
  "Mutation.updateParticipant": "records",
  "Mutation.createDataset": "records",
  "Mutation.updateDataset": "records",
  "Mutation.createDatasetItem": "records",
  "Mutation.createDatasetItems": "records",
  "Mutation.updateDatasetItem": "records",
  "Mutation.addStepToDataset": "records",
  "Mutation.addGenerationToDataset": "records",
  "Mutation.createDatasetExperiment": "records",
  "Mutation.createDatasetExperimentItem": "records",
  "Mutation.createPromptLineage": "records",
  "Mutation.createPromptVersion": "records",
  "Mutation.createPromptExperiment": "records",
  "Mutation.createModelPrice": "records",
  "Mutation.updateModelPrice": "records",
  "Mutation.createView": "records",
  "Mutation.updateView": "records",
  "Mutation.createDashboard": "records",
  "Mutation.updateDashboard": "records",
  "Mutation.createModelConnection": "records",
  "Mutation.updateModelConnection": "records",
  "Mutation.testModelConnection": "steps",
  "Mutation.callModel": "steps",
  "Mutation.createAttachment": "records",
  "Mutation.updateAttachment": "records",
};
