import type { GenerationType } from "./generation-record.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { Lister } from "./list.ts";

/** A named prompt; its versions hold the content. Times are epoch milliseconds. */
export interface PromptLineageRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly deletedAt: number | null;
  /** Version set by `promotePromptVersion`. */
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
  /** Number within the lineage, from 0. */
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

/** A version with the identity of its content, by which the store finds an equal version. */
export interface StoredPromptVersion extends PromptVersionRecord {
  readonly identity: string;
}

/** Relative weight with which a version is selected for calls that name no version. */
export interface PromptRollout {
  readonly version: number;
  readonly rollout: number;
}

/** Unsaved prompt content to experiment with (`PromptExperiment` on the wire). */
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
  /** Returns the lineage with the name of `lineage`. Creates it if there is none; an existing one is not changed. */
  getOrCreateLineage(projectId: string, lineage: PromptLineageRecord): Promise<PromptLineageRecord>;
  findLineage(projectId: string, name: string): Promise<PromptLineageRecord | null>;
  getLineages(projectId: string, ids: readonly string[]): Promise<(PromptLineageRecord | null)[]>;
  /**
   * Returns the latest version of the lineage that has the same `identity`. Otherwise creates a version with the next
   * number. The first version of a lineage gets a rollout of 100. Resolves to null for an unknown lineage.
   */
  getOrCreateVersion(
    projectId: string,
    version: Omit<StoredPromptVersion, "version">,
  ): Promise<PromptVersionRecord | null>;
  getVersion(projectId: string, id: string): Promise<PromptVersionRecord | null>;
  findVersion(projectId: string, lineageId: string, version: number): Promise<PromptVersionRecord | null>;
  /** Returns one summary per lineage. The counts of an unknown lineage are zero. */
  summaries(projectId: string, lineageIds: readonly string[]): Promise<PromptSummary[]>;
  /** Page of the versions of a lineage, newest first. */
  newestVersions(
    projectId: string,
    lineageId: string,
    page: { readonly first: number; readonly skip: number },
  ): Promise<PromptVersionRecord[]>;
  rollouts(projectId: string, lineageId: string): Promise<PromptRollout[]>;
  /** Replaces the whole rollout of the lineage. Channels are notified if a version gets the whole rollout. */
  setRollouts(projectId: string, lineageId: string, rollouts: readonly PromptRollout[], at: number): Promise<void>;
  /**
   * Promotes a version: it gets the whole rollout, and channels are notified. Resolves to null for an unknown lineage.
   */
  promote(projectId: string, lineageId: string, versionId: string, at: number): Promise<PromptLineageRecord | null>;
  /** Sets a label to a version, or removes it with null. Resolves to null for an unknown lineage or version. */
  setLabel(
    projectId: string,
    lineageId: string,
    label: string,
    version: number | null,
  ): Promise<PromptLineageRecord | null>;
  /** Deletes a lineage with its versions and rollouts. Resolves to null for an unknown one. */
  deleteLineage(projectId: string, id: string): Promise<PromptLineageRecord | null>;
  createVariant(projectId: string, variant: PromptVariantRecord): Promise<PromptVariantRecord>;
}
