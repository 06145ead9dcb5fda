import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that open a browser, and a whole store suite, take longest, whatever their size. */
const slow = /\/apps\/web\/test\/|\/conformance\.test\.ts$/;

/** Starts the longest files first, so that no worker is left alone with one. Of two, the larger, or the longer of the last run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of an array
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => slow.test(moduleId)),
      ...sorted.filter((each) => !slow.test(each.moduleId)),
    ];
  }
}
