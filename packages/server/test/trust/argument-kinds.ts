/**
 * Meaning of a text or JSON argument: the id or name of a record, a position in a list, a filter, JSON, or any other
 * text.
 */
export type ArgumentKind = RecordKey | "cursor" | "filter" | "json" | "text";

/** Kinds that can refer to a record of another project. */
export type RecordKey =
  | "account"
  | "alert"
  | "alertName"
  | "apiKey"
  | "attachment"
  | "auditEvent"
  | "channel"
  | "channelName"
  | "comment"
  | "connection"
  | "dashboard"
  | "dataset"
  | "datasetItem"
  | "datasetName"
  | "delivery"
  | "email"
  | "evaluator"
  | "evaluatorName"
  | "evaluatorVersion"
  | "evaluationRule"
  | "evaluationRuleName"
  | "review"
  | "reviewItem"
  | "reviewQueue"
  | "reviewQueueName"
  | "experiment"
  | "experimentItem"
  | "experimentRun"
  | "file"
  | "invitation"
  | "lineage"
  | "lineageName"
  | "price"
  | "project"
  | "promptVariant"
  | "promptVersion"
  | "score"
  | "scoreSchema"
  | "scoreSchemaName"
  | "share"
  | "step"
  | "thread"
  | "user"
  | "userName"
  | "view";

/** Kinds of the text and JSON arguments of a field, by name. */
export type KindRow = Readonly<Record<string, ArgumentKind>>;

const itemContent: KindRow = { input: "json", expectedOutput: "json", metadata: "json", splits: "text" };
const list: KindRow = { after: "cursor", before: "cursor", query: "text" };

/**
 * Every root field, with its text and JSON arguments except `projectId`, which all fields have. The matrix fails if an
 * argument of the schema is not listed here. A new argument is therefore either tested with records of another project,
 * or known to refer to none.
 */
