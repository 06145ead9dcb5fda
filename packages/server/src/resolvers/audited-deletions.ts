import type { AuditAction } from "../store/audit.ts";

/**
 * Audit actions of mutations that delete records written by people. Threads and their parts are not included:
 * applications delete thousands of them, and their names contain user messages.
 */
export const auditedDeletions: Readonly<Record<string, AuditAction>> = {
  "Mutation.deleteParticipant": "userDeleted",
  "Mutation.deleteDataset": "datasetDeleted",
  "Mutation.deleteDatasetExperiment": "experimentDeleted",
  "Mutation.deletePromptLineage": "promptDeleted",
  "Mutation.deleteScoreSchema": "scoreSchemaDeleted",
  "Mutation.deleteEvaluator": "evaluatorDeleted",
  "Mutation.deleteEvaluationRule": "evaluationRuleDeleted",
  "Mutation.deleteReviewQueue": "reviewQueueDeleted",
  "Mutation.deleteAlert": "alertDeleted",
  "Mutation.deleteDashboard": "dashboardDeleted",
};
