/**
 * Number of inputs that the files named `*.sampled.test.ts` test: few in the quick suite, many in the long one, and all
 * with `pnpm hostile-input`.
 */
export type TestInputs = "all" | "few" | "many";

const { THREADLINE_TEST_INPUTS: given = "few", THREADLINE_FUZZ_SEED: seed = "20261121" } = process.env;

/** Returns the value for this run's number of inputs. */
export function byInputs<Value>(values: Readonly<Record<TestInputs, Value>>): Value {
  if (!Object.hasOwn(values, given)) throw new Error(`THREADLINE_TEST_INPUTS is few, many or all, and not ${given}.`);
  return values[given as TestInputs]; // checked above
}

/**
 * Seed of random inputs: `THREADLINE_FUZZ_SEED`, a number or `random`. By default it is fixed,
 * so that tests are reproducible.
 */
export const fuzzSeed: number = seed === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(seed);
