import { expect, test } from "vitest";
import { fieldPermissions } from "../access/field-permissions.ts";
import { storingFields } from "./storing-fields.ts";

/** Mutations that no quota limits. */
const unboundFields = [
  "Mutation.cancelExperimentRun",
  "Mutation.checkModelConnection",
  "Mutation.completeReviewItem",
  "Mutation.createApiKey",
  "Mutation.createFeedbackToken",
  "Mutation.createProject",
  "Mutation.deleteAlert",
  "Mutation.deleteAttachment",
  "Mutation.deleteChannel",
  "Mutation.deleteComment",
  "Mutation.deleteDashboard",
  "Mutation.deleteDataset",
  "Mutation.deleteDatasetExperiment",
  "Mutation.deleteDatasetItem",
  "Mutation.deleteDatasetItems",
  "Mutation.deleteEvaluationRule",
  "Mutation.deleteEvaluator",
  "Mutation.deleteModelConnection",
  "Mutation.deleteModelPrice",
  "Mutation.deleteParticipant",
  "Mutation.deleteParticipantData",
  "Mutation.deleteProject",
  "Mutation.deletePromptLineage",
  "Mutation.deleteReviewQueue",
  "Mutation.deleteScore",
  "Mutation.deleteScoreSchema",
  "Mutation.deleteStep",
  "Mutation.deleteThread",
  "Mutation.deleteView",
  "Mutation.flagReview",
  "Mutation.handOnReview",
  "Mutation.inviteMember",
  "Mutation.promotePromptVersion",
  "Mutation.releaseReview",
  "Mutation.removeMember",
  "Mutation.reopenReviewItem",
  "Mutation.requireSecondFactor",
  "Mutation.revokeApiKey",
  "Mutation.revokeInvitation",
  "Mutation.setPromptLabel",
  "Mutation.shareThread",
  "Mutation.skipReview",
  "Mutation.takeReview",
  "Mutation.testChannel",
  "Mutation.unshareThread",
  "Mutation.updateMemberRole",
  "Mutation.updateProject",
  "Mutation.updateProjectLimits",
  "Mutation.updatePromptLineageRollout",
];

test("every mutation counts against the project's quota, or is listed as exempt", () => {
  const mutations = Object.keys(fieldPermissions).filter((name) => name.startsWith("Mutation."));
  expect([...Object.keys(storingFields), ...unboundFields].toSorted()).toEqual(mutations.toSorted());
});
