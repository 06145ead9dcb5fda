import type { Lister } from "../list.ts";
import type { Lists } from "../lists/lists.ts";
import type { PricePatterns } from "../prices/price-patterns.ts";
import type { ScoreRecord } from "../scores.ts";
import type { Sessions } from "../session/session.ts";
import type { Store } from "../store.ts";
import { createAccountStore } from "./accounts.ts";
import { createAlertStore } from "./alerts.ts";
import { createAuditStore } from "./audit.ts";
import { createCalibrationStore } from "./calibrations.ts";
import { createChannelStore } from "./channels.ts";
import { createCommentStore } from "./comments.ts";
import { createDashboardStore } from "./dashboards.ts";
import { createDatasetStore } from "./datasets.ts";
import { createEvaluationRuleStore } from "./evaluation-rules.ts";
import { createEvaluatorStore } from "./evaluators.ts";
import { createExperimentRunStore } from "./experiment-runs.ts";
import { createExperimentStore } from "./experiments.ts";
import { createFileStore } from "./files.ts";
import { createJobStore } from "./jobs.ts";
import { createModelConnectionStore } from "./model-connections.ts";
import type { RecordedPassages } from "./passages.ts";
import { createPriceStore, type Repricing } from "./prices.ts";
import { createProjectStore, type ProjectRemoval } from "./projects.ts";
import { createPromptStore } from "./prompts.ts";
import { createReviewQueueStore } from "./review-queues.ts";
import { createScoreSchemaStore } from "./score-schemas.ts";
import { createScoreStore, type ScoreWriter } from "./scores.ts";
import { createSecrets } from "./secrets.ts";
import { createShareStore } from "./shares.ts";
import { createTransfer } from "./transfer.ts";
import { createUsageStore } from "./usage.ts";
import type { StepRemoval } from "./user-data.ts";
import { createUserStore, type UserThreads } from "./users.ts";
import { createViewStore } from "./views.ts";

export interface ResourceParts {
  readonly sessions: Sessions;
  readonly lists: Lists;
  readonly scoreList: Lister<ScoreRecord>;
  readonly scores: ScoreWriter;
  readonly threads: UserThreads;
  readonly removeSteps: StepRemoval;
  readonly recorded: RecordedPassages;
  readonly removal: ProjectRemoval;
  readonly repricing: Repricing;
  readonly patterns: PricePatterns;
}

/** The part of a store that both databases share. */
export type Resources = Omit<
  Store,
  "analytics" | "backlog" | "backup" | "check" | "close" | "expire" | "generations" | "identity" | "steps" | "threads"
>;

export function createResources(parts: ResourceParts): Resources {
  const { sessions, lists, scores, threads, recorded, removal, repricing, patterns } = parts;
  return {
    projects: createProjectStore(sessions, removal),
    accounts: createAccountStore(sessions),
    audit: createAuditStore(sessions),
    scores: createScoreStore({ sessions, list: parts.scoreList, writer: scores }),
    comments: createCommentStore(sessions),
    scoreSchemas: createScoreSchemaStore(sessions),
    views: createViewStore(sessions),
    dashboards: createDashboardStore(sessions),
    modelConnections: createModelConnectionStore(sessions),
    evaluators: createEvaluatorStore(sessions),
    calibrations: createCalibrationStore(sessions),
    evaluationRules: createEvaluationRuleStore(sessions),
    reviewQueues: createReviewQueueStore(sessions, scores),
    alerts: createAlertStore(sessions),
    channels: createChannelStore(sessions),
    jobs: createJobStore(sessions, scores),
    shares: createShareStore(sessions),
    users: createUserStore({ sessions, lists, threads, scores, removeSteps: parts.removeSteps }),
    datasets: createDatasetStore(sessions, lists),
    experiments: createExperimentStore({ sessions, lists, scores }),
    experimentRuns: createExperimentRunStore(sessions),
    prompts: createPromptStore(sessions, lists),
    files: createFileStore(sessions),
    prices: createPriceStore({ sessions, repricing, patterns }),
    usage: createUsageStore(sessions),
    ...createSecrets(sessions),
    ...createTransfer(sessions, { recorded, scores, repricing }),
  };
}
