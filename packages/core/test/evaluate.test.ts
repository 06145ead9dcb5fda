import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  defineEvaluation,
  type EvaluateOptions,
  type EvaluationProgress,
  type EvaluationResult,
  type Threadline,
} from "../src/index.ts";
import correctCity from "./correct-city.ts";
import { startService } from "./start-service.ts";

const capitals = [
  { input: { country: "France" }, expectedOutput: { city: "Paris" } },
  { input: { country: "Italy" }, expectedOutput: { city: "Rome" } },
  { input: { country: "Peru" }, expectedOutput: { city: "Lima" } },
];

async function seed(client: Threadline, items = capitals) {
  const dataset = await client.api.createDataset({ name: "capitals" });
  await client.api.createDatasetItems(dataset.id, items);
  return dataset;
}

function correctness({ output, expected }: { output: unknown; expected: unknown }): boolean {
  return JSON.stringify(output) === JSON.stringify(expected);
}

const cities: Readonly<Record<string, string>> = { France: "Paris", Italy: "Rome" };

test("an evaluation stores each run of a dataset with its scores and its trace", async () => {
  const { client, errors } = startService({ environment: "prod" });
  const dataset = await seed(client);
  const seen: EvaluationProgress[] = [];
  const result = await client.evaluate({
    name: "look-up",
    dataset: "capitals",
    task: async ({ country }: { country: string }, { repeat }) => {
      await client.step({ name: "search", type: "tool" }).wrap(() => repeat);
      return { city: cities[country] ?? "?" };
    },
    scorers: [correctness, () => ({ name: "length", value: 4, comment: "Letters." })],
    repeats: 2,
    params: { model: "small" },
    progress: (progress) => seen.push(progress),
  });

  expect(result.items.map(({ input, repeat }) => [input["country"], repeat])).toEqual([
    ["France", 0],
    ["France", 1],
    ["Italy", 0],
    ["Italy", 1],
    ["Peru", 0],
    ["Peru", 1],
  ]);
  expect(result.scores).toMatchObject([
    { name: "correctness", items: 3, runs: 6, average: 2 / 3, isRate: true },
    { name: "length", items: 3, average: 4, isRate: false },
  ]);
  expect(seen.at(-1)).toEqual({ name: "look-up", experimentId: result.experimentId, done: 6, total: 6, failed: 0 });
  expect(seen).toHaveLength(6);

  const experiment = await client.api.getExperiment(result.experimentId);
  expect(experiment).toMatchObject({
    name: "look-up",
    datasetId: dataset.id,
    params: { model: "small", items: 3, repeats: 2, scorers: ["correctness", "scorer 2"] },
  });
  expect(experiment?.items).toHaveLength(6);
  for (const item of experiment?.items ?? []) {
    expect(item.scores.map(({ name, type }) => [name, type]).toSorted()).toEqual([
      ["correctness", "CODE"],
      ["length", "CODE"],
    ]);
    const run = await client.api.getStep(item.experimentRunId ?? "");
    expect(run).toMatchObject({ environment: "experiment", input: item.input, output: item.output });
  }
  const { data: searches } = await client.api.getSteps({
    filters: [{ field: "name", operator: "eq", value: "search" }],
  });
  expect(new Set(searches.map(({ parentId }) => parentId))).toEqual(
    new Set(experiment?.items.map(({ experimentRunId }) => experimentRunId)),
  );
  expect(searches.every(({ environment }) => environment === "experiment")).toBe(true);
  expect(errors).toEqual([]);
});

test("an experiment names the dataset version that its items are from", async () => {
  const { client } = startService();
  const { id } = await seed(client);
  const dataset = await client.api.getDataset({ id });
  if (dataset === null) throw new Error("The dataset was not found.");
  const { version } = dataset;
  expect(version).toBeGreaterThan(0);
  await client.api.createDatasetItem(id, { input: { country: "Norway" } });
  const result = await client.evaluate({ name: "older", dataset, task: () => 1, scorers: [] });
  expect(result.items).toHaveLength(3);
  await expect(client.api.getExperiment(result.experimentId)).resolves.toMatchObject({ datasetVersion: version });
});

