/** Usage that a mutation adds to: daily steps and bytes, or only bytes. */
export type StoredKind = "records" | "steps";

/**
 * The mutations that a quota refuses. What deletes, decides who may do what or points at what is there already passes, so
 * that a full project can be emptied. A test fails when a mutation is neither here nor there.
 */
export const storingFields: Readonly<Record<string, StoredKind>> = {
  "Mutation.ingestStep": "steps",
  "Mutation.ingestSteps": "steps",
  "Mutation.createStep": "steps",
  "Mutation.updateStep": "steps",
  "Mutation.createGeneration": "steps",
  "Mutation.upsertThread": "records",
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
  "Mutation.createAttachment": "records",
  "Mutation.updateAttachment": "records",
};
