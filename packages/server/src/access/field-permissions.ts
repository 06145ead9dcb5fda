import type { Permission } from "../store/permissions.ts";

/**
 * Permissions that a root field requires in the project: any one of `anyOf`. If that list is empty, the caller only has
 * to be identified.
 */
export interface FieldPermission {
  readonly anyOf: readonly Permission[];
  /** A weaker permission, which is enough if the call only sets tags: its arguments are only `id` and `tags`. */
  readonly forTags?: Permission | undefined;
}

const anyone: FieldPermission = { anyOf: [] };
const read: FieldPermission = { anyOf: ["read"] };
const ingest: FieldPermission = { anyOf: ["ingest"] };
const annotate: FieldPermission = { anyOf: ["annotate"] };
/**
 * Permission for mutations that write scores and comments. Applications call these mutations with the key that records
 * their steps, so `ingest` suffices.
 */
const report: FieldPermission = { anyOf: ["annotate", "ingest"] };
const write: FieldPermission = { anyOf: ["write"] };
const writeOrTag: FieldPermission = { anyOf: ["write"], forTags: "annotate" };
const connections: FieldPermission = { anyOf: ["connections"] };
const admin: FieldPermission = { anyOf: ["admin"] };
const own: FieldPermission = { anyOf: ["own"] };

/**
 * The only root fields that a request with a share link may use. The store of such a request contains only the shared
 * thread.
 */
export const shareFields: ReadonlySet<string> = new Set([
  "Query.sharedThread",
  "Query.threadDetail",
  "Query.step",
  "Query.generation",
  "Subscription.recordChanges",
]);

/**
 * Permissions of every root field of the schema. Requests for a root field that is missing here fail, and so does
 * `field-permissions.test.ts`.
 */
