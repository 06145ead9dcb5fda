/**
 * How many of their inputs the files named `*.sampled.test.ts` try: few in the quick suite, many in the long one, and all
 * with `pnpm hostile-input`.
 */
export type TestInputs = "all" | "few" | "many";

const { THREADLINE_TEST_INPUTS: given = "few", THREADLINE_FUZZ_SEED: seed = "20261121" } = process.env;

/** The value for the number of inputs that this run tries. */
export function byInputs<Value>(values: Readonly<Record<TestInputs, Value>>): Value {
  if (!Object.hasOwn(values, given)) throw new Error(`THREADLINE_TEST_INPUTS is few, many or all, and not ${given}.`);
  return values[given as TestInputs]; // checked above
}

/**
 * What random inputs are drawn from: `THREADLINE_FUZZ_SEED`, a number or `random`. Without it they are the same each time,
 * so that a commit passes or fails whenever it is tested.
 */
export const fuzzSeed: number = seed === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(seed);
