import type { JsonValue } from "../json/json-value.ts";
import type { Lister } from "./list.ts";

export interface ExperimentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly name: string;
  readonly datasetId: string | null;
  /** A prompt variant (newer clients), which may be missing. */
  readonly promptExperimentId: string | null;
  /** A prompt version (older clients), which may be missing. */
  readonly promptId: string | null;
  readonly params: JsonValue;
}

export interface ExperimentItemRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly datasetExperimentId: string;
  readonly datasetItemId: string | null;
  /** A run step that may arrive later. */
  readonly experimentRunId: string | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
}

/** Scores with one name on the items of an experiment. */
export interface ExperimentScores {
  readonly name: string;
  readonly count: number;
  readonly average: number;
}

export interface ExperimentStore extends Lister<ExperimentRecord> {
  /** Returns the stored experiment with this id unchanged, if any. */
  create(projectId: string, experiment: ExperimentRecord): Promise<ExperimentRecord>;
  get(projectId: string, id: string): Promise<ExperimentRecord | null>;
  /** Deletes the experiment with its items and their scores; the steps of its runs stay. Null if not found. */
  delete(projectId: string, id: string, deletedAt: number): Promise<ExperimentRecord | null>;
  /**
   * Returns the stored item with this id unchanged, if any; rejects with a {@link ConflictError} if it is in another
   * experiment.
   */
  createItem(projectId: string, item: ExperimentItemRecord): Promise<ExperimentItemRecord>;
  /** Page of the items of an experiment, in order of insertion. */
  itemPage(
    projectId: string,
    experimentId: string,
    page: { readonly first: number; readonly skip: number },
  ): Promise<ExperimentItemRecord[]>;
  countItems(projectId: string, experimentIds: readonly string[]): Promise<number[]>;
  /** The scores on the items of each experiment, by name. */
  scoresOf(projectId: string, experimentIds: readonly string[]): Promise<ExperimentScores[][]>;
  getItems(projectId: string, ids: readonly string[]): Promise<(ExperimentItemRecord | null)[]>;
}
