import { BackgroundWork } from "../store/background-work.ts";
import { MissingProjectError } from "../store/errors.ts";
import type { Store } from "../store/store.ts";

/**
 * Delays before a deletion, in milliseconds: `firstAfter` after the startup, `restTime` if more expired events are
 * left, `lookEvery` if none are left, and `retryTime` after an error.
 */
const firstAfter = 1_000;
const restTime = 100;
const lookEvery = 6 * 3_600_000;
const retryTime = 600_000;
const sliceSize = 1_000;
const dayMs = 86_400_000;

/** Deletes audit events that exceed the retention period, in the background. */
export function createAuditRetention(options: {
  readonly store: Pick<Store, "audit" | "projects">;
  /** Retention in days; 0 for unlimited. */
  readonly days: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}): BackgroundWork {
  const { store, days, now, onError } = options;

  /**
   * Projects in which a deletion failed. They are skipped until the expired events of all other projects are deleted,
   * and retried `retryTime` later.
   */
  const failed = new Set<string>();

  async function removeSome(projectId: string): Promise<boolean> {
    if (failed.has(projectId)) return false;
    try {
      return (await store.audit.expire(projectId, { before: now() - days * dayMs, limit: sliceSize })) === sliceSize;
    } catch (error) {
      if (error instanceof MissingProjectError) return false;
      failed.add(projectId);
      onError(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  const work = async (): Promise<number> => {
    let isLeft = false;
    for (const { id } of await store.projects.list()) {
      // oxlint-disable-next-line no-await-in-loop -- one project after the other
      isLeft = (await removeSome(id)) || isLeft;
    }
    if (isLeft) return restTime;
    const rest = failed.size === 0 ? lookEvery : retryTime;
    failed.clear();
    return rest;
  };
  const background = new BackgroundWork({ name: "audit", work, retryTime, onError, follows: days > 0 });
  background.wake(firstAfter);
  return background;
}
