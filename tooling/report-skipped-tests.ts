import type { Reporter, TestModule } from "vitest/node";
import { type Requirement, requirements } from "../packages/server/test/requirements.ts";

/**
 * Reports skipped tests on one line at the end of a run: how many there are, what they need, and how to install that.
 */
export class SkippedTestsReporter implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    const skipped = testModules.flatMap((module) => [...module.children.allTests("skipped")]);
    // Tests that the command line excluded have no missing requirements.
    const missing = skipped.map((test) => test.meta().missing ?? []).filter((names) => names.length > 0);
    if (missing.length > 0) console.log(`\n${describeSkipped(missing)}`);
  }
}

/** Describes skipped tests. `missing` has one entry for each test. */
export function describeSkipped(missing: readonly (readonly Requirement[])[]): string {
  const tests = missing.length === 1 ? "1 test that needs" : `${missing.length} tests that need`;
  const names = [...new Set(missing.flat())].toSorted();
  const packages: string[] = [];
  const instructions: string[] = [];
  for (const name of names) {
    const requirement = requirements[name];
    if ("debianPackage" in requirement) packages.push(requirement.debianPackage);
    else instructions.push(`${name}: ${requirement.instruction}`);
  }
  const install = packages.length > 0 ? [`apt-get install ${packages.join(" ")}`] : [];
  return `Skipped ${tests} ${names.join(", ")} (${[...install, ...instructions].join("; ")}).`;
}
