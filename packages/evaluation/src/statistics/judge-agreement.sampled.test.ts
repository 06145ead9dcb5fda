import { expect, test } from "vitest";
import { byInputs } from "../../../server/test/test-inputs.ts";
import { decisionToLabel, type JudgedLabels, judgeAgreement, type RateEstimate } from "./judge-agreement.ts";
import { createRandom, type Random } from "./random.ts";

const runs = byInputs({ few: 1000, many: 1000, all: 4000 });
const judged = 1000;
const [sensitivity, specificity] = [0.8, 0.9];

const uniform = (random: Random): number => random.bits() / 0x1_0000_0000;

/**
 * Simulates the decisions of a judge and of people. People pass each target with the probability `rate`. `isLabeled`
 * selects the targets that people label. `labels` is the number of labeled targets with the same decision of the judge.
 */
function draw(random: Random, rate: number, isLabeled: (labels: number, target: number) => boolean): JudgedLabels {
  const drawn = { passed: { judged: 0, labeled: 0, passed: 0 }, failed: { judged: 0, labeled: 0, passed: 0 } };
  for (let target = 0; target < judged; target += 1) {
    const isGood = uniform(random) < rate;
    const passes = uniform(random) < (isGood ? sensitivity : 1 - specificity);
    const labels = passes ? drawn.passed : drawn.failed;
    labels.judged += 1;
    if (!isLabeled(labels.labeled, target)) continue;
    labels.labeled += 1;
    if (isGood) labels.passed += 1;
  }
  return drawn;
}

/**
 * Two ways to select the targets that people label: the first 200 targets, or 100 that the judge passed and 100 that it
 * failed.
 */
const samples = [(_labels: number, target: number) => target < 200, (labels: number) => labels < 100] as const;

const contains = (estimate: RateEstimate | null, truth: number): boolean =>
  estimate !== null && estimate.interval.lower <= truth && truth <= estimate.interval.upper;

test.each([0.3, 0.5, 0.7, 0.9])(
  "with a pass rate of %d, intervals cover the truth in 93 to 97 % of the runs",
  (rate) => {
    // At a pass rate of 0.9, people fail only one or two of 100 targets that the judge passed. These are too few to
    // estimate the false positive rate.
    for (const isLabeled of rate < 0.9 ? samples : samples.slice(0, 1)) {
      const random = createRandom(20);
      const covered = { passRate: 0, truePositiveRate: 0, falsePositiveRate: 0 };
      for (let run = 0; run < runs; run += 1) {
        const { passRate, truePositiveRate, falsePositiveRate } = judgeAgreement(draw(random, rate, isLabeled));
        if (contains(passRate, rate)) covered.passRate += 1;
        if (contains(truePositiveRate, sensitivity)) covered.truePositiveRate += 1;
        if (contains(falsePositiveRate, 1 - specificity)) covered.falsePositiveRate += 1;
      }
      for (const count of Object.values(covered)) {
        expect(count / runs).toBeGreaterThanOrEqual(0.93);
        expect(count / runs).toBeLessThanOrEqual(0.97);
      }
    }
  },
);

test("200 labels reduce the error of pass rates from 0 to 1 to at most a half", () => {
  for (const isLabeled of samples) {
    const random = createRandom(21);
    let [raw, corrected] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const rate = uniform(random);
      const labels = draw(random, rate, isLabeled);
      const byJudge = labels.passed.judged / judged;
      corrected += ((judgeAgreement(labels).passRate?.rate ?? byJudge) - rate) ** 2;
      raw += (byJudge - rate) ** 2;
    }
    expect(Math.sqrt(corrected / raw)).toBeLessThanOrEqual(0.5);
  }
});

test("labels of the recommended decisions give narrower intervals than a random sample", () => {
  const random = createRandom(22);
  const widthOf = (labels: JudgedLabels): number => {
    const interval = judgeAgreement(labels).passRate?.interval;
    return interval ? interval.upper - interval.lower : 1;
  };
  let [recommended, sampled] = [0, 0];
  for (let run = 0; run < 200; run += 1) {
    const all = draw(random, 0.9, () => true);
    let labels = draw(random, 0.9, (count) => count < 5);
    for (let added = 0; added < 60; added += 1) {
      const decision = decisionToLabel(labels);
      if (decision === null) throw new Error("No decision has targets without a label");
      const { labeled, passed } = labels[decision];
      const isGood = uniform(random) < all[decision].passed / all[decision].labeled;
      labels = {
        ...labels,
        [decision]: { ...labels[decision], labeled: labeled + 1, passed: passed + Number(isGood) },
      };
    }
    recommended += widthOf(labels);
    sampled += widthOf(draw(random, 0.9, (_count, target) => target < 70));
  }
  expect(recommended).toBeLessThan(0.9 * sampled);
});

test("the rates of a sample are those of its confusion matrix", () => {
  const { agreement, truePositiveRate, falsePositiveRate, passRate } = judgeAgreement({
    passed: { judged: 70, labeled: 70, passed: 60 },
    failed: { judged: 30, labeled: 30, passed: 12 },
  });
  expect(agreement?.rate).toBeCloseTo(0.78);
  expect(truePositiveRate?.rate).toBeCloseTo(60 / 72);
  expect(falsePositiveRate?.rate).toBeCloseTo(10 / 28);
  expect(passRate?.rate).toBeCloseTo(0.72);
});

test("the interval of a rate contains it, also if judge and people always agree", () => {
  const { truePositiveRate, falsePositiveRate, passRate } = judgeAgreement({
    passed: { judged: 90, labeled: 8, passed: 8 },
    failed: { judged: 30, labeled: 4, passed: 0 },
  });
  expect(truePositiveRate).toMatchObject({ rate: 1, interval: { upper: 1 } });
  expect(falsePositiveRate).toMatchObject({ rate: 0, interval: { lower: 0 } });
  expect(contains(passRate, passRate?.rate ?? Number.NaN)).toBe(true);
});

test("rates that cannot be estimated are null", () => {
  const none = { judged: 0, labeled: 0, passed: 0 };
  const unknown = { agreement: null, truePositiveRate: null, falsePositiveRate: null, passRate: null };
  expect(judgeAgreement({ passed: none, failed: none })).toEqual(unknown);
  expect(judgeAgreement({ passed: { judged: 9, labeled: 4, passed: 4 }, failed: none })).toMatchObject({
    ...unknown,
    agreement: { rate: 1 },
  });
});
