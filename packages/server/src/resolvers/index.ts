import { Project, accountMutations, accountQueries } from "./accounts.ts";
import { auditQueries } from "./audit.ts";
import { TimeSeries, analyticsQueries } from "./analytics.ts";
import { Comment, Comments, commentMutations, commentQueries } from "./comments.ts";
import type { RequestContext } from "./context.ts";
import type { BatchResolvers } from "../graphql/batch-resolvers.ts";
import { Dashboard, Widget, dashboardMutations, dashboardQueries } from "./dashboards.ts";
import { Dataset, addGenerationToDataset, datasetMutations, datasetQueries } from "./datasets.ts";
import { evaluationMutations, EvaluationTarget } from "./evaluations.ts";
import { Calibration, calibrationQueries, Disagreement } from "./calibrations.ts";
import { Alert, AlertChange, alertMutations, alertQueries } from "./alerts.ts";
import { Channel, channelMutations, channelQueries, Delivery } from "./channels.ts";
import { Evaluator, EvaluatorVersion, evaluatorMutations, evaluatorQueries } from "./evaluators.ts";
import {
  EvaluationRule,
  EvaluationRuleDay,
  evaluationRuleMutations,
  evaluationRuleQueries,
} from "./evaluation-rules.ts";
import { reviewExampleMutations } from "./review-examples.ts";
import { Review, ReviewItem, reviewMutations } from "./reviews.ts";
import {
  ReviewCriterion,
  ReviewerProgress,
  ReviewProgress,
  ReviewQueue,
  reviewQueueMutations,
  reviewQueueQueries,
} from "./review-queues.ts";
import { ExperimentRun, experimentRunMutations, experimentRunQueries } from "./experiment-runs.ts";
import { DatasetExperiment, DatasetExperimentItem, experimentMutations, experimentQueries } from "./experiments.ts";
import { feedbackMutations } from "./feedback.ts";
import { Attachment, fileMutations, fileQueries } from "./files.ts";
import { Generation, generationMutations, generationQueries } from "./generations.ts";
import { liveSubscriptions } from "./live.ts";
import { modelCallMutations, modelCallSubscriptions } from "./model-calls.ts";
import { ModelConnection, modelConnectionMutations, modelConnectionQueries } from "./model-connections.ts";
import { GenerationCost, priceMutations, priceQueries } from "./prices.ts";
import { projectUsageMutations, projectUsageQueries } from "./project-usage.ts";
import { PromptExperiment, PromptLineage, PromptVersion, promptMutations, promptQueries } from "./prompts.ts";
import type { Resolvers } from "./resolver-types.ts";
import { guardBatches, guardRootFields } from "./root-fields.ts";
import { dateTimeScalar, jsonScalar, preciseDateTimeScalar } from "./scalars.ts";
import { ScoreSchema, scoreSchemaMutations, scoreSchemaQueries } from "./score-schemas.ts";
import { Score, createScore, scoreMutations, scoreQueries } from "./scores.ts";
import { ThreadShare, shareMutations, shareQueries } from "./shares.ts";
import { Step, ingestStep, stepMutations, stepQueries } from "./steps.ts";
import { Thread, threadMutations, threadQueries } from "./threads.ts";
import { Participant, userMutations, userQueries } from "./users.ts";
import { View, viewMutations, viewQueries } from "./views.ts";

/** Resolvers of all root fields, of fields that differ from the stored record, and of the scalars. */
export const resolvers: Resolvers = {
  DateTime: dateTimeScalar,
  PreciseDateTime: preciseDateTimeScalar,
  Json: jsonScalar,
  Query: guardRootFields("Query", {
    ...threadQueries,
    ...stepQueries,
    ...generationQueries,
    ...scoreQueries,
    ...commentQueries,
    ...scoreSchemaQueries,
    ...userQueries,
    ...datasetQueries,
    ...experimentQueries,
    ...experimentRunQueries,
    ...promptQueries,
    ...fileQueries,
    ...analyticsQueries,
    ...priceQueries,
    ...viewQueries,
    ...dashboardQueries,
    ...modelConnectionQueries,
    ...calibrationQueries,
    ...evaluatorQueries,
    ...evaluationRuleQueries,
    ...reviewQueueQueries,
    ...alertQueries,
    ...channelQueries,
    ...shareQueries,
    ...accountQueries,
    ...projectUsageQueries,
    ...auditQueries,
  }),
  Mutation: guardRootFields("Mutation", {
    ...threadMutations,
    ...stepMutations,
    ...generationMutations,
    ...scoreMutations,
    ...feedbackMutations,
    ...commentMutations,
    ...scoreSchemaMutations,
    ...userMutations,
    ...datasetMutations,
    ...experimentMutations,
    ...experimentRunMutations,
    ...promptMutations,
    ...fileMutations,
    ...priceMutations,
    ...viewMutations,
    ...dashboardMutations,
    ...modelConnectionMutations,
    ...modelCallMutations,
    ...evaluatorMutations,
    ...evaluationRuleMutations,
    ...reviewQueueMutations,
    ...reviewMutations,
    ...reviewExampleMutations,
    ...alertMutations,
    ...channelMutations,
    ...evaluationMutations,
    ...shareMutations,
    ...accountMutations,
    ...projectUsageMutations,
  }),
  Subscription: { ...liveSubscriptions, ...modelCallSubscriptions },
  Thread,
  Step,
  Generation,
  GenerationCost,
  Score,
  Participant,
  Dataset,
  DatasetExperiment,
  ExperimentRun,
  DatasetExperimentItem,
  Comment,
  Comments,
  ScoreSchema,
  PromptLineage,
  PromptVersion,
  PromptExperiment,
  Attachment,
  View,
  Dashboard,
  Widget,
  ModelConnection,
  Calibration,
  Disagreement,
  EvaluationTarget,
  Evaluator,
  EvaluatorVersion,
  EvaluationRule,
  EvaluationRuleDay,
  Review,
  ReviewCriterion,
  ReviewItem,
  ReviewProgress,
  ReviewerProgress,
  ReviewQueue,
  Alert,
  Channel,
  Delivery,
  AlertChange,
  ThreadShare,
  TimeSeries,
  Project,
};

/** Resolvers of documents that repeat one mutation. They make one store call for all items. */
export const batchResolvers: BatchResolvers<RequestContext> = guardBatches({
  ingestStep,
  createScore,
  addGenerationToDataset,
});
