import { expect } from "vitest";
import type { Store } from "../store.ts";
import { otherProject, project } from "./with-store.ts";

/**
 * Checks retention when the old records of one project cannot be deleted. The failure must be reported and retried, and
 * the records of other projects must be deleted.
 */
export async function expectFailureAlone(given: {
  /** Store whose retention deletes a step that was created at epoch millisecond 1. */
  readonly store: Store;
  readonly errors: readonly Error[];
  /** Makes every deletion of steps in the first project fail with "It stays." */
  readonly refuse: () => Promise<void>;
  readonly allow: () => Promise<void>;
}): Promise<void> {
  const { store, errors, refuse, allow } = given;
  const { steps } = store;
  await refuse();
  for (const owner of [project, otherProject]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await steps.ingest(owner, [{ id: "old", createdAt: 1 }]);
  }
  await expect(store.expire()).rejects.toThrow("It stays.");
  expect([await steps.count(project, {}), await steps.count(otherProject, {})]).toEqual([1, 0]);
  expect(errors.map(({ message }) => message)).toContain("It stays.");
  await allow();
  await store.expire();
  expect(await steps.count(project, {})).toBe(0);
}
