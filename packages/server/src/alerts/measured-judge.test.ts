import { expect, onTestFinished, test } from "vitest";
import { type AlertContent, alertJobs } from "../store/alerts.ts";
import { noProgress } from "../store/resources/alerts.ts";
import type { ScoreWrite } from "../store/scores.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { evaluateAlert } from "./evaluate-alert.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const judgedAt = Date.UTC(2026, 2, 10);
const project = "p";

/**
 * Opens a store with a judge that passed half of 60 steps. The condition of its alert, on the average score of the
 * judge, is met.
 */
async function start(given: Partial<AlertContent> = {}) {
  let clock = judgedAt;
  const store = await openSqliteStore({ path: ":memory:", now: () => clock, retentionDays: null });
  onTestFinished(() => store.close());
  await store.projects.create({ id: project, name: project, createdAt: 1 });
  const version = { id: "v", createdAt: 1, description: null, kind: "LLM", target: "STEP", scoreName: "tone" } as const;
  const definition = {
    promptId: null,
    minimum: null,
    maximum: null,
    settings: null,
    messages: [{ role: "user", content: "Kind? {{output}}" }],
    inputs: [{ name: "output", path: "output" }],
    connectionId: "c",
    model: "m",
    labels: [
      { label: "yes", value: 1 },
      { label: "no", value: 0 },
    ],
  };
  const evaluator = { id: "e", createdAt: 1, updatedAt: 1, name: "Tone", description: null, archivedAt: null };
  await store.evaluators.create(project, evaluator, { ...version, definition }, 9);
  const other = { ...version, id: "other", scoreName: "other" };
  await store.evaluators.create(project, { ...evaluator, id: "o", name: "Other" }, { ...other, definition }, 9);
  const channel = { id: "mail", createdAt: 1, updatedAt: 1, name: "mail", kind: "EMAIL" } as const;
  await store.channels.create(project, { ...channel, address: "ops@example.com", events: [], sealedSecrets: null }, 9);
  const content: AlertContent = {
    name: "tone",
    metric: "scoreAverage",
    perRecord: false,
    resource: "scores",
    filters: [{ field: "name", operator: "eq", value: "tone", path: null }],
    query: null,
    includesExperiments: false,
    groupBy: null,
    kind: "BELOW",
    threshold: 0.9,
    recoverAt: null,
    period: "HOUR",
    forSeconds: 0,
    minimumCount: 0,
    requiresMeasuredJudge: true,
    warnsEarly: false,
    channelIds: ["mail"],
    isOn: true,
    ...given,
  };
  await store.alerts.create(
    project,
    { ...noProgress, ...content, id: "a", createdAt: 1, updatedAt: 1, silencedUntil: null, changeCount: 0 },
    9,
  );
  const write = async (prefix: string, count: number, more: Partial<ScoreWrite>): Promise<void> => {
    const scores = Array.from({ length: count }, (_, index): ScoreWrite => {
      const score = { id: `${prefix}${index}`, at: clock, name: "tone", type: "AI", value: index % 2 } as const;
      return { ...score, stepId: `s${index}`, ...more };
    });
    await store.scores.upsertMany(project, scores);
  };
  const judge = (prefix: string): Promise<void> => write(prefix, 60, { evaluatorVersionId: "v" });
  await store.steps.ingest(
    project,
    Array.from({ length: 60 }, (_, index) => ({ id: `s${index}`, createdAt: judgedAt })),
  );
  await judge("j");
  return {
    judge,
    label: (count: number) => write("l", count, { type: "HUMAN", labeledBy: "account:a" }),
    /** Another person labels a target differently, so that it has no majority. */
    disagree: () => write("d", 1, { type: "HUMAN", labeledBy: "account:b", value: 1 }),
    /** Deletes a label. The other labels are too few to measure the judge. */
    forget: () => store.scores.delete(project, "l0", clock),
    pass: (ms: number) => void (clock += ms),
    async evaluateAndStore() {
      clock += minute;
      const query = { kinds: [alertJobs.evaluation], leaseMs: minute, limit: 1, perProject: 1, running: {}, after: 0 };
      const [taken] = (await store.jobs.take({ ...query, now: clock, token: `t${clock}` })).jobs;
      if (taken === undefined) throw new Error("No evaluation is due");
      const result = await evaluateAlert(store, project, { alertId: "a", now: clock });
      await store.jobs.finish(project, taken.job, { ...result, now: clock });
    },
    async evaluate() {
      clock += minute;
      const { alertEvaluation } = await evaluateAlert(store, project, { alertId: "a", now: clock });
      const { state, problem } = alertEvaluation?.progress ?? {};
      return { state, problem, notified: alertEvaluation?.deliveries.length };
    },
  };
}

const isFiring = { state: "FIRING", problem: null, notified: 1 };
const isWithoutJudge = { state: "NO_DATA", problem: "JUDGE_NOT_MEASURED", notified: 0 };

test("an alert that requires a measured judge fires only while its judge is measured", async () => {
  const { judge, label, pass, evaluate } = await start();
  expect(await evaluate()).toEqual(isWithoutJudge);
  await label(38);
  expect(await evaluate()).toEqual(isWithoutJudge);
  await label(40);
  expect(await evaluate()).toEqual(isFiring);
  pass(91 * day);
  await judge("later");
  expect(await evaluate()).toEqual(isWithoutJudge);
});

test("an alert fires although a further label disagrees, and stays firing when its judge is no longer measured", async () => {
  const disputed = await start();
  await disputed.label(40);
  await disputed.disagree();
  expect(await disputed.evaluate()).toEqual(isFiring);

  const { label, forget, evaluate, evaluateAndStore } = await start();
  await label(40);
  await evaluateAndStore();
  await forget();
  expect(await evaluate()).toEqual({ state: "FIRING", problem: null, notified: 0 });

  const other = await start();
  await other.label(40);
  await other.forget();
  expect(await other.evaluate()).toEqual(isWithoutJudge);
});

test("a measured judge is required only for scores that a judge writes, and only if the alert requires one", async () => {
  expect(await (await start({ requiresMeasuredJudge: false })).evaluate()).toEqual(isFiring);
  const others = await start({ filters: [{ field: "name", operator: "eq", value: "stars", path: null }] });
  expect(await others.evaluate()).toEqual({ state: "NO_DATA", problem: "NO_VALUE", notified: 0 });
});

test.each(["name:tone type:AI", "evaluatorVersion:v"])(
  "an alert with the query %s requires only the judge whose scores it selects",
  async (query) => {
    const { label, evaluate } = await start({ filters: [], query });
    expect(await evaluate()).toEqual(isWithoutJudge);
    await label(40);
    expect(await evaluate()).toEqual(isFiring);
  },
);
