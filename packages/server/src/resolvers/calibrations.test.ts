import { expect, test } from "vitest";
import { actorOfKey } from "../access/actor.ts";
import { decideTargets } from "../evaluators/calibration.ts";
import { requireMeasuredJudge } from "../evaluators/judge-states.ts";
import type { ApiKeyRecord } from "../store/projects.ts";
import type { ScoreWrite } from "../store/scores.ts";
import { openTestApi, type TestApi } from "./test-api.ts";

const yesNo = [
  { label: "yes", value: 1 },
  { label: "no", value: 0 },
];

interface Judged {
  readonly api: TestApi;
  readonly evaluatorId: string;
  readonly versionId: string;
  /**
   * Stores scores of the judge for the steps `s0`, `s1` and so on, in the order of the values; undefined leaves a step
   * out.
   */
  judge(values: readonly (number | undefined)[], more?: Partial<ScoreWrite>): Promise<void>;
  /** Labels steps in the order of the values; undefined leaves a step out. */
  label(values: readonly (number | undefined)[], labeledBy?: string): Promise<void>;
}

async function openJudge(labels: readonly object[] | null = yesNo): Promise<Judged> {
  const api = await openTestApi();
  const { createModelConnection } = await api.run(
    `mutation { createModelConnection(connection: { name: "c", kind: openai, models: ["m"] }) { id } }`,
  );
  const bounds = labels === null ? { minimum: 1, maximum: 5 } : { labels };
  const version = {
    kind: "LLM",
    target: "STEP",
    scoreName: "tone",
    judge: {
      ...bounds,
      messages: [{ role: "user", content: "Kind? {{output}}" }],
      inputs: [{ name: "output", path: "output" }],
      connectionId: createModelConnection.id,
      model: "m",
    },
  };
  const { createEvaluator } = await api.run(
    `mutation ($version: EvaluatorVersionInput!) {
      createEvaluator(evaluator: { name: "Tone" }, version: $version) { id latestVersion { id } } }`,
    { version },
  );
  const versionId = createEvaluator.latestVersion.id;
  const at = Date.now();
  const upsert = (prefix: string, values: readonly (number | undefined)[], more: Partial<ScoreWrite>) =>
    api.store.scores.upsertMany(
      api.project.id,
      values.flatMap((value, index): ScoreWrite[] =>
        value === undefined
          ? []
          : [{ id: `${prefix}${index}`, at, name: "tone", type: "AI", value, stepId: `s${index}`, ...more }],
      ),
    );
  return {
    api,
    evaluatorId: createEvaluator.id,
    versionId,
    judge: async (values, more = {}) => void (await upsert("j", values, { evaluatorVersionId: versionId, ...more })),
    label: async (values, labeledBy = "account:a") =>
      void (await upsert(`l ${labeledBy} `, values, { type: "HUMAN", labeledBy })),
  };
}

const read = `query ($id: String!, $from: DateTime, $passFrom: Float) {
  calibration(versionId: $id, from: $from, passFrom: $passFrom) {
    measured missingLabelCount scale passFrom judgedCount isSampled labeledCount labelerCount undecidedCount
    categories { value label } matrix { judgeValue peopleValue count }
    agreement { rate lower upper } kappa alpha meanAbsoluteDifference correlation
    passed { judgedCount labeledCount passedCount } failed { judgedCount labeledCount passedCount }
    truePositiveRate { rate lower upper } falsePositiveRate { rate lower upper }
    judgePassRate { rate } passRate { rate lower upper }
    disagreementCount disagreements(first: 2) { targetId peopleValue judgeScore { value } labels { value } }
    nextTargets(first: 3) { targetId step { id } }
  } }`;

const calibrationOf = async ({ api, versionId }: Judged, variables: object = {}) =>
  (await api.run(read, { id: versionId, ...variables })).calibration;

