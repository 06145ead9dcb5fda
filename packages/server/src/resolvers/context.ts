import type { Actor } from "../accounts/actor.ts";
import type { Answer } from "../answers/answers.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import type { RequestQuota } from "../quotas/request-quota.ts";
import type { Store } from "../store/store.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { RetentionDays } from "../store/retention.ts";
import type { ThreadShareRecord } from "../store/shares.ts";
import type { Loaders } from "./loaders.ts";

/** What a resolver knows of its request. The request's project is the only one that it can reach. */
export interface RequestContext {
  readonly store: Store;
  /** Who asks; root fields check what that one may do before they resolve. */
  readonly actor: Actor;
  readonly project: ProjectRecord;
  /** Where the request came from; absent when the service was called in process. */
  readonly address?: string | null | undefined;
  /** The `x-env` header; null when absent. */
  readonly environment: string | null;
  /** Of an answer that stays open: where changes are told, and what ends it. */
  readonly live?: { readonly feed: ChangeFeed; readonly signal: AbortSignal } | undefined;
  /** Aborts when the client leaves before its answer; absent when the service was called in process. */
  readonly signal?: AbortSignal | undefined;
  /** What the request may add to its project; without it anything. */
  readonly quota?: RequestQuota | undefined;
  /** For how many days the service keeps steps; null or absent: for ever. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Takes down the root fields that were asked for, where somebody traces them. */
  readonly rootFields?: Set<string> | undefined;
  /** Counts what is read for the answer and written of it; absent: anything goes. */
  readonly answer?: Answer | undefined;
  /** Batches the reads of one request. */
  readonly loaders: Loaders;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A new id, UUIDv7. */
  readonly newId: () => string;
  /** The service's public URL without a trailing slash. */
  readonly baseUrl: string;
  /** A URL that reads the file for a limited time; null when the key is not one of the project's. */
  readonly signReadUrl: (objectKey: string) => string | null;
  /** The secret of a link to one of the project's threads. */
  readonly shareTokenOf: (share: ThreadShareRecord) => string;
  /**
   * The elements of `ingestSteps(steps)` that did not fit their type, by index. The engine leaves `{ id }` in their place
   * (`""` when it was no string), so that each fails alone.
   */
  readonly badSteps?: ReadonlyMap<number, Error> | undefined;
}
