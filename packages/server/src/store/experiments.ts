import type { JsonValue } from "./json.ts";

export interface ExperimentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly name: string;
  readonly datasetId: string | null;
  /** A prompt variant (newer clients). May dangle. */
  readonly promptExperimentId: string | null;
  /** A prompt version (older clients). May dangle. */
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

export interface ExperimentStore {
  create(projectId: string, experiment: ExperimentRecord): Promise<ExperimentRecord>;
  get(projectId: string, id: string): Promise<ExperimentRecord | null>;
  createItem(projectId: string, item: ExperimentItemRecord): Promise<ExperimentItemRecord>;
  getItem(projectId: string, id: string): Promise<ExperimentItemRecord | null>;
}