test("a version and a split of a dataset are evaluated, and recorded with the experiment", async () => {
  const { client } = startService();
  const { id } = await client.api.createDataset({ name: "parts" });
  const [first] = await client.api.createDatasetItems(id, [
    { input: { n: 1 }, splits: ["test", "small"] },
    { input: { n: 2 }, splits: ["test"] },
    { input: { n: 3 } },
  ]);
  const old = (await client.api.getDataset({ id }))?.version ?? 0;
  await client.api.updateDatasetItem(first?.id ?? "", { input: { n: 10 } });
  const run = (dataset: EvaluateOptions["dataset"], concurrency = 5) =>
    client.evaluate({ name: "parts", dataset, task: ({ n }) => n, scorers: [], concurrency });
  const inputs = ({ items }: EvaluationResult) => items.map(({ input }) => input["n"]).toSorted();

  const split = await run({ name: "parts", split: "test" });
  expect(inputs(split)).toEqual([10, 2]);
  expect(await client.api.getExperiment(split.experimentId)).toMatchObject({
    datasetId: id,
    datasetVersion: old + 1,
    params: { split: "test", items: 2 },
  });
  const past = await run({ id, version: old, split: "test" });
  expect(inputs(past)).toEqual([1, 2]);
  expect(await client.api.getExperiment(past.experimentId)).toMatchObject({ datasetVersion: old });
  expect(inputs(await run({ id, version: old }))).toEqual([1, 2, 3]);
  expect(inputs(await run({ id, version: old + 1, split: "small" }))).toEqual([10]);

  await expect(run({ name: "parts", split: "none" })).rejects.toThrow('has no items in the split "none"');
  await expect(run({ id, version: old + 9 })).rejects.toThrow("version");
  await expect(run({ id: "none" })).rejects.toThrow('dataset "none" not found');
  await expect(run({})).rejects.toThrow("evaluate: dataset needs a name or an id");
});

test("failures of tasks and scorers are outcomes, also when the experiment is read again", async () => {
  const { client } = startService();
  const options = {
    name: "failing",
    id: "failing-1",
    dataset: capitals,
    task: ({ country }: { country: string }) => {
      if (country === "Italy") throw new RangeError("rate limit");
      return country.toUpperCase();
    },
    scorers: [
      function loud({ input, output }: { input: { country: string }; output: string }) {
        if (input.country === "Peru") throw new Error("judge is down");
        return output === "FRANCE";
      },
    ],
  };
  const result = await client.evaluate(options);
  const outcomes = (evaluated: typeof result) =>
    evaluated.items.map(({ output, error, scorerErrors, scores }) => [output, error, scorerErrors, scores.length]);
  const expected = [
    [{ output: "FRANCE" }, null, {}, 1],
    [null, "RangeError: rate limit", {}, 0],
    [{ output: "PERU" }, null, { loud: "Error: judge is down" }, 0],
  ];
  expect(outcomes(result)).toEqual(expected);
  expect(result.failed).toBe(2);
  expect(String(result)).toMatch(/^failing: 3 items, 2 failed\nScore +Average +95 % interval +Items\nloud +1 /);
  const again = await client.evaluate(options);
  expect(again.items.every(({ isResumed }) => isResumed)).toBe(true);
  expect(outcomes(again)).toEqual(expected);
});

test("records of scorers are in the environment experiment, but not in the trace of the item", async () => {
  const { client } = startService({ environment: "prod" });
  const result = await client.evaluate({
    name: "judged",
    dataset: capitals.slice(0, 1),
    task: () => "Paris",
    scorers: [
      async function judge() {
        return client.run({ name: "judge" }).wrap(() => 1);
      },
    ],
  });
  const { data } = await client.api.getSteps({ filters: [{ field: "name", operator: "eq", value: "judge" }] });
  expect(data).toMatchObject([
    { environment: "experiment", parentId: null, metadata: { datasetExperimentItemId: result.items[0]?.id } },
  ]);
});

