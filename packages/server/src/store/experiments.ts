import type { JsonValue } from "../json/json-value.ts";
import type { Lister } from "./list.ts";

export interface ExperimentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly name: string;
  readonly datasetId: string | null;
  /** Dataset version on which the experiment ran. Null without a dataset, and for experiments of earlier formats. */
  readonly datasetVersion: number | null;
  /** Id of the tested prompt variant, which newer clients send. The variant may not exist. */
  readonly promptExperimentId: string | null;
  /** Id of the tested prompt version, which older clients send. The version may not exist. */
  readonly promptId: string | null;
  readonly params: JsonValue;
}

export interface ExperimentItemRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly datasetExperimentId: string;
  readonly datasetItemId: string | null;
  /** Id of the step that recorded the run of the item. The step may be stored after the item. */
  readonly experimentRunId: string | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
}

export interface ExperimentScores {
  readonly name: string;
  readonly count: number;
  readonly average: number;
}

export interface ExperimentStore extends Lister<ExperimentRecord> {
  /** Creates an experiment. If an experiment with this id is stored, returns it unchanged. */
  create(projectId: string, experiment: ExperimentRecord): Promise<ExperimentRecord>;
  get(projectId: string, id: string): Promise<ExperimentRecord | null>;
  /**
   * Deletes the experiment with its items and their scores. The steps of its runs stay. Resolves to null if not found.
   */
  delete(projectId: string, id: string, deletedAt: number): Promise<ExperimentRecord | null>;
  /**
   * Creates an item. If an item with this id is stored, returns it unchanged. Rejects with a {@link ConflictError} if
   * the stored item is in another experiment.
   */
  createItem(projectId: string, item: ExperimentItemRecord): Promise<ExperimentItemRecord>;
  /** Page of the items of an experiment, in order of insertion. */
  itemPage(
    projectId: string,
    experimentId: string,
    page: { readonly first: number; readonly skip: number },
  ): Promise<ExperimentItemRecord[]>;
  countItems(projectId: string, experimentIds: readonly string[]): Promise<number[]>;
  /** Returns the count and the average of each score in each experiment, in the order of the ids. */
  scoresOf(projectId: string, experimentIds: readonly string[]): Promise<ExperimentScores[][]>;
  getItems(projectId: string, ids: readonly string[]): Promise<(ExperimentItemRecord | null)[]>;
}