test("200 labels of a judge with 80 % sensitivity and 90 % specificity recover the true pass rate", async () => {
  const judged = await openJudge();
  // 1,000 targets of which people pass 600. The judge passes 480 of them, and 40 of the 400 others.
  const targets = Array.from({ length: 1000 }, (_, index) => {
    const isGood = index % 5 < 3;
    const nth = Math.floor(index / 5);
    return { isGood, passes: isGood ? nth % 5 !== 0 : nth % 10 === 0 };
  });
  await judged.judge(targets.map(({ passes }) => Number(passes)));
  // Labels every fifth target that the judge passed, and every fifth that it failed.
  const seen = { true: 0, false: 0 };
  await judged.label(
    targets.map(({ isGood, passes }) => {
      seen[`${passes}`] += 1;
      return seen[`${passes}`] % 5 === 0 ? Number(isGood) : undefined;
    }),
  );
  const { passRate, judgePassRate, truePositiveRate, falsePositiveRate, ...found } = await calibrationOf(judged);
  expect(found).toMatchObject({ measured: "MEASURED", missingLabelCount: 0, judgedCount: 1000, labeledCount: 200 });
  expect(found).toMatchObject({ scale: "CATEGORIES", passFrom: 1, isSampled: false, labelerCount: 1 });
  expect(judgePassRate.rate).toBeCloseTo(0.52, 9);
  for (const [estimate, truth] of [
    [passRate, 0.6],
    [truePositiveRate, 0.8],
    [falsePositiveRate, 0.1],
  ] as const) {
    expect(estimate.lower).toBeLessThanOrEqual(truth);
    expect(estimate.upper).toBeGreaterThanOrEqual(truth);
  }
  expect(Math.abs(passRate.rate - 0.6)).toBeLessThan(0.04);
  expect(passRate.upper - passRate.lower).toBeLessThan(0.2);
});

test("no figure is NaN or an error, whatever people decided", async () => {
  for (const labels of [[], [1], [undefined, 0], [0, 0], [1, 1], [1, 0, 0, 1], [7, 8]]) {
    const judged = await openJudge();
    await judged.judge([1, 0, 1, 0]);
    await judged.label(labels);
    expect(JSON.stringify(await calibrationOf(judged))).not.toContain("NaN");
  }
  const unused = await openJudge();
  expect(await calibrationOf(unused)).toMatchObject({ judgedCount: 0, passRate: null, nextTargets: [] });
});

test("the newest label of each person counts, and the majority of several people", async () => {
  const judged = await openJudge();
  await judged.judge([1, 1, 0]);
  await judged.label([1, 0, 1], "account:a");
  await judged.label([1, 0, 0], "name:Ada");
  await judged.label([0, 1], "local");
  const found = await calibrationOf(judged);
  expect(found).toMatchObject({ labeledCount: 2, labelerCount: 3, undecidedCount: 1, disagreementCount: 1 });
  expect(found.matrix).toEqual([
    { judgeValue: 1, peopleValue: 1, count: 1 },
    { judgeValue: 1, peopleValue: 0, count: 1 },
  ]);
  expect(found.disagreements).toEqual([
    { targetId: "s1", peopleValue: 0, judgeScore: { value: 1 }, labels: [{ value: 1 }, { value: 0 }, { value: 0 }] },
  ]);
});

test("a target is decided by the newest label of each person, newest first", () => {
  const label = (labelScoreId: string, labeledBy: string) => {
    const judgment = { versionId: "v", targetId: "t", judgeScoreId: "j", judgeValue: 1, judgeLabel: null, judgedAt: 1 };
    return { ...judgment, labelScoreId, labeledBy, value: 0, label: null };
  };
  const labels = [label("1", "a"), label("2", "b"), label("3", "a")];
  const { decided } = decideTargets(labels, { categories: null, passFrom: null });
  expect(decided.map(({ labelIds }) => labelIds)).toEqual([["3", "2"]]);
});

test("only scores of people are labels: not those of programs, of steps, or of end users", async () => {
  const judged = await openJudge();
  await judged.judge([1, 1, 1, 1, 1]);
  const { api } = judged;
  const key: ApiKeyRecord = {
    id: "k",
    projectId: api.project.id,
    name: "k",
    scopes: ["ingest", "read"],
    origins: null,
    hash: "",
    prefix: "",
    last4: "",
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
    createdAt: 0,
    revokedAt: null,
  };
  const browser = actorOfKey({ ...key, scopes: ["browser"], origins: ["https://app.test"] });
  const send = (stepId: string, more: string, context = {}) =>
    api.run(`mutation { createScore(name: "tone", value: 0, stepId: "${stepId}", ${more}) { id } }`, {}, context);
  await send("s0", "type: HUMAN");
  await send("s1", "type: HUMAN", { actor: actorOfKey(key) });
  await send("s2", "type: AI", { actor: actorOfKey(key) });
  await send("s3", `type: HUMAN, scorer: "Ada"`, { actor: actorOfKey(key) });
  await send("s4", `type: HUMAN, scorer: "Ada"`, { actor: browser });
  await api.run(`mutation { ingestSteps(steps: [{ id: "s4", scores: [{ name: "tone", value: 0 }] }]) { id } }`);
  const { disagreements, labeledCount } = await calibrationOf(judged);
  expect(labeledCount).toBe(2);
  expect(disagreements.map(({ targetId }) => targetId).toSorted()).toEqual(["s0", "s3"]);
});

