import {
  accountLogins,
  accounts,
  apiKeys,
  invitations,
  members,
  secondFactors,
  sessions,
  verifications,
  deletedProjects,
  projects,
  secrets,
} from "./accounts.ts";
import { alertChanges, alerts, channels, deliveries } from "./alerts.ts";
import { datasetItems, datasets, datasetVersions, experimentItems, experiments, pastDatasetItems } from "./datasets.ts";
import { evaluationArrivals, evaluationRuleDays, evaluationRules } from "./evaluation-rules.ts";
import { evaluators, evaluatorVersions } from "./evaluators.ts";
import { experimentRuns } from "./experiment-runs.ts";
import { jobs } from "./jobs.ts";
import type { TableName } from "./records.ts";
import { promptLineages, promptRollouts, promptVariants, promptVersions } from "./prompts.ts";
import { reviewItems, reviewQueues, reviews } from "./review-queues.ts";
import {
  auditEvents,
  dashboards,
  modelConnections,
  modelPrices,
  projectUsage,
  scoreSchemas,
  threadShares,
  views,
} from "./settings.ts";
import { attachments, comments, files, recordTags, scores, threads, tombstones, users } from "./recorded.ts";
import type { Table, TableShape } from "./table.ts";

const tables: { readonly [Name in TableName]: Table<Name> } = {
  account_logins: accountLogins,
  accounts,
  alert_changes: alertChanges,
  alerts,
  api_keys: apiKeys,
  attachments,
  audit_events: auditEvents,
  channels,
  comments,
  dashboards,
  dataset_items: datasetItems,
  dataset_versions: datasetVersions,
  datasets,
  deleted_projects: deletedProjects,
  deliveries,
  evaluation_arrivals: evaluationArrivals,
  evaluation_rule_days: evaluationRuleDays,
  evaluation_rules: evaluationRules,
  evaluator_versions: evaluatorVersions,
  evaluators,
  experiment_items: experimentItems,
  experiment_runs: experimentRuns,
  experiments,
  files,
  invitations,
  jobs,
  members,
  model_connections: modelConnections,
  model_prices: modelPrices,
  past_dataset_items: pastDatasetItems,
  project_usage: projectUsage,
  projects,
  prompt_lineages: promptLineages,
  prompt_rollouts: promptRollouts,
  prompt_variants: promptVariants,
  prompt_versions: promptVersions,
  record_tags: recordTags,
  review_items: reviewItems,
  review_queues: reviewQueues,
  reviews,
  score_schemas: scoreSchemas,
  scores,
  second_factors: secondFactors,
  secrets,
  sessions,
  thread_shares: threadShares,
  threads,
  tombstones,
  users,
  verifications,
  views,
};

/** Tables in order of creation. */
export const allTables: readonly TableShape[] = Object.values(tables);