const ownKinds: Readonly<Record<string, KindRow>> = {
  "Query.threads": list,
  "Query.steps": list,
  "Query.generations": list,
  "Query.scores": list,
  "Query.participants": list,
  "Query.datasets": list,
  "Query.datasetExperiments": list,
  "Query.promptLineages": list,
  "Query.threadDetail": { id: "thread" },
  "Query.step": { id: "step" },
  "Query.stepOutline": { id: "step" },
  "Query.generation": { id: "step" },
  "Query.participant": { id: "user", identifier: "userName" },
  "Query.dataset": { id: "dataset", name: "datasetName" },
  "Query.datasetItem": { id: "datasetItem" },
  "Query.datasetExperiment": { id: "experiment" },
  "Query.experimentEstimate": {},
  "Query.promptLineage": { name: "lineageName" },
  "Query.promptVersion": { id: "promptVersion", name: "lineageName", label: "text" },
  "Query.promptLineageRollout": { lineageName: "lineageName" },
  "Query.attachment": { id: "attachment" },
  "Query.comments": { threadId: "thread", stepId: "step" },
  "Query.mentionableMembers": {},
  "Query.scoreSchemas": { name: "scoreSchemaName" },
  "Query.facets": { query: "text" },
  "Query.statistics": { query: "text" },
  "Query.timeSeries": { environment: "text", exceptEnvironments: "text", tags: "text", query: "text" },
  "Query.metadataPaths": { search: "text" },
  "Query.modelPrices": { search: "text" },
  "Query.views": {},
  "Query.dashboards": {},
  "Query.dashboard": { id: "dashboard" },
  "Query.modelConnections": {},
  "Query.modelConnection": { id: "connection" },
  "Query.evaluators": {},
  "Query.evaluator": { id: "evaluator", name: "evaluatorName" },
  "Query.evaluatorCatalog": {},
  "Query.calibration": { versionId: "evaluatorVersion" },
  "Query.judgeStates": { scoreNames: "text" },
  "Query.alerts": {},
  "Query.alert": { id: "alert" },
  "Query.alertPreview": {},
  "Query.channels": {},
  "Query.channel": { id: "channel" },
  "Query.evaluationRules": {},
  "Query.evaluationRule": { id: "evaluationRule" },
  "Query.evaluationRuleEstimate": {},
  "Query.reviewQueues": {},
  "Query.reviewQueue": { id: "reviewQueue" },
  "Query.evaluatorVersion": { id: "evaluatorVersion" },
  "Query.sharedThread": {},
  "Query.threadShares": { threadId: "thread" },
  "Query.projectUsage": {},
  "Query.viewer": {},
  "Query.projects": {},
  "Query.members": {},
  "Query.invitations": {},
  "Query.apiKeys": {},
  "Query.auditEvents": { before: "auditEvent", actor: "text", target: "text" },

  "Mutation.upsertThread": {
    id: "thread",
    participantId: "user",
    name: "text",
    defaultName: "text",
    metadata: "json",
    environment: "text",
    tags: "text",
  },
  "Mutation.ingestThreads": {},
  "Mutation.createThread": {
    participantId: "userName",
    name: "text",
    metadata: "json",
    environment: "text",
    tags: "text",
  },
  "Mutation.updateThread": {
    id: "thread",
    participantId: "user",
    name: "text",
    metadata: "json",
    environment: "text",
    tags: "text",
  },
  "Mutation.deleteThread": { id: "thread" },
  "Mutation.shareThread": { threadId: "thread" },
  "Mutation.unshareThread": { id: "share" },
  "Mutation.ingestStep": {
    id: "step",
    threadId: "thread",
    rootRunId: "step",
    parentId: "step",
    name: "text",
    error: "text",
    tags: "text",
    input: "json",
    output: "json",
    metadata: "json",
  },
  "Mutation.ingestSteps": {},
  "Mutation.createStep": {
    threadId: "thread",
    rootRunId: "step",
    parentId: "step",
    name: "text",
    tags: "text",
    input: "json",
    output: "json",
    metadata: "json",
  },
  "Mutation.updateStep": {
    id: "step",
    parentId: "step",
    name: "text",
    tags: "text",
    input: "json",
    output: "json",
    metadata: "json",
  },
  "Mutation.deleteStep": { id: "step" },
  "Mutation.createGeneration": {},
  "Mutation.createScore": {
    id: "score",
    stepId: "step",
    generationId: "step",
    threadId: "thread",
    datasetExperimentItemId: "experimentItem",
    name: "text",
    label: "text",
    scorer: "text",
    comment: "text",
    tags: "text",
  },
  "Mutation.createFeedbackToken": { stepId: "step", threadId: "thread", scoreNames: "text", scorer: "text" },
  "Mutation.updateScore": { id: "score", comment: "text" },
  "Mutation.deleteScore": { id: "score" },
  "Mutation.createComment": { threadId: "thread", stepId: "step", text: "text", mentionIds: "account" },
  "Mutation.updateComment": { id: "comment", text: "text", mentionIds: "account" },
  "Mutation.deleteComment": { id: "comment" },
  "Mutation.createScoreSchema": {},
  "Mutation.updateScoreSchema": { id: "scoreSchema" },
  "Mutation.deleteScoreSchema": { id: "scoreSchema" },
  "Mutation.createParticipant": { identifier: "userName", metadata: "json" },
  "Mutation.updateParticipant": { id: "user", identifier: "userName", metadata: "json" },
  "Mutation.deleteParticipant": { id: "user" },
  "Mutation.deleteParticipantData": { id: "user", identifier: "userName" },
  "Mutation.createDataset": { name: "datasetName", description: "text", metadata: "json", itemSchema: "json" },
  "Mutation.updateDataset": {
    id: "dataset",
    name: "datasetName",
    description: "text",
    metadata: "json",
    itemSchema: "json",
  },
  "Mutation.deleteDataset": { id: "dataset" },
  "Mutation.createDatasetItem": {
    datasetId: "dataset",
    generationId: "step",
    input: "json",
    expectedOutput: "json",
    metadata: "json",
    splits: "text",
  },
  "Mutation.createDatasetItems": { datasetId: "dataset" },
  "Mutation.updateDatasetItem": { id: "datasetItem", ...itemContent },
  "Mutation.deleteDatasetItem": { id: "datasetItem" },
  "Mutation.deleteDatasetItems": { ids: "datasetItem" },
  "Mutation.updateDatasetItemSplits": { ids: "datasetItem", add: "text", remove: "text" },
  "Mutation.divideDataset": { id: "dataset", seed: "text" },
  "Mutation.addStepToDataset": { datasetId: "dataset", stepId: "step", ...itemContent },
  "Mutation.addGenerationToDataset": { datasetId: "dataset", generationId: "step", ...itemContent },
  "Mutation.createDatasetExperiment": {
    id: "experiment",
    datasetId: "dataset",
    promptExperimentId: "promptVariant",
    promptId: "promptVersion",
    name: "text",
    params: "json",
  },
  "Mutation.createDatasetExperimentItem": {
    id: "experimentItem",
    datasetExperimentId: "experiment",
    datasetItemId: "datasetItem",
    experimentRunId: "step",
    input: "json",
    output: "json",
  },
  "Mutation.deleteDatasetExperiment": { id: "experiment" },
  "Mutation.startExperiments": {},
  "Mutation.cancelExperimentRun": { id: "experimentRun" },
  "Mutation.retryExperimentRun": { id: "experimentRun" },
  "Mutation.createPromptLineage": { name: "lineageName", description: "text" },
  "Mutation.createPromptVersion": {
    lineageId: "lineage",
    versionDesc: "text",
    templateMessages: "json",
    tools: "json",
    settings: "json",
    variables: "json",
    variablesDefaultValues: "json",
  },
  "Mutation.createPromptExperiment": {
    fromLineageId: "lineage",
    scoreTemplateId: "scoreSchema",
    templateMessages: "json",
    settings: "json",
    tools: "json",
    variables: "json",
  },
  "Mutation.updatePromptLineageRollout": { name: "lineageName" },
  "Mutation.promotePromptVersion": { lineageId: "lineage" },
  "Mutation.setPromptLabel": { name: "lineageName", label: "text" },
  "Mutation.deletePromptLineage": { id: "lineage" },
  "Mutation.createModelPrice": {},
  "Mutation.updateModelPrice": { id: "price" },
  "Mutation.deleteModelPrice": { id: "price" },
  "Mutation.createAttachment": {
    stepId: "step",
    objectKey: "file",
    name: "text",
    mime: "text",
    url: "text",
    metadata: "json",
  },
  "Mutation.updateAttachment": {
    id: "attachment",
    objectKey: "file",
    name: "text",
    mime: "text",
    url: "text",
    metadata: "json",
  },
  "Mutation.deleteAttachment": { id: "attachment" },
  "Mutation.createView": {},
  "Mutation.updateView": { id: "view" },
  "Mutation.deleteView": { id: "view" },
  "Mutation.createDashboard": {},
  "Mutation.updateDashboard": { id: "dashboard" },
  "Mutation.deleteDashboard": { id: "dashboard" },
  "Mutation.createModelConnection": {},
  "Mutation.updateModelConnection": { id: "connection" },
  "Mutation.deleteModelConnection": { id: "connection" },
  "Mutation.testModelConnection": { id: "connection", model: "text" },
  "Mutation.checkModelConnection": { id: "connection" },
  "Mutation.callModel": {},
  "Mutation.createEvaluator": {},
  "Mutation.updateEvaluator": { id: "evaluator" },
  "Mutation.createEvaluatorVersion": { evaluatorId: "evaluator", basedOn: "evaluatorVersion" },
  "Mutation.deleteEvaluator": { id: "evaluator" },
  "Mutation.createAlert": {},
  "Mutation.updateAlert": { id: "alert" },
  "Mutation.silenceAlert": { id: "alert" },
  "Mutation.deleteAlert": { id: "alert" },
  "Mutation.createChannel": {},
  "Mutation.updateChannel": { id: "channel" },
  "Mutation.deleteChannel": { id: "channel" },
  "Mutation.testChannel": { id: "channel" },
  "Mutation.resendDelivery": { id: "delivery" },
  "Mutation.createEvaluationRule": {},
  "Mutation.updateEvaluationRule": { id: "evaluationRule" },
  "Mutation.deleteEvaluationRule": { id: "evaluationRule" },
  "Mutation.backfillEvaluationRule": { id: "evaluationRule" },
  "Mutation.retryEvaluationRule": { id: "evaluationRule" },
  "Mutation.createReviewQueue": {},
  "Mutation.updateReviewQueue": { id: "reviewQueue" },
  "Mutation.deleteReviewQueue": { id: "reviewQueue" },
  "Mutation.addToReviewQueue": { queueId: "reviewQueue", targetIds: "thread" },
  "Mutation.takeReview": { queueId: "reviewQueue", itemId: "reviewItem" },
  "Mutation.releaseReview": { id: "review" },
  "Mutation.submitReview": { id: "review" },
  "Mutation.skipReview": { id: "review" },
  "Mutation.flagReview": { id: "review", reason: "text" },
  "Mutation.handOnReview": { id: "review", accountId: "account" },
  "Mutation.reopenReviewItem": { id: "reviewItem" },
  "Mutation.completeReviewItem": { id: "reviewItem" },
  "Mutation.addReviewToDataset": { id: "review", datasetId: "dataset" },
  "Mutation.addReviewToEvaluator": { id: "review", evaluatorId: "evaluator" },
  "Mutation.testEvaluator": { versionId: "evaluatorVersion", targetIds: "step" },
  "Mutation.evaluate": { versionId: "evaluatorVersion", targetIds: "step" },
  // Project names are unique in the installation. A name that another project has is therefore an error by design.
  "Mutation.createProject": { name: "text" },
  "Mutation.updateProject": { name: "text" },
  "Mutation.deleteProject": { name: "text" },
  "Mutation.updateProjectLimits": {},
  "Mutation.requireSecondFactor": {},
  "Mutation.inviteMember": { email: "email" },
  "Mutation.revokeInvitation": { id: "invitation" },
  "Mutation.updateMemberRole": { accountId: "account" },
  "Mutation.removeMember": { accountId: "account" },
  "Mutation.createApiKey": { name: "text", origins: "text" },
  "Mutation.revokeApiKey": { id: "apiKey" },

  "Subscription.modelCalls": {},
  "Subscription.recordChanges": { threadId: "thread", rootRunId: "step" },
};

/** Every root field, with all its text and JSON arguments. */
export const argumentKinds: Readonly<Record<string, KindRow>> = Object.fromEntries(
  Object.entries(ownKinds).map(([coordinate, row]) => [coordinate, { ...row, projectId: "project" }]),
);
