import type { Permission } from "../store/permissions.ts";

/**
 * Requirement to read a field of an object:
 * - a permission,
 * - `open`: nothing besides access to the object,
 * - `sent`: the permission `read`, except in the response to a write. Without `read`, this response contains only
 *   values that the caller sent; all other `sent` fields are null or empty.
 */
export type FieldRight = Permission | "open" | "sent";

type TypeRights = Readonly<Partial<Record<FieldRight, string>>>;

/**
 * Fields of each object type, by the right that is needed to read them. A field that is not listed is rejected for
 * every actor. The rights of root fields are in `fieldPermissions`.
 *
 * `sent` contains the fields that published Literal AI clients select in the response to every write.
 */
const rightsOfTypes: Readonly<Record<string, TypeRights>> = {
  Thread: {
    open: "receivedAt id createdAt",
    sent: "startTime endTime name metadata tags environment participantId participant steps tokenCount duration",
    read: "comments contentMatch cost costDetails errorCount errorPreview inputPreview outline outputPreview scores stepScores tokenDetails turnCount",
  },
  Step: {
    open: "receivedAt id createdAt",
    sent: "threadId rootRunId parentId startTime endTime type error input output metadata environment tags name generation scores attachments",
    read: "apiKey comments cost errorLine inputPreview outputPreview participantIdentifier thread usage",
  },
  Generation: {
    open: "receivedAt id projectId stepId createdAt",
    sent: "promptId type provider model error prompt completion messages messageCompletion variables tools settings tokenCount inputTokenCount outputTokenCount ttFirstToken duration tokenThroughputInSeconds tags metadata",
    read: "cost costDetails step tokenCountEstimated tokenDetails",
  },
  Score: {
    open: "id projectId createdAt updatedAt",
    sent: "stepId generationId threadId datasetExperimentItemId name type value label scorer comment tags",
    read: "evaluationRuleId evaluatorVersionId experimentItem step supersededJudgments thread",
  },
  SupersededJudgment: { read: "comment createdAt label value" },
  FeedbackToken: { open: "token url expiresAt" },
  Comment: { open: "id createdAt editedAt threadId stepId author isOwn", sent: "text mentions" },
  CommentAuthor: { open: "id isMember kind name" },
  MentionedMember: { read: "accountId isMember name" },
  Comments: { read: "nodes totalCount" },
  ScoreSchema: { open: "id createdAt updatedAt", sent: "name description type categories minimum maximum direction" },
  ScoreCategory: { open: "label value" },
  Participant: {
    open: "id createdAt",
    sent: "identifier metadata",
    read: "cost errorThreadCount firstEngaged lastEngaged scoreStatistics threadCount tokenCount",
  },
  ParticipantDataDeletion: {
    admin:
      "attachments comments datasetItems experimentItems files generations isComplete scores steps threadShares threads",
  },
  Dataset: {
    open: "id createdAt type",
    sent: "name description metadata itemSchema",
    read: "changes duplicates itemCount items itemsWithInput splits version versions",
  },
  DatasetItem: {
    open: "id createdAt datasetId",
    sent: "metadata input expectedOutput intermediarySteps stepId splits",
    read: "version",
  },
  DatasetItemDifference: { read: "after before itemId" },
  DatasetSplit: { read: "itemCount name" },
  DatasetVersion: { read: "added createdAt deleted updated version" },
  DuplicateDatasetItems: { read: "items" },
  DatasetExperiment: {
    open: "id createdAt",
    sent: "name datasetId datasetVersion params promptExperimentId promptId",
    read: "dataset itemCount items run scores",
  },
  ExperimentRun: {
    read: "concurrency connectionId cost doneCount endedAt evaluatedCount evaluationCount evaluationFailedCount evaluatorVersionIds failedCount failures itemCount model pauseReason repeats split startedAt state",
  },
  ExperimentRunFailure: {
    read: "attempts datasetItemId evaluatorVersionId experimentItemId failedAt message repeat",
  },
  ExperimentEstimate: {
    read: "assumedOutputTokens callCount cost experimentCount inputTokenCount itemCount judgeCallCount outputTokenCount problems remainingBudget",
  },
  DatasetExperimentItem: {
    open: "id datasetExperimentId",
    sent: "datasetItemId experimentRunId input output",
    read: "experimentRun inputPreview outputPreview scores",
  },
  PromptLineage: {
    open: "id createdAt changedAt",
    sent: "name description deletedAt",
    read: "championId championVersion generationCount labels lastUsedAt latestVersion rollouts versionCount versions",
  },
  PromptVersion: {
    open: "id createdAt updatedAt version lineageId",
    sent: "templateMessages tools settings variables variablesDefaultValues versionDesc",
    read: "label labels lineage status tags type url",
  },
  PromptExperiment: {
    open: "id projectId",
    sent: "fromLineageId fromVersion scoreTemplateId settings templateMessages tools variables projectUserId",
  },
  Attachment: { open: "id", sent: "threadId stepId metadata mime name objectKey url" },
  ModelPrice: {
    open: "id createdAt updatedAt isTiered source",
    sent: "cacheWritePrice cachedInputPrice inputPrice match name outputPrice provider reasoningPrice validFrom validTo",
  },
  ThreadShare: { open: "id threadId createdAt expiresAt", read: "createdBy token url" },
  ApiKey: { admin: "createdAt createdBy expiresAt id last4 lastUsedAt name origins prefix revokedAt scopes" },
  CreatedApiKey: { admin: "apiKey secret" },
  Invitation: { admin: "createdAt email expiresAt id role" },
  InvitationLink: { admin: "invitation isMailed mailError url" },
  Member: { admin: "accountId createdAt disabledAt email name role secondFactor" },
  AuditEvent: { own: "action actorId actorKind actorName address createdAt details id subjectId subjectName" },
  IngestStepPayload: { open: "message ok" },
  IngestStepResult: { open: "id message ok" },
  IngestThreadResult: { open: "id message ok" },
  UpdatePromptLineageRolloutPayload: { open: "errorCode message ok" },
  Viewer: { open: "email id name permissions project role" },
  Project: { open: "createdAt id lacksSecondFactor name requiresSecondFactor role" },
  Facet: { read: "field missingCount path valueCount values" },
  FacetValue: { read: "count json value" },
  Facets: { read: "facets isEstimate recordCount sampledCount" },
  GenerationCost: { read: "cacheWrite cachedInput input output price priceId reasoning total" },
  MetadataPath: { read: "path" },
  ModelPrices: { read: "nodes totalCount" },
  PageInfo: { read: "endCursor hasNextPage hasPreviousPage startCursor" },
  ProjectLimits: { read: "retentionDays stepsPerDay storedBytes" },
  ProjectUsage: {
    read: "dayEndsAt maxStoredBytes measuredAt own retentionDays service stepsPerDay stepsToday storedBytes",
  },
  PromptLabel: { read: "name version" },
  PromptVersionRollout: { read: "rollout version" },
  QueryDatasetExperimentsConnection: { read: "edges pageInfo totalCount" },
  QueryDatasetExperimentsConnectionEdge: { read: "cursor node" },
  QueryDatasetsConnection: { read: "edges pageInfo totalCount" },
  QueryDatasetsConnectionEdge: { read: "cursor node" },
  QueryGenerationsConnection: { read: "edges pageInfo totalCount" },
  QueryGenerationsConnectionEdge: { read: "cursor node" },
  QueryParticipantsConnection: { read: "edges pageInfo totalCount" },
  QueryParticipantsConnectionEdge: { read: "cursor node" },
  QueryPromptLineageRolloutConnection: { read: "edges pageInfo totalCount" },
  QueryPromptLineageRolloutConnectionEdge: { read: "cursor node" },
  QueryPromptLineagesConnection: { read: "edges pageInfo totalCount" },
  QueryPromptLineagesConnectionEdge: { read: "cursor node" },
  QueryScoresConnection: { read: "edges pageInfo totalCount" },
  QueryScoresConnectionEdge: { read: "cursor node" },
  QueryStepsConnection: { read: "edges pageInfo totalCount" },
  QueryStepsConnectionEdge: { read: "cursor node" },
  QueryThreadsConnection: { read: "edges pageInfo totalCount" },
  QueryThreadsConnectionEdge: { read: "cursor node" },
  RecordChange: { read: "change id kind rootRunId stepId threadId" },
  RecordChanges: { read: "changes overflow" },
  RecordFilter: { read: "field operator path value" },
  ScoreStatistics: { read: "average count name" },
  Statistics: {
    read: "cost errorCount inputTokenCount isEstimate latencyP50 latencyP95 latencyP99 outputTokenCount recordCount sampledCount scores tokenCount totalCost totalTokenCount ttFirstTokenP50 ttFirstTokenP95 ttFirstTokenP99",
  },
  StepUsage: { read: "cost inputTokenCount outputTokenCount stepCount tokenCount" },
  ThreadCost: { read: "cacheWrite cachedInput input output reasoning total" },
  TimeSeries: { read: "bucketSeconds countedFrom countedTo from isEstimate lines pendingCount times to" },
  TimeSeriesLine: { read: "group isOther metric total values" },
  TokenDetails: { read: "cacheWrite cachedInput input output reasoning" },
  Dashboard: { read: "authorId authorName createdAt description id name updatedAt widgets" },
  ModelConnection: {
    open: "id createdAt updatedAt",
    read: "baseUrl costToday dailyBudget hasKey headerNames keyEnding keySetAt kind maxConcurrentCalls models name",
  },
  Evaluator: {
    open: "id createdAt updatedAt",
    read: "archivedAt description latestVersion name recentScores versions",
  },
  EvaluatorVersion: {
    open: "id createdAt evaluatorId number",
    read: "builtIn code description drift judge kind measured scoreName target",
  },
  Calibration: {
    read: "agreement alpha categories correlation disagreementCount disagreements failed falsePositiveRate isSampled judgePassRate judgedCount kappa labeledCount labelerCount matrix meanAbsoluteDifference measured missingLabelCount nextTargets passFrom passRate passed scale truePositiveRate undecidedCount",
  },
  RateEstimate: { read: "lower rate upper" },
  CalibrationCategory: { read: "label value" },
  CalibrationCell: { read: "count judgeValue peopleValue" },
  DecisionLabels: { read: "judgedCount labeledCount passedCount" },
  Disagreement: { open: "target targetId", read: "judgeScore labels peopleValue" },
  ScoreDrift: { read: "after before drifts" },
  WeekAverage: { read: "average count" },
  JudgeState: { open: "evaluatorId versionId", read: "evaluatorName measured scoreName versionNumber" },
  EvaluationRule: {
    open: "id createdAt updatedAt evaluatorVersionId",
    read: "dailySpendLimit days evaluatorVersion failedCount failures filters isBackfilling lagSeconds mode name pauseReason query queuedCount quietSeconds sampleRate target",
  },
  Alert: {
    open: "id createdAt updatedAt channelIds",
    read: "changes evaluatedAt filters firingGroupCount forSeconds groupBy groups hasMoreGroups includesExperiments isOn kind metric minimumCount name perRecord period problem query recoverAt requiresMeasuredJudge resource silencedUntil state stateSince threshold value warnsEarly",
  },
  Channel: { open: "id createdAt updatedAt", read: "address deliveries events isReady kind name" },
  Delivery: {
    open: "id createdAt channelId",
    read: "attemptedAt attempts data event failure response state status",
  },
  SavedChannel: { open: "channel signingSecret" },
  ChannelTest: { open: "message ok status" },
  AlertGroup: { read: "group groupId problem state stateSince value" },
  AlertChange: { read: "at fromState group groupId isSilenced level problem threshold toState value" },
  AlertPreview: { read: "firings from hasMoreGroups isEstimate times values" },
  AlertFiring: { read: "endedAt group startedAt value" },
  EvaluationRuleDay: { read: "day judged spent superseded wouldJudge" },
  EvaluationRuleFailure: { read: "attempts failedAt message target targetId" },
  ReviewQueue: {
    open: "id createdAt updatedAt",
    read: "agreement criteria filters instructions isBlind items judgeScore name progress query reviewerIds reviewers reviewsPerItem sampleRate source target threshold userScore",
  },
  ReviewCriterion: { read: "help scoreSchema scoreSchemaId" },
  ReviewProgress: {
    read: "availableCount doneCount flaggedCount inReviewCount reviewers skippedCount totalCount waitingCount",
  },
  ReviewerProgress: { read: "doneCount lastReviewAt reviewer skippedCount" },
  ReviewAgreement: { read: "agreement alpha itemCount kappa name" },
  ReviewItem: {
    open: "id createdAt queueId threadId stepId state endedAt",
    read: "assignee flagReason flaggedBy reference reviews step thread",
  },
  Review: {
    open: "id createdAt queueId isOwn state leaseEnd endedAt",
    read: "comment correction item reviewer scores",
  },
  ReviewScore: { read: "label name scoreSchemaId value" },
  AddedReviewItems: { open: "addedCount queue" },
  EvaluationRuleEstimate: { read: "cost judgmentCount matchedCount" },
  EvaluatorJudge: { read: "connectionId examples inputs labels maximum messages minimum model promptId settings" },
  EvaluatorCode: { read: "language source" },
  EvaluatorBuiltIn: { read: "options scorer" },
  BuiltInScorer: { read: "description name options" },
  EvaluatorCatalog: { read: "judges scorers" },
  JudgeTemplate: { read: "description inputs labels maximum messages minimum name title" },
  EvaluatorInput: { read: "name path" },
  EvaluatorExample: { read: "comment correction label reviewId stepId threadId value values" },
  EvaluatorLabel: { read: "label value" },
  // Fields that are derived from the content of the evaluated target require `read`.
  EvaluationTarget: { open: "targetId", read: "experimentItem step thread" },
  Evaluation: {
    open: "target targetId stepId durationMs problem modelProblem",
    read: "comment cost inputTokenCount label message outputTokenCount score value",
  },
  // The following types contain results of a call that the caller itself made, so all of their fields are open.
  ModelCallEvent: { open: "index result text" },
  ModelCallResult: {
    open: "cost durationMs finishReason inputTokenCount message messages outputTokenCount problem stepIds text toolCalls ttFirstToken",
  },
  ModelToolCall: { open: "arguments id name" },
  ModelConnectionTest: { open: "durationMs message ok problem stepId" },
  ModelConnectionCheck: { open: "message models ok problem" },
  Widget: { read: "chart column groupBy groupLimit height metrics query resource row title width" },
  View: { read: "columns createdAt filters id isOwn isShared name orderBy ownerId query resource timeRange updatedAt" },
  ViewOrder: { read: "column direction" },
  ViewTimeRange: { read: "from last to" },
};

const rights: ReadonlyMap<string, FieldRight> = new Map(
  Object.entries(rightsOfTypes).flatMap(([type, row]) =>
    Object.entries(row).flatMap(
      ([right, fields]) => fields.split(" ").map((field) => [`${type}.${field}`, right as FieldRight] as const), // the keys of `row` are permissions
    ),
  ),
);

/** The right to read a field, by coordinate such as `Step.output`; undefined if not declared. */
export function fieldRightOf(coordinate: string): FieldRight | undefined {
  return rights.get(coordinate);
}

export function declaredFields(): readonly string[] {
  return [...rights.keys()];
}
