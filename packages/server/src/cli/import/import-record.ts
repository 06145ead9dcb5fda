import type {
  DatasetExperimentItemConstructor,
  ExperimentParams,
  IGenerationMessage,
  ITool,
  JsonObject,
  ScoreConstructor,
  StepConstructor,
  UpsertThread,
} from "@threadline/core";
import type { JsonValue } from "../../json/json-value.ts";

/** A prompt version of the platform, identified by the name of the prompt and the platform's version. */
export interface PromptReference {
  readonly name: string;
  readonly version: string;
}

/** Imported record. Its id is derived from the id at the source. A record comes after the records that it refers to. */
export type ImportRecord =
  | { readonly kind: "user"; readonly identifier: string; readonly metadata?: JsonObject | undefined }
  | { readonly kind: "thread"; readonly thread: UpsertThread }
  | { readonly kind: "step"; readonly step: StepConstructor & { id: string }; readonly prompt?: PromptReference }
  | { readonly kind: "score"; readonly score: ScoreConstructor & { id: string } }
  | ImportedDataset
  | ImportedDatasetItem
  | ImportedPrompt
  | ImportedExperiment
  | { readonly kind: "experiment item"; readonly item: DatasetExperimentItemConstructor & { id: string } }
  | Omission;

export interface ImportedDataset {
  readonly kind: "dataset";
  /** Unique in the project. Items are added to an existing dataset with this name. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly createdAt?: string | undefined;
}

export interface ImportedDatasetItem {
  readonly kind: "dataset item";
  readonly dataset: string;
  readonly id: string;
  readonly input: JsonValue;
  readonly expectedOutput?: JsonValue | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly createdAt?: string | undefined;
}

export interface ImportedPrompt {
  readonly kind: "prompt version";
  readonly reference: PromptReference;
  readonly messages: readonly IGenerationMessage[];
  readonly settings?: JsonObject | undefined;
  readonly tools?: readonly ITool[] | undefined;
  readonly description?: string | undefined;
  readonly createdAt?: string | undefined;
  /** Whether the source serves this version by default. */
  readonly isServed?: boolean | undefined;
}

export interface ImportedExperiment {
  readonly kind: "experiment";
  readonly id: string;
  readonly name: string;
  readonly dataset?: string | undefined;
  readonly prompt?: PromptReference | undefined;
  readonly params?: ExperimentParams | undefined;
  readonly createdAt?: string | undefined;
}

/** Something in the source that cannot be imported. */
export interface Omission {
  readonly kind: "omission";
  /** Plural noun, such as `comments`. */
  readonly what: string;
  readonly reason: string;
  readonly count?: number | undefined;
}

/** Kinds of records that are counted, in the order in which plans and reports list them. */
export const importedKinds: readonly ImportedKind[] = [
  "prompt version",
  "user",
  "thread",
  "step",
  "score",
  "dataset",
  "dataset item",
  "experiment",
  "experiment item",
];

export type ImportedKind = Exclude<ImportRecord["kind"], "omission">;
