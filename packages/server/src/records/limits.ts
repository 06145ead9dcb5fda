/**
 * Limits of stored values, in one table. Lengths are in UTF-16 code units, sizes in bytes of JSON. A larger value is
 * rejected with an error that names the field and the limit. Nothing is truncated.
 */
export const recordLimits = {
  /** Maximum length of ids, user identifiers and environments. */
  idLength: 255,
  /** A hundred years. */
  retentionDays: 36_500,
  /** Maximum length of names, labels, models, providers, MIME types, scorers and statuses. */
  nameLength: 1_000,
  /** Maximum length of descriptions and comments. */
  textLength: 100_000,
  /** Maximum length of an attachment URL. It is large, because `data:` URLs contain the file. */
  urlLength: 1_000_000,
  tagCount: 200,
  tagLength: 255,
  /** Maximum size of a JSON object other than a payload: metadata, settings, variables or params. */
  metadataBytes: 1_000_000,
  /**
   * Maximum size of each input, output, error, completion, prompt, expected output, list of messages and list of tools.
   * Allows 3 MiB of text, like Literal AI.
   */
  payloadBytes: 4_000_000,
  jsonDepth: 256,
  /** Maximum number of steps in one `ingestSteps`. */
  stepCount: 1_000,
  /** Maximum number of threads in one `ingestThreads`. */
  threadCount: 1_000,
  scoresPerStep: 1_000,
  attachmentsPerStep: 1_000,
  /** Maximum number of a step's descendants that are copied into a dataset item. */
  intermediarySteps: 1_000,
  /** Maximum length of all texts in the messages of a prompt version. */
  templateLength: 256_000,
  templateMessages: 1_000,
  /** Maximum nesting depth of the sections in a template. */
  templateDepth: 32,
  rolloutCount: 1_000,
  /** Maximum number of labels of a prompt. */
  promptLabels: 100,
  promptLabelLength: 64,
  scoreSchemas: 1_000,
  /** Maximum number of saved views in a project, for all members together. */
  views: 1_000,
  viewColumns: 100,
  dashboards: 200,
  /** Maximum number of widgets on a dashboard. */
  widgets: 40,
  widgetMetrics: 8,
  widgetQueryLength: 2_000,
  /** Number of columns of a dashboard's grid. `gridRows` is the maximum number of rows. */
  gridColumns: 12,
  gridRows: 1_000,
  modelConnections: 100,
  /** Maximum number of models of a model connection. */
  connectionModels: 500,
  connectionHeaders: 20,
  secretLength: 4_000,
  /** Maximum number of tools in a model call. */
  callTools: 128,
  stopSequences: 16,
  /** Maximum number of concurrent model calls in one stream. */
  concurrentCalls: 6,
  evaluators: 500,
  evaluationRules: 100,
  reviewQueues: 100,
  /** Maximum number of items in a review queue. */
  reviewItems: 10_000,
  reviewCriteria: 20,
  reviewers: 100,
  reviewsPerItem: 10,
  /** Maximum length of a review queue's instructions and help texts, and of review comments. */
  reviewTextLength: 20_000,
  flagReasonLength: 2_000,
  /** Maximum number of records in one `addToReviewQueue`. */
  addedReviewItems: 1_000,
  alerts: 100,
  /** Maximum number of channels that an alert notifies. */
  alertChannels: 10,
  /** Maximum `forSeconds` of an alert. */
  alertDuration: 604_800,
  channels: 50,
  /** Maximum `quietSeconds` of an evaluation rule. */
  ruleQuietTime: 86_400,
  /** Maximum number of score names that select scores or judges. */
  scoreNames: 100,
  /** Maximum number of versions of an evaluator. */
  evaluatorVersions: 1_000,
  /** Maximum number of inputs of a judge. */
  evaluatorInputs: 50,
  judgeExamples: 50,
  /** Maximum size of all examples of a judge. */
  judgeExampleBytes: 200_000,
  evaluatorSourceLength: 100_000,
  /** Maximum number of models for which experiments are started together. */
  experimentModels: 20,
  /**
   * Maximum number of prompt versions for which experiments are started together. The same limit applies to the
   * evaluator versions of one experiment.
   */
  experimentVersions: 20,
  /** Maximum number of experiments that are started together. */
  startedExperiments: 20,
  experimentRepeats: 20,
  /** Maximum number of concurrent tasks of an experiment that the service runs. */
  experimentTasks: 20,
  /** Maximum number of runs (dataset items times repeats) in an experiment that the service runs. */
  experimentRunItems: 200_000,
  /** Maximum number of targets in one `evaluate` or `testEvaluator`. */
  evaluatedTargets: 20,
  /** Maximum number of share links of a thread. */
  threadShares: 20,
  /** Maximum number of comments on one thread or step. */
  comments: 1_000,
  commentLength: 20_000,
  commentMentions: 50,
  /** Maximum number of score names in a feedback token. */
  feedbackNames: 10,
  feedbackNameLength: 255,
  /** Maximum length of a comment in feedback that is sent with a token. */
  feedbackCommentLength: 4_000,
  scoreCategories: 200,
  /**
   * Maximum number of items in one `createDatasetItems`. Also the maximum number of ids in one mutation that deletes
   * dataset items or changes their splits.
   */
  itemCount: 1_000,
  /** Maximum number of splits of one dataset item. The same limit applies to the splits in one `divideDataset`. */
  splits: 20,
  splitNameLength: 100,
  itemSchemaBytes: 100_000,
  /** Maximum price of a model, in US dollars per million tokens. */
  modelPrice: 1_000_000,
  pageSize: 100,
  defaultPageSize: 50,
  skip: 1_000_000,
  filterCount: 50,
  /** Maximum number of values in an `in` or `nin` filter. */
  filterValues: 1_000,
  filterLength: 10_000,
  cursorLength: 2_000,
  /** Minimum length of a new password, in characters. */
  passwordLength: 10,
  /** Maximum size of a password in bytes, because every password that is sent is hashed. */
  passwordBytes: 1_024,
} as const;