test("a label whose value another caller changes no longer counts as a label of its first author", async () => {
  const judged = await openJudge();
  await judged.judge([1, 1, 1, 1]);
  await judged.label([0, 0, 0, 0]);
  const { api } = judged;
  await api.run(`mutation { updateScore(id: "l account:a 0", value: 1) { id } }`);
  await api.run(`mutation { updateScore(id: "l account:a 1", value: 0, comment: "sure") { id } }`);
  await api.run(
    `mutation { ingestSteps(steps: [{ id: "s2", scores: [{ id: "l account:a 2", name: "tone", value: 1 }] }]) { id } }`,
  );
  const ids = [0, 1, 2, 3].map((index) => `l account:a ${index}`);
  const scores = await api.store.scores.getMany(api.project.id, ids);
  expect(scores.map((score) => score?.labeledBy)).toEqual(["local", "account:a", null, "account:a"]);
});

test("scores of another version or project do not count", async () => {
  const judged = await openJudge();
  await judged.judge([1, 0], { evaluatorVersionId: "earlier" });
  await judged.label([1, 0]);
  expect(await calibrationOf(judged)).toMatchObject({ judgedCount: 0, labeledCount: 0, measured: "NOT_MEASURED" });
  const other = await judged.api.inProject("other");
  expect(await other.run(read, { id: judged.versionId })).toEqual({ calibration: null });
  expect(await other.run("{ judgeStates { versionId } }")).toEqual({ judgeStates: [] });
});

test("more than two categories have a confusion matrix, and pass from a value that the caller gives", async () => {
  const judged = await openJudge(["bad", "fair", "good"].map((label, value) => ({ label, value })));
  await judged.judge([0, 1, 2, 2, 1]);
  await judged.label([0, 2, 2, 1]);
  const found = await calibrationOf(judged);
  expect(found).toMatchObject({ passFrom: null, passed: null, passRate: null, judgePassRate: null });
  expect(found).toMatchObject({
    missingLabelCount: 46,
    agreement: { rate: 0.5 },
    nextTargets: [{ targetId: "s4", step: null }],
  });
  expect(found.categories.map(({ label }) => label)).toEqual(["bad", "fair", "good"]);
  expect(found.matrix).toHaveLength(4);
  expect(found.kappa).toBeCloseTo(0.2, 9);
  const passing = await calibrationOf(judged, { passFrom: 2 });
  expect(passing).toMatchObject({ passed: { judgedCount: 2, labeledCount: 2, passedCount: 1 } });
  expect(passing).toMatchObject({ failed: { judgedCount: 3, labeledCount: 2, passedCount: 1 }, missingLabelCount: 46 });
});

test("numbers are compared by their distance", async () => {
  const judged = await openJudge(null);
  await judged.judge([1, 2, 3.5, 5]);
  await judged.label([1, 3, 3.5, 4]);
  const found = await calibrationOf(judged);
  expect(found).toMatchObject({ scale: "NUMBERS", kappa: null, agreement: null, matrix: [], categories: [] });
  expect(found.meanAbsoluteDifference).toBe(0.5);
  expect(found.correlation).toBeCloseTo(0.8963, 4);
  expect(found.alpha).toBeGreaterThan(0.7);
  expect(found.disagreements.map(({ targetId }) => targetId).toSorted()).toEqual(["s1", "s3"]);
});

test("a judge is measured with 40 labels, until they are older than 90 days", async () => {
  const judged = await openJudge();
  const { api, versionId } = judged;
  await judged.judge(Array.from({ length: 60 }, (_, index) => index % 2));
  await judged.label(Array.from({ length: 38 }, (_, index) => index % 2));
  const stateQuery = `query ($id: String!) { evaluatorVersion(id: $id) { measured }
    judgeStates(scoreNames: ["tone", "other"]) { scoreName evaluatorName versionNumber measured } }`;
  const judge = { scoreName: "tone", evaluatorName: "Tone", versionNumber: 1 };
  expect(await calibrationOf(judged)).toMatchObject({ measured: "NOT_MEASURED", missingLabelCount: 2 });
  expect(await api.run(stateQuery, { id: versionId })).toEqual({
    evaluatorVersion: { measured: "NOT_MEASURED" },
    judgeStates: [{ ...judge, measured: "NOT_MEASURED" }],
  });
  const problemOf = (scoreName: string, now = Date.now()) =>
    requireMeasuredJudge(api.store, api.project.id, { scoreName, now });
  expect(await problemOf("tone")).toBe(`The judge "Tone" v1 of "tone" has too few human labels.`);

  await judged.label(Array.from({ length: 40 }, (_, index) => index % 2));
  expect(await api.run(stateQuery, { id: versionId })).toEqual({
    evaluatorVersion: { measured: "MEASURED" },
    judgeStates: [{ ...judge, measured: "MEASURED" }],
  });
  expect(await problemOf("tone")).toBeNull();
  expect(await problemOf("no judge has this name")).toBeNull();
  const later = Date.now() + 91 * 86_400_000;
  expect(await problemOf("tone", later)).toBe(`The judge "Tone" v1 of "tone" has too few recent human labels.`);
  const { calibration } = await api.run(read, { id: versionId }, { now: () => later });
  expect(calibration).toMatchObject({ measured: "OUT_OF_DATE", missingLabelCount: 40 });
});

