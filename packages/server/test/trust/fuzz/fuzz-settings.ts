/**
 * How much is tried, and from where: `THREADLINE_FUZZ_RUNS` inputs per family (10,000) from `THREADLINE_FUZZ_SEED` (drawn
 * anew). A failure names its seed and path; give the seed again to meet the same inputs.
 */
export const fuzzRuns: number = Number(process.env["THREADLINE_FUZZ_RUNS"] ?? 10_000);
export const fuzzSeed: number = Number(process.env["THREADLINE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** What each family hands to fast-check. */
export function fuzzParameters(family: string): { readonly numRuns: number; readonly seed: number } {
  process.stderr.write(`${family}: ${fuzzRuns} inputs from THREADLINE_FUZZ_SEED=${fuzzSeed}\n`);
  return { numRuns: fuzzRuns, seed: fuzzSeed };
}
