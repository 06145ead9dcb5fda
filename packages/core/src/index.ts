/// <reference lib="esnext.disposable" preserve="true" />
export type { Api } from "./api/api.ts";
export type { DatasetItemDifference } from "./api/dataset-versions.ts";
export type { NewDataset } from "./api/datasets.ts";
export type { CreateExperiment } from "./api/experiments.ts";
export type { FileContent } from "./api/file-content.ts";
export type { CreateAttachment, UploadFile, UploadResult } from "./api/files.ts";
export type { NewPromptOptions, RolloutUpdate } from "./api/prompts.ts";
export type { IngestStepResult, SendStepsResponse } from "./api/steps.ts";
export { Attachment } from "./attachment.ts";
export type { Fetch, RecordingOptions, ThreadlineOptions } from "./configuration.ts";
export type { ContextStorage } from "./context/context-storage.ts";
export { bind, runWithContext } from "./context/run-with-context.ts";
export { contextFromTrace, type IncomingHeaders, traceHeaders, type TraceHeaders } from "./context/trace-context.ts";
export type { RemoteTrace } from "./context/remote-trace.ts";
export { Dataset } from "./dataset.ts";
export { DatasetItem } from "./dataset-item.ts";
export type { Delivery, DeliveryResult, DeliveryStats, FlushOptions } from "./delivery/delivery.ts";
export { DeliveryError } from "./delivery/delivery-error.ts";
export type { DeliveryLimits } from "./delivery/delivery-options.ts";
export type { DropCounts, DropReason } from "./delivery/drops.ts";
export type { Mask, RecordedData, RecordKind } from "./delivery/record.ts";
export type { Exporter } from "./delivery/exporter.ts";
export { otlpExporter, type OtlpExporterOptions } from "./otlp/otlp-exporter.ts";
export { folderSpool } from "./delivery/spool/folder-spool.ts";
export type { OpenSpool, SpoolFactory, SpoolOptions } from "./delivery/spool/spool-port.ts";
export {
  ConfigError,
  GraphQLRequestError,
  type GraphQLResponseError,
  HttpError,
  IngestError,
  NetworkError,
  ResponseError,
  type StepFailure,
  ThreadlineError,
  TimeoutError,
} from "./errors.ts";
export {
  defineEvaluation,
  type DefinedEvaluation,
  type EvaluationDefinition,
  type EvaluationRunOptions,
} from "./evaluation/define-evaluation.ts";
export type { CompareExperimentsOptions, EvaluationComparison } from "./evaluation/compare-experiments.ts";
export type { EvaluatedItem } from "./evaluation/evaluated-item.ts";
export type { EvaluatedScore, EvaluationResult } from "./evaluation/evaluation-result.ts";
export { DatasetExperiment } from "./experiment.ts";
export { DatasetExperimentItem } from "./experiment-item.ts";
export { ExperimentItemRun } from "./experiment-item-run.ts";
export { BaseGeneration, ChatGeneration, CompletionGeneration } from "./generation.ts";
export type { CallRecordOptions, RecorderOptions, RecordOptions } from "./instrumentation/record-options.ts";
export { Prompt } from "./prompt.ts";
export { Score } from "./score.ts";
export { Step } from "./step.ts";
export { createTaskHandler, type RemoteTaskContext, type TaskHandlerOptions } from "./tasks/create-task-handler.ts";
export { SignatureError, type SignedRequest, verifyWebhook } from "./tasks/verify-webhook.ts";
export { type CleanThreadFields, Thread } from "./thread.ts";
export { type Decoration, RecordingClient, type StoredContext } from "./recording-client.ts";
export { Threadline } from "./threadline.ts";
export type { CallOptions } from "./transport/transport.ts";
export type {
  Analysis,
  AnalysisBasis,
  Facet,
  FacetField,
  Facets,
  FacetsQuery,
  MetadataPathsQuery,
  Statistics,
  TimeSeries,
  TimeSeriesDimension,
  TimeSeriesLine,
  TimeSeriesMetric,
  TimeSeriesQuery,
} from "./types/analytics.ts";
export type { ChangedRecordKind, RecordChange, RecordChanges, RecordChangesFilter } from "./types/changes.ts";
export type {
  DatasetConstructor,
  DatasetItemConstructor,
  DatasetItemCorrection,
  DatasetItemUpdate,
  DatasetSelection,
  DatasetSplit,
  DatasetSplitShare,
  DatasetType,
  DatasetUpdate,
  DatasetVersion,
  KnownDatasetItem,
  NewDatasetItem,
} from "./types/datasets.ts";
export type { Environment } from "./types/environment.ts";
export type {
  EvaluateOptions,
  EvaluationDataset,
  EvaluationItem,
  EvaluationProgress,
  Scorer,
  ScorerArguments,
  ScorerResult,
  ScorerScore,
  TaskContext,
} from "./types/evaluations.ts";
export type {
  DatasetExperimentConstructor,
  DatasetExperimentItemConstructor,
  ExperimentLogEntry,
  ExperimentParams,
  NewExperiment,
} from "./types/experiments.ts";
export type { AttachmentConstructor } from "./types/files.ts";
export type {
  BaseGenerationFields,
  ChatGenerationConstructor,
  CompletionGenerationConstructor,
  Generation,
  GenerationMessageRole,
  GenerationsFilter,
  GenerationsOrderBy,
  GenerationType,
  IFunction,
  IGenerationMessage,
  IImageUrlContent,
  ILLMSettings,
  ITextContent,
  ITool,
  PersistedGeneration,
} from "./types/generations.ts";
export type { JsonObject, JsonValue, Maybe } from "./types/json.ts";
export type {
  ListArguments,
  ListOperation,
  OrderBy,
  PageArguments,
  QueryArguments,
  PageInfo,
  PaginatedResponse,
} from "./types/lists.ts";
export type { ModelPrice, ModelPricesQuery, NewModelPrice } from "./types/prices.ts";
export type {
  IPromptRollout,
  IPromptVariableDefinition,
  IProviderSettings,
  PromptConstructor,
  PromptLabel,
  PromptLineage,
  PromptVariables,
  RenderedImage,
  RenderedMessage,
  RenderedMessageMetadata,
} from "./types/prompts.ts";
export type {
  Comment,
  CommentAuthor,
  CommentContent,
  CommentsQuery,
  CommentSubject,
  MentionedMember,
} from "./types/comments.ts";
export type { FeedbackOptions, FeedbackTarget, FeedbackToken } from "./types/feedback.ts";
export type { Dashboard, NewDashboard, NewWidget, Widget, WidgetChart } from "./types/dashboards.ts";
export type {
  Evaluation,
  EvaluationProblem,
  Evaluator,
  EvaluatorCatalog,
  EvaluatorInfo,
  EvaluatorJudge,
  EvaluatorKind,
  EvaluatorLanguage,
  EvaluatorTarget,
  EvaluatorVersion,
  EvaluatorExample,
  NewEvaluatorExample,
  NewEvaluatorJudge,
  NewEvaluatorVersion,
} from "./types/evaluators.ts";
export type {
  ExperimentEstimate,
  ExperimentRun,
  ExperimentRunFailure,
  ExperimentRunState,
  NewExperimentRun,
} from "./types/experiment-runs.ts";
export type {
  Calibration,
  CalibrationQuery,
  DecisionLabels,
  Disagreement,
  JudgeState,
  MeasuredState,
  RateEstimate,
  ScoreDrift,
  WeekAverage,
} from "./types/calibrations.ts";
export type {
  Alert,
  AlertChange,
  AlertGroup,
  AlertKind,
  AlertPeriod,
  AlertPreview,
  AlertProblem,
  AlertState,
  NewAlert,
} from "./types/alerts.ts";
export type {
  Channel,
  ChannelKind,
  ChannelTest,
  ChannelDelivery,
  DeliveryState,
  ProjectEventKind,
  NewChannel,
  SavedChannel,
} from "./types/channels.ts";
export type {
  EvaluationRule,
  EvaluationRuleEstimate,
  EvaluationRuleFailure,
  EvaluationRuleMode,
  EvaluationRulePeriod,
  NewEvaluationRule,
} from "./types/evaluation-rules.ts";
export type {
  NewReviewQueue,
  Review,
  ReviewAgreement,
  ReviewContent,
  ReviewedItem,
  ReviewItem,
  ReviewItemState,
  ReviewProgress,
  ReviewQueue,
  ReviewSource,
  ReviewState,
  ReviewTarget,
  TakenReview,
} from "./types/review-queues.ts";
export type {
  ModelCall,
  ModelCallEvent,
  ModelCallResult,
  ModelSettings,
  ModelTool,
  ModelToolCall,
} from "./types/model-calls.ts";
export type {
  ModelConnection,
  ModelConnectionCheck,
  ModelConnectionKind,
  ModelConnectionTest,
  ModelProblem,
  NewModelConnection,
} from "./types/model-connections.ts";
export type {
  NewScoreSchema,
  ScoreCategory,
  ScoreDirection,
  ScoreSchema,
  ScoreSchemaType,
} from "./types/score-schemas.ts";
export type {
  JudgedExperimentItem,
  ScoreConstructor,
  ScoreFields,
  ScoresFilter,
  ScoresOrderBy,
  ScoreType,
  SupersededJudgment,
} from "./types/scores.ts";
export type { StepConstructor, StepsFilter, StepsOrderBy, StepType } from "./types/steps.ts";
export type {
  ThreadConstructor,
  ThreadParticipant,
  ThreadsFilter,
  ThreadsOrderBy,
  UpsertThread,
} from "./types/threads.ts";
export type { ParticipantsFilter, ParticipantsOrderBy, UserConstructor, UserFields } from "./types/users.ts";
export { User } from "./user.ts";
export type { Update } from "./wrapped-callback.ts";
