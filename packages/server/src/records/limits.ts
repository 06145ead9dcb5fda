/**
 * Limits of stored values, in one table. Lengths are in UTF-16 code units, sizes in bytes of JSON. A larger value is
 * rejected with an error that names the field and the limit. Nothing is truncated.
 */
export const recordLimits = {
  /** Ids, user identifiers, environments. */
  idLength: 255,
  /** A hundred years. */
  retentionDays: 36_500,
  /** Names, labels, models, providers, MIME types, scorers, statuses. */
  nameLength: 1_000,
  /** Descriptions and comments. */
  textLength: 100_000,
  /** Length of an attachment URL. It is large, because `data:` URLs contain the file. */
  urlLength: 1_000_000,
  tagCount: 200,
  tagLength: 255,
  /** JSON objects other than payloads: metadata, settings, variables, params. */
  metadataBytes: 1_000_000,
  /**
   * Each of input, output, error, completion, prompt, messages, tools and expectedOutput. Allows 3 MiB of text, like
   * Literal AI.
   */
  payloadBytes: 4_000_000,
  jsonDepth: 256,
  /** Steps per `ingestSteps`. */
  stepCount: 1_000,
  /** Threads per `ingestThreads`. */
  threadCount: 1_000,
  scoresPerStep: 1_000,
  attachmentsPerStep: 1_000,
  /** Descendants copied into a dataset item. */
  intermediarySteps: 1_000,
  /** Total text of a prompt version's messages, in UTF-16 code units. */
  templateLength: 256_000,
  templateMessages: 1_000,
  /** Nesting depth of sections. */
  templateDepth: 32,
  rolloutCount: 1_000,
  /** Per prompt. */
  promptLabels: 100,
  promptLabelLength: 64,
  scoreSchemas: 1_000,
  /** Saved views of all members of a project. */
  views: 1_000,
  viewColumns: 100,
  dashboards: 200,
  /** Per dashboard. */
  widgets: 40,
  widgetMetrics: 8,
  widgetQueryLength: 2_000,
  /** Columns and rows of a dashboard's grid. */
  gridColumns: 12,
  gridRows: 1_000,
  modelConnections: 100,
  /** Per model connection. */
  connectionModels: 500,
  connectionHeaders: 20,
  secretLength: 4_000,
  /** Per model call. */
  callTools: 128,
  stopSequences: 16,
  /** Concurrent model calls per stream. */
  concurrentCalls: 6,
  evaluators: 500,
  evaluationRules: 100,
  reviewQueues: 100,
  /** Per review queue. */
  reviewItems: 10_000,
  reviewCriteria: 20,
  reviewers: 100,
  reviewsPerItem: 10,
  /** Instructions, help and comments. */
  reviewTextLength: 20_000,
  flagReasonLength: 2_000,
  /** Per `addToReviewQueue`. */
  addedReviewItems: 1_000,
  alerts: 100,
  /** Per alert. */
  alertChannels: 10,
  /** `forSeconds` of an alert. */
  alertDuration: 604_800,
  channels: 50,
  /** `quietSeconds` of an evaluation rule. */
  ruleQuietTime: 86_400,
  /** Score names per `judgeStates` query. */
  judgeStateNames: 100,
  /** Per evaluator. */
  evaluatorVersions: 1_000,
  /** Per judge. */
  evaluatorInputs: 50,
  judgeExamples: 50,
  /** Total size of the examples of a judge, in bytes of JSON. */
  judgeExampleBytes: 200_000,
  evaluatorSourceLength: 100_000,
  /** Models of the experiments that are started together. */
  experimentModels: 20,
  /**
   * Prompt versions for which experiments are started together. The same limit applies to the evaluator versions of one
   * experiment.
   */
  experimentVersions: 20,
  /** Experiments that are started together. */
  startedExperiments: 20,
  experimentRepeats: 20,
  /** Concurrent tasks of an experiment that the service runs. */
  experimentTasks: 20,
  /** Dataset items times repeats of an experiment that the service runs. */
  experimentRunItems: 200_000,
  /** Targets per `evaluate` and `testEvaluator`. */
  evaluatedTargets: 20,
  /** Per thread. */
  threadShares: 20,
  /** Comments on one thread or step. */
  comments: 1_000,
  commentLength: 20_000,
  commentMentions: 50,
  /** Score names per feedback token. */
  feedbackNames: 10,
  feedbackNameLength: 255,
  /** Comments of feedback that is sent with a token. */
  feedbackCommentLength: 4_000,
  scoreCategories: 200,
  /** Items in one `createDatasetItems`. The same limit applies to the ids in one change of many items. */
  itemCount: 1_000,
  /** Splits of one dataset item. The same limit applies to the splits in one `divideDataset`. */
  splits: 20,
  splitNameLength: 100,
  itemSchemaBytes: 100_000,
  /** US dollars per million tokens. */
  modelPrice: 1_000_000,
  pageSize: 100,
  defaultPageSize: 50,
  skip: 1_000_000,
  filterCount: 50,
  /** Elements of one `in` or `nin` filter. */
  filterValues: 1_000,
  filterLength: 10_000,
  cursorLength: 2_000,
  /** Minimum characters of a new password. */
  passwordLength: 10,
  /** Maximum bytes of any password. All of them are hashed. */
  passwordBytes: 1_024,
} as const;