test("evaluators of the project score the stored items, and add what is missing when the experiment is continued", async () => {
  const { client } = startService();
  const { api } = client;
  const version = (target: "EXPERIMENT_ITEM" | "STEP", scorer: string, options = {}) =>
    ({ kind: "BUILT_IN", target, scoreName: "exact", builtIn: { scorer, options } }) as const;
  await api.createEvaluator({ name: "City" }, version("EXPERIMENT_ITEM", "exactMatch"));
  await api.createEvaluator({ name: "Steps" }, version("STEP", "exactMatch", { expected: "input" }));
  await seed(client);
  const ran: string[] = [];
  const evaluateWith = (...scorers: string[]) =>
    client.evaluate({
      name: "judged",
      id: "judged-1",
      dataset: "capitals",
      task: ({ country }: { country: string }) => {
        ran.push(country);
        if (country === "Peru") throw new Error("no answer");
        return { city: country === "France" ? "Paris" : "Milan" };
      },
      scorers: [correctness, ...scorers],
    });
  // The first call acts like a process that was killed before the evaluators ran.
  await evaluateWith();
  const result = await evaluateWith("City");
  expect(ran).toHaveLength(3);
  const named = (name: string) => result.items.map(({ scores }) => scores.find((score) => score.name === name)?.value);
  expect(named("exact")).toEqual([1, 0, undefined]);
  expect(named("correctness")).toEqual([1, 0, undefined]);
  expect(result.items[0]?.scores.find(({ name }) => name === "exact")).toMatchObject({
    scorer: "City v1",
    type: "CODE",
  });
  // A repeated evaluation reads the scores, and does not store them again.
  expect((await evaluateWith("City")).scores).toEqual(result.scores);
  expect((await api.getScores({ query: "name:exact" })).totalCount).toBe(2);
  await expect(evaluateWith("Tone")).rejects.toThrow('evaluator "Tone" not found');
  await expect(evaluateWith("Steps")).rejects.toThrow(
    'evaluator "Steps" must have the target EXPERIMENT_ITEM, not STEP',
  );
});

test("the file of a code evaluator scores the same in the service and as a scorer", async () => {
  const { client } = startService();
  const source = await readFile(new URL("./correct-city.ts", import.meta.url), "utf8");
  const code = { language: "TYPESCRIPT", source } as const;
  const version = { kind: "CODE", target: "EXPERIMENT_ITEM", scoreName: "in the service", code } as const;
  await client.api.createEvaluator({ name: "City" }, version);
  await seed(client);
  const { items } = await client.evaluate({
    name: "both",
    dataset: "capitals",
    task: ({ country }: { country: string }) => ({ city: cities[country] ?? "Cusco" }),
    scorers: [(scored) => ({ name: "here", ...correctCity(scored) }), "City"],
  });
  const named = (name: string) =>
    items
      .map(({ scores }) => scores.find((score) => score.name === name))
      .map((score) => [score?.value, score?.comment]);
  expect(named("here")).toEqual([
    [1, "expected Paris"],
    [1, "expected Rome"],
    [0, "expected Lima"],
  ]);
  expect(named("in the service")).toEqual(named("here"));
});

test("an experiment whose evaluators were killed is continued by its name, one whose evaluator fails is not", async () => {
  const { client, connect, fetch } = startService();
  const version = { kind: "BUILT_IN", target: "EXPERIMENT_ITEM", scoreName: "near" } as const;
  await client.api.createEvaluator(
    { name: "Near" },
    { ...version, builtIn: { scorer: "numericCloseness", options: { output: "output.n", expected: "expected.n" } } },
  );
  const dataset = await client.api.createDataset({ name: "numbers" });
  await client.api.createDatasetItems(dataset.id, [
    { input: { n: 1 }, expectedOutput: { n: 1 } },
    { input: { n: 2 }, expectedOutput: { n: "two" } },
  ]);
  const stop = new AbortController();
  let ran = 0;
  const evaluateBy = (by: Threadline, signal?: AbortSignal) =>
    by.evaluate({
      name: "near",
      dataset: "numbers",
      task: ({ n }) => {
        ran += 1;
        return { n };
      },
      scorers: ["Near"],
      concurrency: 1,
      signal,
    });
  // Aborts the evaluation when the evaluator scores the second of two items.
  let evaluations = 0;
  const ending = connect({
    async fetch(url, init) {
      if (String(init?.body).includes("evaluate(")) {
        evaluations += 1;
        if (evaluations === 2) stop.abort(new Error("killed"));
      }
      return fetch(url, init);
    },
  });
  await expect(evaluateBy(ending, stop.signal)).rejects.toThrow("killed");
  const result = await evaluateBy(client);
  expect(ran).toBe(2);
  expect(result.items).toMatchObject([
    { isResumed: true, scores: [{ name: "near", value: 1 }] },
    { isResumed: true, scores: [], scorerErrors: { "Near v1": expect.stringContaining("is not a number") } },
  ]);
  expect((await client.api.getExperiments()).totalCount).toBe(1);
  expect((await evaluateBy(client)).experimentId).not.toBe(result.experimentId);
  expect(ran).toBe(4);
});

