import type { ExecutionContext } from "../graphql/execution-context.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import type { RequestQuota } from "../quotas/request-quota.ts";
import type { Store } from "../store/store.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { RetentionDays } from "../store/upkeep/retention.ts";
import type { ThreadShareRecord } from "../store/shares.ts";
import type { Loaders } from "./loaders.ts";

/** Context of a resolver. Only the project of the request is reachable. */
export interface RequestContext extends ExecutionContext {
  readonly store: Store;
  readonly project: ProjectRecord;
  /** IP address of the request; absent when the service was called in process. */
  readonly address?: string | null | undefined;
  /** The `x-env` header; null when absent. */
  readonly environment: string | null;
  /** For a streamed response: the change feed, and its end. */
  readonly live?: { readonly feed: ChangeFeed; readonly signal: AbortSignal } | undefined;
  /** Quota of the request's project; without one, unlimited. */
  readonly quota?: RequestQuota | undefined;
  /** Retention of the service in days; null or absent: unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
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
}
