import { array, assert, constantFrom, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { cohensKappa, type ItemRatings, krippendorffsAlpha, rawAgreement } from "./agreement.ts";

const read = (digit: string): number | null => (digit === "." ? null : Number(digit));
/** Reads one row of digits for each rater. A dot is a missing rating. */
const byRater = (...raters: readonly [string, ...string[]]): readonly ItemRatings[] =>
  Array.from(raters[0], (_digit, item) => raters.map((row) => read(row[item] ?? ".")));

/** Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", sections A, B and C. */
const binary = byRater("0100000010", "1110010000");
const nominal = byRater("112243335441", "212223335444");
const incomplete = byRater("123321412...", "1233224125.3", ".3332342251.", "12332441251.");

/** 40 items of three raters, drawn at random, with gaps. */
const drawn = (
  "444 0.0 33. 244 .04 333 .4. .23 203 000 .44 333 .20 111 310 22. 030 222 224 112 431 040 .33 22. 43. 231 444 13. " +
  "020 22. 212 111 332 44. 011 311 44. 022 130 000"
)
  .split(" ")
  .map((item) => Array.from(item, read));

function pairsOf(items: readonly ItemRatings[]): [number, number][] {
  return items.flatMap(([one, other]) => (one == null || other == null ? [] : [[one, other]]));
}

test("numbers whose squares are too large have no alpha", () => {
  const items = [
    [1e300, -1e300],
    [1, 2],
  ];
  expect(krippendorffsAlpha(items, "interval")).toBeNull();
  expect(krippendorffsAlpha(items, "nominal")).toBe(0);
});

test("alpha agrees with the examples of Krippendorff (2011)", () => {
  expect(krippendorffsAlpha(binary, "nominal")).toBeCloseTo(0.095, 3);
  expect(krippendorffsAlpha(nominal, "nominal")).toBeCloseTo(0.692, 3);
  expect(krippendorffsAlpha(incomplete, "nominal")).toBeCloseTo(0.743, 3);
  expect(krippendorffsAlpha(incomplete, "ordinal")).toBeCloseTo(0.815, 3);
  expect(krippendorffsAlpha(incomplete, "interval")).toBeCloseTo(0.849, 3);
});

test("alpha agrees with the Python package krippendorff 0.9.0", () => {
  expect(krippendorffsAlpha(incomplete, "ordinal")).toBeCloseTo(0.815_387_503_754_881_4, 12);
  expect(krippendorffsAlpha(drawn, "nominal")).toBeCloseTo(0.434_002_361_275_088_5, 12);
  expect(krippendorffsAlpha(drawn, "ordinal")).toBeCloseTo(0.475_949_611_950_652_44, 12);
  expect(krippendorffsAlpha(drawn, "interval")).toBeCloseTo(0.475_145_631_067_961_2, 12);
  const quarters = drawn.map((ratings) => ratings.map((rating) => (rating === null ? null : 7 - rating / 4)));
  expect(krippendorffsAlpha(quarters, "interval")).toBeCloseTo(0.475_145_631_067_961_2, 12);
});

test("kappa agrees with cohen_kappa_score of scikit-learn 1.9.1", () => {
  expect(cohensKappa(pairsOf(binary))).toBeCloseTo(0.090_909_090_909_090_94, 12);
  expect(cohensKappa(pairsOf(nominal))).toBeCloseTo(0.684_210_526_315_789_5, 12);
  expect(pairsOf(drawn)).toHaveLength(33);
  expect(cohensKappa(pairsOf(drawn))).toBeCloseTo(0.433_638_443_935_926_77, 12);
});

test("the raw agreement is that of pairs of ratings, averaged over the items", () => {
  expect(rawAgreement(binary)).toBeCloseTo(0.6, 12);
  expect(rawAgreement([[1, 1, 2], [3, 3, 3, null], [5]])).toBeCloseTo((1 / 3 + 1) / 2, 12);
});

test("without two ratings, or without different ones, agreement beyond chance is unknown", () => {
  for (const items of [
    [],
    [[1], [2, null]],
    [
      [0.1, 0.1, 0.1],
      [0.1, 0.1],
    ],
  ]) {
    for (const scale of ["nominal", "ordinal", "interval"] as const) {
      expect(krippendorffsAlpha(items, scale)).toBeNull();
    }
  }
  expect([rawAgreement([]), rawAgreement([[1], [null, 2]]), rawAgreement([[1, 1]])]).toEqual([null, null, 1]);
  expect([cohensKappa([]), cohensKappa([[1, 1]]), cohensKappa([[1, 2]])]).toEqual([null, null, 0]);
});

test("of two values, all scales have the same alpha", () => {
  const rating = constantFrom(null, 2, 5);
  assert(
    property(array(tuple(rating, rating, rating), { minLength: 2, maxLength: 12 }), (items) => {
      const alphas = (["nominal", "ordinal", "interval"] as const).map((scale) => krippendorffsAlpha(items, scale));
      const distances = alphas.map((alpha) => Math.abs((alpha ?? 7) - (alphas[0] ?? 7)));
      expect(Math.max(...distances)).toBeLessThan(1e-9);
    }),
    { seed: 1, numRuns: 200 },
  );
});
