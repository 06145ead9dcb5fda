import type { AuditAction } from "../store/audit.ts";

/**
 * Audit actions of mutations that delete what people write. Threads and their parts are not among them: applications
 * delete them by the thousand, and the first user message is the name of a thread.
 */
export const auditedDeletions: Readonly<Record<string, AuditAction>> = {
  "Mutation.deleteParticipant": "userDeleted",
  "Mutation.deleteDataset": "datasetDeleted",
  "Mutation.deleteDatasetExperiment": "experimentDeleted",
  "Mutation.deletePromptLineage": "promptDeleted",
  "Mutation.deleteScoreSchema": "scoreSchemaDeleted",
  "Mutation.deleteDashboard": "dashboardDeleted",
};
