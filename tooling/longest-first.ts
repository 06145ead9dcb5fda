import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These tests take longest, whatever their file size. */
const pages = /\/apps\/web\/test\//;
const stores = /\/(?:conformance|sqlite-store)\.test\.ts$/;

/**
 * Starts the longest files first, so that all workers end at about the same time: by size, or by the duration of the
 * last run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the `sort` of an array
    const sorted = await super.sort(files);
    // The first page builds the UI, for which the others would wait.
    const first = sorted.find(({ moduleId }) => pages.test(moduleId));
    const rank = (each: TestSpecification): number => {
      if (each === first) return 0;
      return stores.test(each.moduleId) ? 1 : pages.test(each.moduleId) ? 2 : 3;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
