import { byInputs, fuzzSeed } from "../../test-inputs.ts";

/**
 * Returns parameters of fast-check for a family. The number of inputs is `share` times 150, 1,500 or 10,000, depending
 * on the run; with all inputs, it is 10,000. A failure reports its seed and path; set the seed in
 * `THREADLINE_FUZZ_SEED` to repeat it.
 */
export function fuzzParameters(family: string, share = 1): { readonly numRuns: number; readonly seed: number } {
  const numRuns = Math.ceil(byInputs({ few: 150 * share, some: 1_500 * share, many: 10_000 * share, all: 10_000 }));
  process.stderr.write(`${family}: ${numRuns} inputs from THREADLINE_FUZZ_SEED=${fuzzSeed}\n`);
  return { numRuns, seed: fuzzSeed };
}