test("a failure of an evaluator is an error of its item", async () => {
  const { client } = startService();
  const version = { kind: "BUILT_IN", target: "EXPERIMENT_ITEM", scoreName: "near" } as const;
  await client.api.createEvaluator({ name: "Near" }, { ...version, builtIn: { scorer: "numericCloseness" } });
  await seed(client, capitals.slice(0, 1));
  const result = await client.evaluate({ name: "near", dataset: "capitals", task: () => "Paris", scorers: ["Near"] });
  expect(result.items).toMatchObject([{ error: null, scores: [], scorerErrors: { "Near v1": expect.any(String) } }]);
  expect(result.failed).toBe(1);
});

test("`concurrency` tasks run at the same time, and never more", async () => {
  const { client } = startService();
  let running = 0;
  let most = 0;
  await client.evaluate({
    name: "busy",
    dataset: Array.from({ length: 12 }, (_, index) => ({ input: { index } })),
    task: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    },
    scorers: [],
    concurrency: 3,
  });
  expect(most).toBe(3);
});

test("a canceled evaluation rejects with the reason, stores no unfinished run, and is continued by its name", async () => {
  const { client } = startService();
  await seed(client);
  const controller = new AbortController();
  const ran: string[] = [];
  const evaluateWith = (signal?: AbortSignal, name = "canceled") =>
    client.evaluate({
      name,
      dataset: "capitals",
      task: async ({ country }: { country: string }) => {
        ran.push(country);
        if (signal !== undefined && country === "Italy") {
          controller.abort(new Error("enough"));
          // This task ignores the signal.
          await new Promise(() => undefined);
        }
        return { city: cities[country] };
      },
      scorers: [correctness],
      concurrency: 1,
      signal,
    });
  await expect(evaluateWith(controller.signal)).rejects.toThrow("enough");
  const { data } = await client.api.getExperiments();
  expect(data).toHaveLength(1);
  const result = await evaluateWith();
  expect(ran).toEqual(["France", "Italy", "Italy", "Peru"]);
  expect(result.experimentId).toBe(data[0]?.id);
  expect(result.items.map(({ isResumed }) => isResumed)).toEqual([true, false, false]);
  expect(result.scores).toMatchObject([{ name: "correctness", average: 2 / 3 }]);
  // Neither a complete experiment nor one with another name is continued.
  expect((await evaluateWith()).experimentId).not.toBe(result.experimentId);
  expect((await evaluateWith(undefined, "other")).items.some(({ isResumed }) => isResumed)).toBe(false);
  expect((await client.api.getExperiments()).totalCount).toBe(3);
});

test("an incomplete experiment is not continued on another version of its dataset", async () => {
  const { client } = startService();
  await seed(client);
  const controller = new AbortController();
  const evaluateWith = (signal?: AbortSignal) =>
    client.evaluate({
      name: "changed",
      dataset: "capitals",
      task: ({ country }: { country: string }) => {
        if (country === "Italy") controller.abort(new Error("enough"));
        return { city: cities[country] };
      },
      scorers: [],
      concurrency: 1,
      signal,
    });
  await expect(evaluateWith(controller.signal)).rejects.toThrow("enough");
  const dataset = await client.api.getDataset({ name: "capitals" });
  await client.api.updateDatasetItem(dataset?.items[0]?.id ?? "", { input: { country: "Peru" } });
  const result = await evaluateWith();
  expect(result.items.some(({ isResumed }) => isResumed)).toBe(false);
});

