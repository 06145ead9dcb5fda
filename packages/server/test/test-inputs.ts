/**
 * Number of inputs that tests use: few in the quick suite, some in the long one, many at night, and all with `pnpm
 * hostile-input`.
 */
export type TestInputs = "all" | "few" | "many" | "some";

const {
  THREADLINE_TEST_INPUTS: given = "few",
  THREADLINE_TEST_PART: part = "0",
  THREADLINE_FUZZ_SEED: seed = "20261121",
} = process.env;

const names: readonly string[] = ["few", "some", "many", "all"] satisfies TestInputs[];
if (!names.includes(given)) throw new Error(`THREADLINE_TEST_INPUTS is few, some, many or all, and not ${given}.`);
const inputs = given as TestInputs; // checked above

/** Returns the value for this run's {@link TestInputs}. `some` defaults to the value of `many`. */
export function byInputs<Value>({
  few,
  many,
  some = many,
  all,
}: Readonly<Record<Exclude<TestInputs, "some">, Value>> & { readonly some?: Value }): Value {
  return { few, some, many, all }[inputs];
}

/**
 * Returns one of `parts` parts of the values in the quick and long suites, and all values in other runs. The number
 * `THREADLINE_TEST_PART` selects the part; `.ci/run` derives it from the commit.
 */
export function partOf<Value>(values: readonly Value[], parts = 4): readonly Value[] {
  const count = byInputs({ few: parts, some: parts, many: 1, all: 1 });
  return values.filter((_, index) => index % count === Number(part) % count);
}

/** Returns the newest version, which is the last one, in the quick suite. Returns all versions in other runs. */
export function newestOf<Version>(versions: readonly Version[]): readonly Version[] {
  return byInputs({ few: versions.slice(-1), many: versions, all: versions });
}

/**
 * Seed of random inputs: `THREADLINE_FUZZ_SEED`, a number or `random`. By default it is fixed,
 * so that tests are reproducible.
 */
export const fuzzSeed: number = seed === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(seed);
