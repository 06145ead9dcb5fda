import type { Quotas, QuotaState } from "./quotas.ts";
import { storingFields } from "./storing-fields.ts";

export interface RequestQuota {
  /** Rejects with a `RecordError` if the root field would exceed the project's quota. */
  require(coordinate: string): Promise<void>;
  /**
   * Counts the records that a root field has stored. Call it only after the write. Otherwise, a measurement could start
   * between the call and the write: it would not include the records, but reset their count.
   */
  stored(coordinate: string): void;
  storedSteps(steps: number): void;
  read(): Promise<QuotaState>;
  /** Discards the cached limits. Must be called after they have changed. */
  forget(): void;
}

/** Creates the quota of one request. The size of its body counts as stored bytes. */
export function createRequestQuota(options: {
  readonly quotas: Quotas;
  readonly projectId: string;
  readonly bodyBytes: number;
  readonly share: number;
}): RequestQuota {
  const { quotas, projectId, bodyBytes, share } = options;
  let isCounted = false;
  return {
    async require(coordinate) {
      const kind = storingFields[coordinate];
      if (kind === undefined) return;
      await quotas.require(projectId, kind, share);
    },
    stored(coordinate) {
      if (isCounted || storingFields[coordinate] === undefined) return;
      quotas.count(projectId, { bytes: bodyBytes });
      isCounted = true;
    },
    storedSteps: (steps) => quotas.count(projectId, { steps }),
    read: () => quotas.read(projectId),
    forget: () => quotas.forget(projectId),
  };
}