test("a judge stays measured when a fault in production changes its decisions", async () => {
  const judged = await openJudge();
  const values = Array.from({ length: 200 }, (_, index) => Number(index % 20 !== 0));
  await judged.judge(values);
  await judged.label(values.slice(0, 80));
  expect(await calibrationOf(judged)).toMatchObject({ measured: "NOT_MEASURED", missingLabelCount: 1 });
  await judged.label(values.slice(0, 81));
  expect(await calibrationOf(judged)).toMatchObject({ measured: "MEASURED", missingLabelCount: 0 });
  await judged.judge([...values.map(() => undefined), ...Array.from({ length: 600 }, () => 0)], {
    at: Date.now() + 60_000,
  });
  const { api } = judged;
  expect(await calibrationOf(judged)).toMatchObject({ measured: "MEASURED", missingLabelCount: 0, judgedCount: 800 });
  expect(
    await requireMeasuredJudge(api.store, api.project.id, { scoreName: "tone", now: Date.now() + 120_000 }),
  ).toBeNull();
});

test("a judge stays measured, whether another person disagrees or labels of later targets are added", async () => {
  const judged = await openJudge();
  await judged.judge(Array.from({ length: 40 }, (_, index) => index % 2));
  await judged.label(Array.from({ length: 40 }, (_, index) => index % 2));
  const isMeasured = { measured: "MEASURED", missingLabelCount: 0 };
  expect(await calibrationOf(judged)).toMatchObject({ ...isMeasured, labeledCount: 40 });
  // Another person disagrees, so five targets have no majority.
  await judged.label([1, 0, 1, 0, 1], "account:b");
  expect(await calibrationOf(judged)).toMatchObject({ ...isMeasured, labeledCount: 35, undecidedCount: 5 });
  // Later, the judge is faulty: it passes everything, and people label nine of these targets as failed.
  const before = Array.from({ length: 40 }, () => undefined);
  await judged.judge([...before, ...Array.from({ length: 200 }, () => 1)], { at: Date.now() + 60_000 });
  await judged.label([...before, ...Array.from({ length: 9 }, () => 0)], "account:c");
  expect(await calibrationOf(judged)).toMatchObject({ ...isMeasured, labeledCount: 44 });
});

test("a version drifts if its scores of this week differ from those of the week before", async () => {
  const { api, versionId } = await openJudge();
  const dayMs = 86_400_000;
  const store = (daysAgo: number, values: readonly number[]) =>
    api.store.scores.upsertMany(
      api.project.id,
      values.map((value, index): ScoreWrite => ({
        id: `d${daysAgo}-${index}`,
        at: Date.now(),
        createdAt: Date.now() - daysAgo * dayMs,
        name: "tone",
        type: "AI",
        value,
        stepId: `s${index}`,
        evaluatorVersionId: versionId,
      })),
    );
  const drift = async () => {
    const query = `query ($id: String!) {
      evaluatorVersion(id: $id) { drift { before { count average } after { count average } drifts } } }`;
    return (await api.run(query, { id: versionId })).evaluatorVersion.drift;
  };
  const passing = (passed: number) => Array.from({ length: 40 }, (_, index) => (index < passed ? 1 : 0));
  await Promise.all([store(20, passing(0)), store(10, passing(36))]);
  expect(await drift()).toBeNull();
  await store(2, passing(20));
  expect(await drift()).toEqual({
    before: { count: 40, average: 0.9 },
    after: { count: 40, average: 0.5 },
    drifts: true,
  });
  await store(3, passing(40));
  expect(await drift()).toMatchObject({ after: { count: 80, average: 0.75 }, drifts: false });
});
