import type { Role } from "../store/permissions.ts";
import type { PageWindow } from "../records/page-window.ts";
import type { JudgeCalibration } from "@threadline/evaluation/statistics";
import type { CalibrationScale, DecidedTarget, DecidedTargets, VersionState } from "../evaluators/calibration.ts";
import type { JudgedTime } from "../store/calibrations.ts";
import type { EvaluatorTarget, EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { CommentSubject } from "../store/comments.ts";
import type { DatasetRecord } from "../store/datasets.ts";
import type { ExperimentRecord } from "../store/experiments.ts";
import type { AttachmentRecord } from "../store/files.ts";
import type { GenerationRecord } from "../store/generation-record.ts";
import type { ModelPriceRecord } from "../store/prices.ts";
import type { ReviewFigures } from "../store/review-queues.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { PromptLineageRecord } from "../store/prompts.ts";
import type { ScoreRecord } from "../store/scores.ts";
import type { StepRecord } from "../store/steps.ts";
import type { StepType } from "../store/step-type.ts";
import type { ThreadRecord } from "../store/threads.ts";
import type { ThreadPeriod, UserRecord } from "../store/users.ts";

export interface ProjectSource extends ProjectRecord {
  readonly role: Role | null;
  readonly lacksSecondFactor?: boolean | undefined;
}

/** A thread. In a list that requested only some step types, it contains only steps of these types. */
export interface ThreadSource extends ThreadRecord {
  readonly stepTypesToKeep?: readonly StepType[] | undefined;
}

/** A step. Steps that were read with their thread include their scores and attachments. */
export interface StepSource extends StepRecord {
  readonly scores?: ScoreRecord[] | undefined;
  readonly attachments?: AttachmentRecord[] | undefined;
}

export interface GenerationSource extends GenerationRecord {
  readonly id: string;
  readonly stepId: string;
  readonly createdAt: number;
  readonly receivedAt: number;
  readonly step: StepSource;
}

/** Progress of the queue `queueId`. */
export interface ReviewProgressSource extends ReviewFigures {
  readonly queueId: string;
}

export interface CommentsSource {
  readonly subject: CommentSubject;
  readonly window: PageWindow;
}

/** Page of a list. The count is a function, so that it is computed only if it is selected. */
export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: () => Promise<number>;
}

export type ThreadsConnection = Connection<ThreadSource>;
export type StepsConnection = Connection<StepSource>;
export type GenerationsConnection = Connection<GenerationSource>;
export type ScoresConnection = Connection<ScoreRecord>;
/** A user. If it was listed for a period, its totals count only the threads in the period. */
export type UserSource = UserRecord & { readonly period?: ThreadPeriod | undefined };
export type ParticipantsConnection = Connection<UserSource>;
export type DatasetsConnection = Connection<DatasetRecord>;
export type ExperimentsConnection = Connection<ExperimentRecord>;
export type PromptLineagesConnection = Connection<PromptLineageRecord>;

/** A built-in price, or a price that the project set. */
export interface ModelPriceSource extends Omit<
  ModelPriceRecord,
  "createdAt" | "updatedAt" | "inputPrice" | "outputPrice"
> {
  readonly source: "PROJECT" | "SHIPPED";
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  readonly isTiered: boolean;
}

/** Agreement between an evaluator version and people. Only includes targets that the version scored in a time range. */
export interface CalibrationSource extends DecidedTargets, VersionState, JudgeCalibration {
  readonly version: EvaluatorVersionRecord;
  readonly time: JudgedTime;
  readonly scale: CalibrationScale;
  readonly judgedCount: number;
  readonly isSampled: boolean;
}

export interface DisagreementSource extends DecidedTarget {
  readonly target: EvaluationTargetSource;
}

export interface EvaluationTargetSource {
  readonly targetId: string;
  readonly target: EvaluatorTarget;
}
