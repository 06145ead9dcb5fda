import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that take longest, whatever the size of their files. */
const pages = /\/apps\/web\/test\//;
const stores = /\/(?:conformance|sqlite-store)\.test\.ts$/;

/**
 * Starts the files that take longest first, so that all workers end at about the same time. The order is by the
 * duration of the last run or, if that is unknown, by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the `sort` of an array
    const sorted = await super.sort(files);
    // The first test of a page builds the UI, and the other tests of pages would wait for this. So it starts before all
    // others.
    const first = sorted.find(({ moduleId }) => pages.test(moduleId));
    const rank = (each: TestSpecification): number => {
      if (each === first) return 0;
      return stores.test(each.moduleId) ? 1 : pages.test(each.moduleId) ? 2 : 3;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
