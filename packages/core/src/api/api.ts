import type { DatasetClient } from "../dataset.ts";
import type { ExperimentClient } from "../experiment.ts";
import type { Recorder } from "../recorder.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import { type AnalyticsOperations, createAnalyticsOperations } from "./analytics.ts";
import { type CalibrationOperations, createCalibrationOperations } from "./calibrations.ts";
import { type ChangeOperations, createChangeOperations } from "./changes.ts";
import { type CommentOperations, createCommentOperations } from "./comments.ts";
import { createDashboardOperations, type DashboardOperations } from "./dashboards.ts";
import { createDatasetVersionOperations, type DatasetVersionOperations } from "./dataset-versions.ts";
import { createDatasetOperations, type DatasetOperations } from "./datasets.ts";
import { type AlertOperations, createAlertOperations } from "./alerts.ts";
import { type ChannelOperations, createChannelOperations } from "./channels.ts";
import { createEvaluationRuleOperations, type EvaluationRuleOperations } from "./evaluation-rules.ts";
import { createReviewQueueOperations, type ReviewQueueOperations } from "./review-queues.ts";
import { createEvaluatorOperations, type EvaluatorOperations } from "./evaluators.ts";
import { createExperimentRunOperations, type ExperimentRunOperations } from "./experiment-runs.ts";
import { createExperimentOperations, type ExperimentOperations, type ScoringClient } from "./experiments.ts";
import { createFeedbackOperations, type FeedbackOperations } from "./feedback.ts";
import { createFileOperations, type FileOperations } from "./files.ts";
import { createGenerationOperations, type GenerationOperations } from "./generations.ts";
import { createModelCallOperations, type ModelCallOperations } from "./model-calls.ts";
import { createModelConnectionOperations, type ModelConnectionOperations } from "./model-connections.ts";
import { createPriceOperations, type PriceOperations } from "./prices.ts";
import { createPromptOperations, type PromptOperations } from "./prompts.ts";
import { createScoreSchemaOperations, type ScoreSchemaOperations } from "./score-schemas.ts";
import { createScoreOperations, type ScoreOperations } from "./scores.ts";
import { createStepOperations, type StepOperations } from "./steps.ts";
import { createThreadOperations, type ThreadOperations } from "./threads.ts";
import { createUserOperations, type UserOperations } from "./users.ts";

/** All operations of the service. Each resolves to the response and rejects with a `ThreadlineError`. */
export interface Api
  extends
    ThreadOperations,
    StepOperations,
    GenerationOperations,
    ScoreOperations,
    FeedbackOperations,
    CommentOperations,
    ScoreSchemaOperations,
    UserOperations,
    DatasetOperations,
    DatasetVersionOperations,
    ExperimentOperations,
    ExperimentRunOperations,
    PromptOperations,
    FileOperations,
    AnalyticsOperations,
    DashboardOperations,
    ModelConnectionOperations,
    ModelCallOperations,
    EvaluationRuleOperations,
    ReviewQueueOperations,
    AlertOperations,
    ChannelOperations,
    EvaluatorOperations,
    CalibrationOperations,
    PriceOperations,
    ChangeOperations {}

export type ApiClient = Recorder & { readonly api: Pick<StepOperations, "sendSteps"> } & DatasetClient &
  ExperimentClient &
  ScoringClient;

export function createApi(client: ApiClient, transport: Transport): Api {
  const scoped = inContext(client, transport);
  return {
    ...createThreadOperations(client, scoped),
    ...createStepOperations(client, scoped),
    ...createGenerationOperations(client, scoped),
    ...createScoreOperations(scoped),
    ...createFeedbackOperations(client, scoped),
    ...createCommentOperations(scoped),
    ...createScoreSchemaOperations(scoped),
    ...createUserOperations(scoped),
    ...createDatasetOperations(client, scoped),
    ...createDatasetVersionOperations(scoped),
    ...createExperimentOperations(client, scoped),
    ...createExperimentRunOperations(client, scoped),
    ...createPromptOperations(client, scoped),
    ...createFileOperations(client, scoped),
    ...createAnalyticsOperations(scoped),
    ...createDashboardOperations(scoped),
    ...createModelConnectionOperations(scoped),
    ...createModelCallOperations(scoped),
    ...createEvaluationRuleOperations(scoped),
    ...createReviewQueueOperations(scoped),
    ...createAlertOperations(scoped),
    ...createChannelOperations(scoped),
    ...createEvaluatorOperations(scoped),
    ...createCalibrationOperations(scoped),
    ...createPriceOperations(scoped),
    ...createChangeOperations(scoped),
  };
}

function inContext(client: ApiClient, transport: Transport): Transport {
  const scope = (options: CallOptions = {}): CallOptions => ({
    ...options,
    environment: options.environment ?? client.context.environment ?? undefined,
  });
  return {
    graphql: (operation, variables, options) => transport.graphql(operation, variables, scope(options)),
    stream: (operation, variables, options) => transport.stream(operation, variables, scope(options)),
    post: (name, path, body, options) => transport.post(name, path, body, scope(options)),
    upload: (url, upload, options) => transport.upload(url, upload, options),
  };
}