export const fieldPermissions: Readonly<Record<string, FieldPermission>> = {
  "Query.attachment": read,
  "Query.comments": read,
  "Query.mentionableMembers": annotate,
  "Query.dataset": read,
  "Query.datasetExperiment": read,
  "Query.datasetExperiments": read,
  "Query.datasetItem": read,
  "Query.datasets": read,
  "Query.facets": read,
  "Query.generation": read,
  "Query.generations": read,
  "Query.metadataPaths": read,
  "Query.modelPrices": read,
  "Query.participant": read,
  "Query.participants": read,
  "Query.promptLineage": read,
  "Query.promptLineages": read,
  "Query.promptLineageRollout": read,
  "Query.promptVersion": read,
  "Query.scoreSchemas": read,
  "Query.evaluators": read,
  "Query.evaluator": read,
  "Query.evaluatorVersion": read,
  "Query.evaluatorCatalog": read,
  "Query.calibration": read,
  "Query.judgeStates": read,
  "Query.evaluationRules": read,
  "Query.evaluationRule": read,
  "Query.evaluationRuleEstimate": write,
  "Query.reviewQueues": read,
  "Query.reviewQueue": read,
  "Query.alerts": read,
  "Query.alert": read,
  "Query.alertPreview": read,
  "Query.channels": read,
  "Query.channel": read,
  "Query.scores": read,
  "Query.statistics": read,
  "Query.step": read,
  "Query.stepOutline": read,
  "Query.steps": read,
  "Query.threadDetail": read,
  "Query.threads": read,
  "Query.timeSeries": read,

  "Query.dashboards": read,
  "Query.dashboard": read,
  "Query.views": read,
  "Query.modelConnections": write,
  "Query.modelConnection": write,
  "Query.experimentEstimate": write,
  "Query.sharedThread": anyone,
  "Query.threadShares": write,

  // The resolvers require further permissions for shared views.
  "Mutation.createView": read,
  "Mutation.updateView": read,
  "Mutation.deleteView": read,
  "Mutation.createDashboard": write,
  "Mutation.updateDashboard": write,
  "Mutation.deleteDashboard": write,
  // Admins, and keys with the scope `connections`, manage channels and model connections, including their secrets and
  // costs. Members with the permission `write` may use them.
  "Mutation.createChannel": connections,
  "Mutation.updateChannel": connections,
  "Mutation.deleteChannel": connections,
  "Mutation.testChannel": write,
  "Mutation.resendDelivery": write,
  "Mutation.createModelConnection": connections,
  "Mutation.updateModelConnection": connections,
  "Mutation.deleteModelConnection": connections,
  "Mutation.testModelConnection": write,
  "Mutation.checkModelConnection": connections,
  "Mutation.callModel": write,
  "Subscription.modelCalls": write,
  "Mutation.shareThread": write,
  "Mutation.unshareThread": write,
  "Mutation.upsertThread": ingest,
  "Mutation.ingestThreads": ingest,
  "Mutation.createThread": ingest,
  "Mutation.updateThread": writeOrTag,
  "Mutation.deleteThread": write,
  "Mutation.ingestStep": ingest,
  "Mutation.ingestSteps": ingest,
  "Mutation.createStep": ingest,
  "Mutation.updateStep": writeOrTag,
  "Mutation.deleteStep": write,
  "Mutation.createGeneration": ingest,
  "Mutation.createScore": report,
  "Mutation.createFeedbackToken": report,
  "Mutation.updateScore": annotate,
  "Mutation.deleteScore": annotate,
  // The resolvers let authors change their own comments, and administrators delete any comment.
  "Mutation.createComment": report,
  "Mutation.updateComment": report,
  "Mutation.deleteComment": report,
  "Mutation.createScoreSchema": write,
  "Mutation.updateScoreSchema": write,
  "Mutation.deleteScoreSchema": write,
  "Mutation.createEvaluator": write,
  "Mutation.updateEvaluator": write,
  "Mutation.createEvaluatorVersion": write,
  "Mutation.deleteEvaluator": write,
  "Mutation.testEvaluator": write,
  "Mutation.createEvaluationRule": write,
  "Mutation.updateEvaluationRule": write,
  "Mutation.deleteEvaluationRule": write,
  "Mutation.backfillEvaluationRule": write,
  "Mutation.retryEvaluationRule": write,
  "Mutation.createReviewQueue": write,
  "Mutation.updateReviewQueue": write,
  "Mutation.deleteReviewQueue": write,
  "Mutation.addToReviewQueue": annotate,
  // Permission for the mutations of reviewers. The resolvers also check that the caller may review the queue.
  "Mutation.takeReview": annotate,
  "Mutation.releaseReview": annotate,
  "Mutation.submitReview": annotate,
  "Mutation.skipReview": annotate,
  "Mutation.flagReview": annotate,
  "Mutation.handOnReview": annotate,
  "Mutation.reopenReviewItem": write,
  "Mutation.completeReviewItem": write,
  "Mutation.addReviewToDataset": write,
  "Mutation.addReviewToEvaluator": write,
  "Mutation.createAlert": write,
  "Mutation.updateAlert": write,
  "Mutation.deleteAlert": write,
  "Mutation.silenceAlert": write,
  "Mutation.evaluate": write,
  "Mutation.createParticipant": ingest,
  "Mutation.updateParticipant": ingest,
  "Mutation.deleteParticipant": write,
  "Mutation.createDataset": write,
  "Mutation.updateDataset": write,
  "Mutation.deleteDataset": write,
  "Mutation.createDatasetItem": write,
  "Mutation.createDatasetItems": write,
  "Mutation.updateDatasetItem": write,
  "Mutation.deleteDatasetItem": write,
  "Mutation.deleteDatasetItems": write,
  "Mutation.updateDatasetItemSplits": write,
  "Mutation.divideDataset": write,
  "Mutation.addStepToDataset": write,
  "Mutation.addGenerationToDataset": write,
  "Mutation.createDatasetExperiment": write,
  "Mutation.createDatasetExperimentItem": write,
  "Mutation.deleteDatasetExperiment": write,
  "Mutation.startExperiments": write,
  "Mutation.cancelExperimentRun": write,
  "Mutation.retryExperimentRun": write,
  "Mutation.createPromptLineage": write,
  "Mutation.createPromptVersion": write,
  "Mutation.createPromptExperiment": write,
  "Mutation.promotePromptVersion": write,
  "Mutation.updatePromptLineageRollout": write,
  "Mutation.setPromptLabel": write,
  "Mutation.deletePromptLineage": write,
  "Mutation.createModelPrice": write,
  "Mutation.updateModelPrice": write,
  "Mutation.deleteModelPrice": write,
  "Mutation.createAttachment": ingest,
  "Mutation.updateAttachment": write,
  "Mutation.deleteAttachment": write,

  "Subscription.recordChanges": read,

  "Query.viewer": anyone,
  "Query.projects": anyone,
  "Query.members": admin,
  "Query.invitations": admin,
  "Query.apiKeys": admin,
  "Query.projectUsage": read,
  "Query.auditEvents": own,
  "Mutation.deleteParticipantData": admin,
  "Mutation.createProject": anyone,
  "Mutation.updateProject": admin,
  "Mutation.updateProjectLimits": own,
  "Mutation.deleteProject": own,
  "Mutation.requireSecondFactor": own,
  "Mutation.inviteMember": admin,
  "Mutation.revokeInvitation": admin,
  "Mutation.updateMemberRole": admin,
  "Mutation.removeMember": admin,
  "Mutation.createApiKey": admin,
  "Mutation.revokeApiKey": admin,
};
