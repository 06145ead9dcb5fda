import type { GenerationType } from "./generation-record.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { Lister } from "./list.ts";

/** A named prompt (called a lineage in the API); its versions hold the content. Times are epoch milliseconds. */
export interface PromptLineageRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly deletedAt: number | null;
  /** Id of the version that was promoted last; null if none was. */
  readonly championId: string | null;
  /** Sorted by name. */
  readonly labels: readonly PromptLabel[];
}

/** A name for one version of a prompt. */
export interface PromptLabel {
  /** Unique in the prompt. */
  readonly name: string;
  readonly version: number;
}

export interface PromptVersionRecord {
  readonly id: string;
  readonly lineageId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Number of the version within its prompt, from 0. */
  readonly version: number;
  readonly versionDesc: string | null;
  readonly label: string | null;
  readonly status: string | null;
  readonly tags: readonly string[] | null;
  readonly type: GenerationType;
  readonly templateMessages: JsonValue;
  readonly tools: JsonValue;
  readonly settings: JsonValue;
  readonly variables: JsonValue;
  readonly variablesDefaultValues: JsonValue;
}

/** A version with `identity`, a hash of its content. Versions with equal content have equal identities. */
export interface StoredPromptVersion extends PromptVersionRecord {
  readonly identity: string;
}

/**
 * Rollout of one version. For a call that names no version, the service selects a random version. `rollout` is the
 * relative weight of this version in the selection.
 */
export interface PromptRollout {
  readonly version: number;
  readonly rollout: number;
}

/** Prompt content for experiments that is not stored as a version of a prompt (`PromptExperiment` in the API). */
export interface PromptVariantRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly fromLineageId: string | null;
  readonly fromVersion: number | null;
  readonly scoreTemplateId: string | null;
  readonly templateMessages: JsonValue;
  readonly settings: JsonValue;
  readonly tools: JsonValue;
  readonly variables: JsonValue;
}

export interface PromptSummary {
  readonly versionCount: number;
  readonly latestVersion: number | null;
  readonly championVersion: number | null;
  /** Creation time of the newest version; without a version, creation time of the prompt. */
  readonly changedAt: number;
  readonly generationCount: number;
  readonly lastUsedAt: number | null;
}

export interface PromptStore extends Lister<PromptLineageRecord> {
  /** Returns the stored prompt that has the name of `lineage`. If there is none, stores `lineage`. */
  getOrCreateLineage(projectId: string, lineage: PromptLineageRecord): Promise<PromptLineageRecord>;
  findLineage(projectId: string, name: string): Promise<PromptLineageRecord | null>;
  getLineages(projectId: string, ids: readonly string[]): Promise<(PromptLineageRecord | null)[]>;
  /**
   * Looks for versions of the prompt that have the `identity` of `version`, and returns the newest of them. If there is
   * none, creates `version` with the next version number. The first version of a prompt gets a rollout, so that calls
   * without a version number select it. Resolves to null for an unknown prompt.
   */
  getOrCreateVersion(
    projectId: string,
    version: Omit<StoredPromptVersion, "version">,
  ): Promise<PromptVersionRecord | null>;
  getVersion(projectId: string, id: string): Promise<PromptVersionRecord | null>;
  findVersion(projectId: string, lineageId: string, version: number): Promise<PromptVersionRecord | null>;
  /** Returns one summary for each prompt. The counts of an unknown prompt are zero. */
  summaries(projectId: string, lineageIds: readonly string[]): Promise<PromptSummary[]>;
  /** Page of the versions of a prompt, newest first. */
  newestVersions(
    projectId: string,
    lineageId: string,
    page: { readonly first: number; readonly skip: number },
  ): Promise<PromptVersionRecord[]>;
  rollouts(projectId: string, lineageId: string): Promise<PromptRollout[]>;
  /**
   * Replaces the rollouts of all versions. Notifies channels if a version becomes the only one with a rollout above 0.
   */
  setRollouts(projectId: string, lineageId: string, rollouts: readonly PromptRollout[], at: number): Promise<void>;
  /**
   * Promotes a version: makes it the champion, and gives it the whole rollout. Notifies channels unless it was the
   * champion before. Resolves to null for an unknown prompt.
   */
  promote(projectId: string, lineageId: string, versionId: string, at: number): Promise<PromptLineageRecord | null>;
  /**
   * Moves a label to a version. A null `version` removes the label. Resolves to null for an unknown prompt or version.
   */
  setLabel(
    projectId: string,
    lineageId: string,
    label: string,
    version: number | null,
  ): Promise<PromptLineageRecord | null>;
  /** Deletes a prompt with its versions and rollouts. Resolves to null for an unknown prompt. */
  deleteLineage(projectId: string, id: string): Promise<PromptLineageRecord | null>;
  createVariant(projectId: string, variant: PromptVariantRecord): Promise<PromptVariantRecord>;
}