test("a task that exceeds its time fails", async () => {
  const { client } = startService();
  const result = await client.evaluate({
    name: "slow",
    dataset: capitals.slice(0, 1),
    task: (_input, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", reject)),
    scorers: [],
    taskTimeoutMs: 5,
  });
  expect(result.items).toMatchObject([{ error: expect.stringContaining("TimeoutError") as string, output: null }]);
});

test("a result is compared with a result, an id and a name", async () => {
  const { client } = startService();
  const countries = Array.from({ length: 12 }, (_, index) => ({ id: `item ${index}`, input: { index } }));
  const run = (name: string, passes: number) =>
    client.evaluate({
      name,
      dataset: countries.map(({ input }) => ({ input })),
      task: ({ index }) => index,
      scorers: [({ output }) => ({ name: "correctness", value: output < passes })],
    });
  const before = await run("before", 12);
  const after = await run("after", 4);
  for (const baseline of [before, before.experimentId, "before"]) {
    const comparison = await after.compare(baseline);
    expect(comparison.baseline).toEqual({ id: before.experimentId, name: "before" });
    expect(comparison.scores).toMatchObject([
      { name: "correctness", items: 12, before: 1, difference: -8 / 12, pValue: 2 / 2 ** 8, verdict: "regressed" },
    ]);
    expect(String(comparison)).toMatch(/^Score +before +Now .*\ncorrectness +1 +0\.333 +-0\.667 .* regressed$/);
  }
  expect(after.passRates("correctness")).toMatchObject({ k: 1, once: 4 / 12, always: 4 / 12 });
  await expect(after.compare("never run")).rejects.toThrow('experiment "never run" not found');
});

test("the verdict of a comparison follows the direction of the score schema", async () => {
  const { client } = startService();
  const schema = { type: "CONTINUOUS" } as const;
  await client.api.createScoreSchema({ ...schema, name: "errors", direction: "LOWER_IS_BETTER" });
  await client.api.createScoreSchema({ ...schema, name: "length", direction: "NEUTRAL" });
  const run = (name: string, value: number) =>
    client.evaluate({
      name,
      dataset: Array.from({ length: 12 }, (_, index) => ({ input: { index } })),
      task: () => null,
      scorers: [() => ["errors", "length", "quality"].map((score) => ({ name: score, value }))],
    });
  const before = await run("before", 1);
  const after = await run("after", 3);
  const verdicts = { errors: "regressed", length: "higher", quality: "improved" };
  for (const { scores } of [
    await after.compare(before),
    await client.compareExperiments({ experiment: "after", baseline: "before" }),
  ]) {
    expect(Object.fromEntries(scores.map(({ name, verdict }) => [name, verdict]))).toEqual(verdicts);
  }
  expect(String(await before.compare(after))).toMatch(/errors .* improved\nlength .* lower\nquality .* regressed$/);
});

test("invalid options, an unknown dataset and an empty one are rejected before anything runs", async () => {
  const { client, connect } = startService();
  const task = () => 1;
  const base = { name: "e", task, scorers: [] };
  await expect(client.evaluate({ ...base, dataset: "none" })).rejects.toThrow('dataset "none" not found');
  await expect(client.evaluate({ ...base, dataset: [] })).rejects.toThrow("has no items");
  await expect(client.evaluate({ ...base, dataset: capitals, repeats: 0 })).rejects.toThrow("repeats must be");
  await expect(client.evaluate({ ...base, dataset: capitals, concurrency: 0.5 })).rejects.toThrow("concurrency must");
  const twice = [
    { id: "a", input: {} },
    { id: "a", input: {} },
  ];
  await expect(client.evaluate({ ...base, dataset: twice })).rejects.toThrow('two items have the id "a"');
  const disabled = connect({ disabled: true });
  await expect(disabled.evaluate({ ...base, dataset: capitals })).rejects.toThrow("disabled");
  expect((await client.api.getExperiments()).totalCount).toBe(0);
});

test("a defined evaluation runs with overridden options", async () => {
  const { client } = startService();
  const evaluation = defineEvaluation({
    client,
    name: "defined",
    dataset: [{ input: { n: 1 } }, { input: { n: 1 } }],
    task: ({ n }) => n,
    scorers: [({ output }) => ({ name: "value", value: output })],
  });
  expect(evaluation).toMatchObject({ kind: "threadline.evaluation", name: "defined" });
  const result = await evaluation.run({ repeats: 2, name: undefined });
  expect(result).toMatchObject({ name: "defined", repeats: 2 });
  // The two items have equal inputs, but are not merged.
  expect(new Set(result.items.map(({ id }) => id)).size).toBe(4);
});
