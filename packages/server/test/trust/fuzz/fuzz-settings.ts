const { THREADLINE_FUZZ_RUNS: givenRuns, THREADLINE_FUZZ_SEED: seed = "20261121" } = process.env;

/**
 * How much is tried, and from where: `THREADLINE_FUZZ_RUNS` inputs per family, on each store (10,000, and fewer on
 * PostgreSQL, without it) from `THREADLINE_FUZZ_SEED`, a number or `random`. Without it the inputs are the same each time, so that a commit passes or fails whenever it is tested. A
 * failure names its seed and path; give the seed again to meet the same inputs.
 */
const fuzzRuns: number = Number(givenRuns ?? 10_000);
export const fuzzSeed: number = seed === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(seed);

/** What each family hands to fast-check; of `share` of the inputs, unless their number is given. */
export function fuzzParameters(family: string, share = 1): { readonly numRuns: number; readonly seed: number } {
  const numRuns = Math.ceil(fuzzRuns * (givenRuns === undefined ? share : 1));
  process.stderr.write(`${family}: ${numRuns} inputs from THREADLINE_FUZZ_SEED=${fuzzSeed}\n`);
  return { numRuns, seed: fuzzSeed };
}
