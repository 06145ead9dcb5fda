import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Browser tests and store suites take longest, whatever their file size. */
const slow = /\/apps\/web\/test\/|\/conformance\.test\.ts$/;

/**
 * Starts the longest files first, so that all workers end at about the same time: by size, or by the duration of the
 * last run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the `sort` of an array
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => slow.test(moduleId)),
      ...sorted.filter((each) => !slow.test(each.moduleId)),
    ];
  }
}
