import { BaseSequencer, type TestSpecification } from "vitest/node";
import { startOrder } from "./start-order.ts";

/**
 * Starts the files with the longest duration first. Uses the duration of the last run or, if that is unknown, the file
 * size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the `sort` of an array
    const sorted = await super.sort(files);
    const described = sorted.map((specification) => ({
      specification,
      path: specification.moduleId,
      project: specification.project.name,
      isKnown: this.ctx.cache.getTestSpecificationResult(specification) !== undefined,
    }));
    return startOrder(described).map(({ specification }) => specification);
  }
}
