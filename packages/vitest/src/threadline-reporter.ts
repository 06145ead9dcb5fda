import { Threadline, type ThreadlineOptions } from "@threadline/core";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { readScoredTest } from "./recorded-score.ts";

export interface ThreadlineReporterOptions {
  /** A client, or its options. Default: a client that is configured by environment variables. */
  client?: Threadline | ThreadlineOptions | undefined;
  /** Name of the experiment. Default: `vitest`. */
  name?: string | undefined;
  /** Parameters of the experiment, which the UI shows. */
  params?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/**
 * Stores a test run as an experiment: one item for each test that `toScore` scored, even if the test failed. Nothing is
 * stored for a run without scores. Errors of the reporter are printed and do not fail the run.
 *
 * @example
 * ```ts no-run: needs Vitest
 * import { ThreadlineReporter } from "@threadline/vitest";
 * import { defineConfig } from "vitest/config";
 *
 * export default defineConfig({ test: { reporters: ["default", new ThreadlineReporter({ name: "answers" })] } });
 * ```
 */
export class ThreadlineReporter implements Reporter {
  readonly #options: ThreadlineReporterOptions;

  constructor(options: ThreadlineReporterOptions = {}) {
    this.#options = options;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const scored = tests.filter((each) => readScoredTest(each.meta()) !== undefined);
    if (scored.length === 0) return;
    try {
      await this.#store(scored);
    } catch (error) {
      console.error(`Scores were not stored: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #store(tests: readonly TestCase[]): Promise<void> {
    const { client: given, name = "vitest", params } = this.#options;
    const client = given instanceof Threadline ? given : new Threadline(given);
    const id = client.createId();
    await client.api.createExperiment({ id, name, params: { ...params, tests: tests.length } });
    for (const each of tests) {
      const { input, output, experimentRunId, scores } = readScoredTest(each.meta()) ?? { scores: [] };
      // oxlint-disable-next-line no-await-in-loop -- items keep the order of the tests
      await client.api.createExperimentItem({
        datasetExperimentId: id,
        experimentRunId,
        // Without an input, the name of the test identifies the item in later runs.
        input: input ?? { test: each.fullName },
        output,
        scores: [...scores],
      });
    }
    console.log(`Stored the scores of ${tests.length} tests as the experiment ${name} (${id}).`);
  }
}
