import { describeAccounts } from "./accounts.ts";
import { describeAnalytics } from "./analytics.ts";
import { describeAudit } from "./audit.ts";
import { describeBoundedReads } from "./bounded-reads.ts";
import { describeComparableText } from "./comparable-text.ts";
import { describeComments } from "./comments.ts";
import { describeAlerts } from "./alerts.ts";
import { describeChannels } from "./channels.ts";
import { describeDashboards } from "./dashboards.ts";
import { describeDatasetVersions } from "./dataset-versions.ts";
import { describeDatasets } from "./datasets.ts";
import { describeEvaluationRules } from "./evaluation-rules.ts";
import { describeCalibrations } from "./calibrations.ts";
import { describeReviewQueues } from "./review-queues.ts";
import { describeEvaluators } from "./evaluators.ts";
import { describeExperimentRuns } from "./experiment-runs.ts";
import { describeExperiments } from "./experiments.ts";
import { describeFiles } from "./files.ts";
import { describeGenerations } from "./generations.ts";
import { describeModelConnections } from "./model-connections.ts";
import { describeJobs } from "./jobs.ts";
import { describeLists } from "./lists.ts";
import { describeMeasures } from "./measures.ts";
import { describeOutlines } from "./outlines.ts";
import { describePayloads } from "./payloads.ts";
import { describePrices } from "./prices.ts";
import { describeProjects } from "./projects.ts";
import { describePrompts } from "./prompts.ts";
import { describeQueries } from "./queries.ts";
import { describeScoreSchemas } from "./score-schemas.ts";
import { describeScores } from "./scores.ts";
import { describeSearch } from "./search.ts";
import { describeShares } from "./shares.ts";
import { describeStepApiKeys } from "./step-api-keys.ts";
import { describeSteps } from "./steps.ts";
import { describeThreads } from "./threads.ts";
import { describeTies } from "./ties.ts";
import { describeTimes } from "./times.ts";
import { describeTransfer } from "./transfer.ts";
import { describeUsage } from "./usage.ts";
import { describeUsageOrders } from "./usage-orders.ts";
import { describeUserData } from "./user-data.ts";
import { describeUsers } from "./users.ts";
import { describeViews } from "./views.ts";
import type { OpenStore } from "./open-store.ts";

/** Conformance suites of every store, except retention, which needs a separate clock. */
export const storeSuites: readonly ((openStore: OpenStore) => void)[] = [
  describeProjects,
  describeAccounts,
  describeLists,
  describeTies,
  describeThreads,
  describeSteps,
  describeStepApiKeys,
  describePayloads,
  describeBoundedReads,
  describeOutlines,
  describeGenerations,
  describeMeasures,
  describeTimes,
  describeSearch,
  describeQueries,
  describeComparableText,
  describeScores,
  describeUsers,
  describeUserData,
  describeUsage,
  describeDatasets,
  describeDatasetVersions,
  describeExperiments,
  describeComments,
  describeScoreSchemas,
  describeViews,
  describeDashboards,
  describeModelConnections,
  describeAlerts,
  describeChannels,
  describeEvaluationRules,
  describeReviewQueues,
  describeEvaluators,
  describeCalibrations,
  describeExperimentRuns,
  describeJobs,
  describeShares,
  describeAudit,
  describePrompts,
  describeFiles,
  describeAnalytics,
  describePrices,
  describeUsageOrders,
  describeTransfer,
];

export function describeStore(openStore: OpenStore): void {
  for (const describeSuite of storeSuites) describeSuite(openStore);
}
