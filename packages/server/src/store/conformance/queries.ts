import { parseQuery, type QueriedList } from "@threadline/schema/query";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  letrec,
  oneof,
  record,
  tuple,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { byInputs, fuzzSeed } from "../../../test/test-inputs.ts";
import { readQuery } from "../../records/query.ts";
import type { JsonObject } from "../../json/json-value.ts";
import type { Lister, ListFilter, Order } from "../list.ts";
import type { ModelPriceRecord } from "../prices.ts";
import type { ScoreSchemaRecord } from "../score-schemas.ts";
import type { ScoreRecord, ScoreWrite } from "../scores.ts";
import type { StepRecord, StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import { indexed } from "./indexed.ts";
import { matchesNaively, type NaiveRecord } from "./naive-query.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const start = Date.parse("2026-11-01T00:00:00Z");
const day = 86_400_000;
const now = start + 30 * day;
const stepCount = 60;
const threadCount = 12;

const models = ["gpt-4o", "gpt-4o-mini", "claude"];
const plans: readonly JsonObject[] = [
  { plan: "pro", seats: 5 },
  { plan: "free", seats: 12 },
  { plan: 5, beta: true },
  { "a.b": "dotted", deep: { plan: "pro" } },
];
const sentences = ["Refund please", "where is my order", 'a "quoted" word', "refund of order-42", "ok"];
const users = ["ann", "bob"];

function pick<Value>(values: readonly Value[], index: number): Value | undefined {
  // The index can be `values.length`. The result is then undefined, so that some records have no value.
  return values[index % (values.length + 1)];
}

function stepOf(index: number): StepWrite {
  const at = start + ((index * 7) % 20) * (day / 4) + index;
  const model = pick(models, index * 5);
  const plan = pick(plans, index * 3);
  return {
    id: `s${index}`,
    createdAt: at,
    threadId: index % 7 === 0 ? undefined : `t${index % threadCount}`,
    type: pick(["llm", "tool"], index) ?? "run",
    name: pick(["plan trip", "answer", "OR"], index),
    environment: pick(["prod", "dev"], index),
    tags: pick([["test"], ["test", "vip"], ["a b"]], index * 2),
    error: index % 5 === 0 ? "timeout of tool" : undefined,
    startTime: index % 6 === 0 ? undefined : at,
    endTime: index % 4 === 0 ? undefined : at + (index % 9) * 500,
    ...(plan && { metadata: plan }),
    ...(index % 4 === 1 && { output: { state: index % 3 === 0 ? "late" : "done", rows: index % 7 } }),
    ...(index % 8 !== 0 && { input: { text: sentences[index % sentences.length] ?? "" } }),
    ...(model !== undefined && {
      generation: {
        model,
        ...(index % 2 === 0 && { inputTokenCount: (index % 11) * 200 }),
        ...(index % 3 === 0 && { duration: (index % 5) / 2 }),
        ...(index % 4 !== 0 && {
          messages: [{ role: "user", content: sentences[(index * 2) % sentences.length] ?? "" }],
        }),
      },
    }),
  };
}

function scoresOf(): ScoreWrite[] {
  return Array.from({ length: 40 }, (_, index) => ({
    id: `c${index}`,
    at: start + index * (day / 3),
    createdAt: start + index * (day / 3),
    name: pick(["correctness", "tone of voice"], index) ?? "other",
    type: index % 2 === 0 ? "HUMAN" : "AI",
    value: (index % 6) / 4,
    label: pick(["warm", "not good"], index * 2),
    ...(index % 3 === 0 ? { threadId: `t${index % threadCount}` } : { stepId: `s${(index * 3) % stepCount}` }),
    ...(index % 4 === 0 && { comment: sentences[index % sentences.length] }),
    tags: pick([["test"], ["a b"]], index),
  }));
}

const correctness: ScoreSchemaRecord = {
  id: "schema",
  createdAt: 1,
  updatedAt: 1,
  name: "correctness",
  description: null,
  type: "CATEGORICAL",
  categories: [
    { label: "good", value: 1 },
    { label: "not good", value: 0.25 },
    { label: "also not good", value: 0.25 },
  ],
  minimum: null,
  maximum: null,
  direction: "HIGHER_IS_BETTER",
};

const price: ModelPriceRecord = {
  id: "price",
  createdAt: 1,
  updatedAt: 1,
  name: null,
  match: "gpt-4o",
  provider: null,
  inputPrice: 10,
  outputPrice: 10,
  cachedInputPrice: null,
  cacheWritePrice: null,
  reasoningPrice: null,
  validFrom: null,
  validTo: null,
};

async function seed(store: Store): Promise<void> {
  await store.prices.create(project, price);
  await store.scoreSchemas.create(project, correctness, 9);
  await store.scoreSchemas.create(otherProject, { ...correctness, name: "other" }, 9);
  const steps = Array.from({ length: stepCount }, (_, index) => stepOf(index));
  await store.steps.ingest(project, steps);
  await store.steps.ingest(otherProject, steps);
  for (let index = 0; index < threadCount; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one thread after the other
    await store.threads.upsert(project, {
      id: `t${index}`,
      createdAt: start,
      newUserId: `user ${index}`,
      name: pick(["plan trip", "answer"], index),
      participant: pick(users, index),
      environment: pick(["prod", "dev"], index),
      tags: pick([["test"], ["a b"]], index),
      metadata: pick(plans, index),
    });
  }
  await store.scores.upsertMany(project, scoresOf());
}

type Values = NaiveRecord["values"];
type Cells = Readonly<Record<string, unknown>>;

/** Converts each value to a list of texts and numbers; null becomes an empty list. */
function valuesOf(cells: Cells): Values {
  return Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [
      name,
      [value].flat().filter((each) => typeof each === "string" || typeof each === "number"),
    ]),
  );
}

function stepValues({ type, name, error, output }: StepRecord): Values {
  const named: Cells = { type, step: name, error, tool: type === "tool" ? name : null };
  if (output === null) return valuesOf(named);
  const parts = Object.entries(output).map(([key, value]) => [`output.${key}`, value] as const);
  return valuesOf({ ...named, ...Object.fromEntries(parts), output: JSON.stringify(output) });
}

function metadataOf(metadata: JsonObject | null): Values {
  if (metadata === null) return {};
  const values = Object.entries(metadata).map(([key, value]): [string, (string | number)[]] => [
    `metadata.${key}`,
    [typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value)],
  ]);
  const deep = "deep" in metadata ? { "metadata.deep.plan": ["pro"] } : {};
  return { ...Object.fromEntries(values), ...deep, metadata: [JSON.stringify(metadata)] };
}

type Scored = Pick<ScoreRecord, "name" | "value" | "label">;

/** Returns the label of a score or, without one, that of its value in the schema. */
function labelsIn({ name, value, label }: Scored): string[] {
  const category = name === correctness.name ? correctness.categories?.find((each) => each.value === value) : undefined;
  return [label ?? category?.label ?? []].flat();
}

function scoreValues(scores: readonly Scored[]): Values {
  const byName = [...Map.groupBy(scores, ({ name }) => `.${name}`), ["", scores] as const];
  const labels = byName.map(([name, found]) => [`scoreLabel${name}`, found.flatMap(labelsIn)] as const);
  const values = byName.map(([name, found]) => {
    return [`score${name}`, found.flatMap((score) => [score.value, ...labelsIn(score)])] as const;
  });
  return Object.fromEntries<Values[string]>([...values, ...labels]);
}

function textsOf(...payloads: readonly unknown[]): string[] {
  return payloads.flatMap((payload) => {
    const json = payload == null ? undefined : JSON.stringify(payload);
    return json === undefined ? [] : [json, json.replaceAll('\\"', '"')];
  });
}

async function readNaively(store: Store): Promise<Readonly<Record<QueriedList, readonly NaiveRecord[]>>> {
  const ids = Array.from({ length: stepCount }, (_, index) => `s${index}`);
  const steps = (await store.steps.getMany(project, ids)).filter((step) => step !== null);
  const threadIds = Array.from({ length: threadCount }, (_, index) => `t${index}`);
  const threads = (await store.threads.getMany(project, threadIds)).filter((thread) => thread !== null);
  const userOf = new Map(threadIds.map((id, index) => [id, pick(users, index)]));
  const usages = await store.prices.usagesOfSteps(project, ids);
  const costs = await store.prices.costsOfThreads(project, threadIds);
  const stepScores = await store.scores.ofSteps(project, ids);
  const threadScores = await store.scores.ofThreads(project, threadIds);
  const scores = (
    await store.scores.getMany(
      project,
      scoresOf().map(({ id }) => id),
    )
  ).filter((score) => score !== null);
  const shared = (step: StepRecord): Cells => ({
    name: step.name,
    environment: step.environment,
    created: step.createdAt,
    user: userOf.get(step.threadId ?? ""),
    thread: step.threadId,
  });
  return {
    steps: steps.map((step, index) => ({
      id: step.id,
      texts: textsOf(step.input, step.output),
      values: {
        ...stepValues(step),
        ...valuesOf({
          ...shared(step),
          tag: step.tags,
          model: step.generation?.model,
          latency: step.startTime === null || step.endTime === null ? null : (step.endTime - step.startTime) / 1_000,
          tokens: usages[index]?.tokenCount,
          cost: usages[index]?.cost,
        }),
        ...metadataOf(step.metadata),
        ...scoreValues(stepScores[index] ?? []),
      },
    })),
    generations: steps.flatMap((step, index) => {
      const { generation } = step;
      if (generation === null) return [];
      const values = valuesOf({
        ...shared(step),
        stepType: step.type,
        tag: generation.tags,
        error: generation.error,
        model: generation.model,
        latency: generation.duration,
        tokens: generation.tokenCount,
        cost: generation.cost,
      });
      const texts = textsOf(generation.messages);
      return [{ id: step.id, texts, values: { ...values, ...scoreValues(stepScores[index] ?? []) } }];
    }),
    threads: threads.map((thread, index) => {
      const own = steps.filter((step) => step.threadId === thread.id);
      const ownScores = steps.flatMap((step, at) => (step.threadId === thread.id ? (stepScores[at] ?? []) : []));
      return {
        id: thread.id,
        texts: own.flatMap((step) => textsOf(step.input, step.output)),
        steps: own.map(stepValues),
        values: {
          ...valuesOf({
            name: thread.name,
            environment: thread.environment,
            created: thread.createdAt,
            user: userOf.get(thread.id),
            thread: thread.id,
            tag: thread.tags,
            error: own.map((step) => step.error),
            latency: thread.duration,
            tokens: thread.tokenCount,
            cost: costs[index],
            steps: own.length,
            tools: own.filter(({ type }) => type === "tool").length,
            errors: own.filter((step) => step.error !== null).length,
            turns: own.filter(({ type, parentId }) => parentId === null && !type.endsWith("_message")).length,
          }),
          ...metadataOf(thread.metadata),
          ...scoreValues([...ownScores, ...(threadScores[index] ?? [])]),
        },
      };
    }),
    scores: scores.map((score) => ({
      id: score.id,
      texts: score.comment === null ? [] : [score.comment],
      values: valuesOf({ ...score, created: score.createdAt, tag: score.tags, comment: score.comment }),
    })),
    users: [],
    datasets: [],
    experiments: [],
    prompts: [],
  };
}

const texts = ["refund", "REFUND", "order", "a b", 'a "quoted"', "is my", "nothing", "ok"];
const common = [
  "plan trip",
  "*plan*",
  "answer",
  "gpt-4o",
  "gpt-4o,claude",
  "*gpt*",
  "prod",
  "test",
  "a b",
  "ann",
  "bob",
];
const amounts = ["0.5", "500ms", "1", "2s", "1k", "$0.004", "0.25", "1000", "12"];
const dates = ["2026-11-01", "2026-11-03", "2026-11-02T12:00Z", "2026-11-04T00:00:00.012Z"];
const numbers = ["latency", "tokens", "cost", "score", "score.correctness", 'score."tone of voice"'];
const stepCounts = ["steps", "tools", "errors", "turns"];
const paths = ["metadata.plan", "metadata.seats", "metadata.beta", "metadata.deep.plan", "metadata.a.b"];

function termOf(list: "generations" | "scores" | "steps" | "threads"): Arbitrary<string> {
  const hasPayload = list !== "scores";
  const number = list === "threads" ? [...numbers, ...stepCounts] : hasPayload ? numbers : ["value"];
  const text = hasPayload ? ["name", "environment"] : ["name", "type", "comment"];
  const listed = hasPayload ? ["tag", "user"] : ["tag"];
  const nullable = hasPayload
    ? ["name", "environment", ...listed, "error", "latency", "cost", "score"]
    : ["comment", "tag"];
  const metadata = list === "steps" || list === "threads" ? paths : [];
  const quoted = (value: string): string => (/[ "]/u.test(value) ? JSON.stringify(value) : value);
  const numeric = (field: string): Arbitrary<string> => {
    const fits = amounts.filter((each) => {
      if (each.startsWith("$")) return field === "cost";
      if (each.endsWith("s")) return field === "latency";
      return !each.endsWith("k") || field === "tokens";
    });
    const value = constantFrom(...fits);
    return oneof(
      tuple(constantFrom("", ">", ">=", "<", "<="), value).map(([sign, each]) => `${field}:${sign}${each}`),
      tuple(value, value).map(([from, to]) => `${field}:${from}..${to}`),
      value.map((each) => `${field}:${each}..*`),
    );
  };
  const choices: Arbitrary<string>[] = [
    constantFrom(...texts).map(quoted),
    tuple(constantFrom(...text), constantFrom(...common)).map(([field, value]) => `${field}:${quoted(value)}`),
    tuple(constantFrom(...listed), constantFrom("test", "vip", "a b", "ann", "bob,ann")).map(
      ([field, value]) => `${field}:${quoted(value)}`,
    ),
    constantFrom(...number).chain(numeric),
    tuple(constantFrom("", ">", ">=", "<", "<="), constantFrom(...dates)).map((parts) => `created:${parts.join("")}`),
    tuple(constantFrom(...dates), constantFrom(...dates)).map((ends) => `created:${ends.join("..")}`),
    constantFrom(...nullable).map((field) => `has:${field}`),
  ];
  if (list === "steps" || list === "generations") {
    choices.push(constantFrom(...models, "*4o*", "gpt-4o,claude", "*").map((value) => `model:${value}`));
  }
  if (hasPayload) choices.push(constantFrom(...labels));
  if (list === "steps") choices.push(constantFrom(...stepTerms));
  if (list === "threads") choices.push(constantFrom(...stepTerms, ...namedSteps), aboutOneStep, aboutOneStep);
  if (metadata.length > 0) {
    choices.push(
      tuple(constantFrom(...metadata), constantFrom("pro", "free", "5", "true", "*r*", "dotted", "*")).map(
        ([field, value]) => `${field}:${value}`,
      ),
      constantFrom(">5", ">=5", "<12", "5..12").map((test_) => `metadata.seats:${test_}`),
      constantFrom("metadata:pro", "has:metadata", "has:metadata.plan", "metadata:seats"),
    );
  }
  return oneof(...choices);
}

const labels = [
  "score.correctness:good",
  'score.correctness:"not good"',
  "score.correctness:good,warm,0.5",
  'score."tone of voice":*NOT*',
  "score:warm",
  "score:*good*,1",
  "scoreLabel:warm,good",
  "has:scoreLabel.correctness",
  "has:scoreLabel",
];
const stepTerms = [
  "type:tool",
  "type:run,tool",
  "has:error",
  "status:error",
  "status:ok",
  "error:*tool*",
  "output:late",
  "output.state:done",
  "output.rows:>3",
  "output.rows:1..5",
  "has:output",
  "has:output.rows,error",
  "tool:answer",
  "tool:*plan*",
  "tool:*",
];
const namedSteps = ["step:answer", "step:*plan*", "has:step"];

/** Random conditions on one step of a thread, combined by AND, OR, groups and negations. */
const aboutOneStep: Arbitrary<string> = tuple(
  constantFrom("# #", "# AND #", "# (# OR #)", "(# OR #) (# OR # #)", "# -#", "-(# #)"),
  array(constantFrom(...stepTerms, ...namedSteps), { minLength: 5, maxLength: 5 }),
).map(([form, terms]) => {
  const parts = form.split("#");
  return `(${parts.map((part, index) => part + (index < parts.length - 1 ? (terms[index] ?? "") : "")).join("")})`;
});

function queryOf(list: "generations" | "scores" | "steps" | "threads"): Arbitrary<string> {
  const { node } = letrec<{ node: string }>((tie) => ({
    node: oneof(
      { depthSize: "small", withCrossShrink: true },
      termOf(list),
      tuple(boolean(), tie("node"), tie("node")).map(([isOr, one, other]) => `(${one}${isOr ? " OR " : " "}${other})`),
      tie("node").map((inner) => `-${inner}`),
    ),
  }));
  return node;
}

async function idsOf(
  lister: Lister<{ readonly id: string }>,
  filters: readonly ListFilter[],
  { first, orderBy }: { readonly first: number; readonly orderBy?: Order | undefined },
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await lister.list(project, { filters, first, after, ...(orderBy && { orderBy }) });
    ids.push(...page.edges.map(({ node }) => node.id));
    after = page.edges.at(-1)?.cursor;
    if (!page.hasNextPage) return ids;
  }
}

/** Compares the results of random queries with a naive implementation that tests each record on its own. */
export function describeQueries(openStore: OpenStore): void {
  describe("queries", () => {
    test(
      "random queries find, count and analyze the same records as a test of each record alone",
      { timeout: 600_000 },
      () =>
        withStore(openStore, async (store) => {
          await seed(store);
          await indexed(store);
          const records = await readNaively(store);
          const list = constantFrom("steps", "threads", "generations", "scores");
          const random = list.chain((name) =>
            record({ name: constantFrom(name), text: queryOf(name), direction: constantFrom("ASC", "DESC") }),
          );
          const property = asyncProperty(random, async ({ name, text, direction }) => {
            const query = parseQuery(text);
            const expected = records[name].filter((each) => query !== null && matchesNaively(query, each));
            const ids = expected.map(({ id }) => id).toSorted();
            const filters = readQuery(name, text, now);
            const lister: Lister<{ readonly id: string }> = store[name];
            const found = await idsOf(lister, filters, { first: 100 });
            expect({ text, found: found.toSorted() }).toEqual({ text, found: ids });
            expect({ text, pages: await idsOf(lister, filters, { first: 7 }) }).toEqual({ text, pages: found });
            expect({ text, count: await lister.count(project, { filters }) }).toEqual({ text, count: ids.length });
            const { recordCount } = await store.analytics.statistics(project, { resource: name, filters });
            expect({ text, recordCount }).toEqual({ text, recordCount: ids.length });
            const facets = await store.analytics.facets(project, {
              resource: name,
              filters,
              facets: [{ field: "tags" }],
              limit: 10,
            });
            expect({ text, count: facets.recordCount }).toEqual({ text, count: ids.length });
            if (name === "scores") return;
            const orderBy = { column: direction === "ASC" ? "tokenCount" : "cost", direction };
            const ordered = await idsOf(lister, filters, { first: 13, orderBy });
            expect({ text, ordered: ordered.toSorted() }).toEqual({ text, ordered: ids });
          });
          await assert(property, {
            numRuns: byInputs({ few: 60, some: 250, many: 1_500, all: 20_000 }),
            seed: fuzzSeed,
          });
        }),
    );

    test("adjacent conditions of a query apply to one step of a thread; filters and texts may match different steps", () =>
      withStore(openStore, async (store) => {
        const step = (id: string, values: Partial<StepWrite>): StepWrite => ({
          id,
          createdAt: start,
          threadId: id.slice(0, 3),
          type: "tool",
          ...values,
        });
        await store.steps.ingest(project, [
          step("one-1", { name: "search", error: "timeout", input: { text: "zebra" } }),
          step("one-2", { name: "answer", type: "run", output: { text: "giraffe" } }),
          step("two-1", { name: "search", input: { text: "zebra giraffe" } }),
          step("two-2", { name: "lookup", error: "timeout" }),
        ]);
        await indexed(store);
        const find = async (filters: readonly ListFilter[]): Promise<string[]> => {
          const ids = await idsOf(store.threads, filters, { first: 10 });
          expect(await store.threads.count(project, { filters })).toBe(ids.length);
          return ids.toSorted();
        };
        const query = (text: string): Promise<string[]> => find(readQuery("threads", text, now));
        expect(await query("tool:search status:error")).toEqual(["one"]);
        expect(await query("type:tool step:search has:error")).toEqual(["one"]);
        expect(await query("-(tool:search status:error)")).toEqual(["two"]);
        expect(await query("tool:search (error:*refused* OR error:*timeout*)")).toEqual(["one"]);
        const filters: readonly ListFilter[] = [
          { field: "stepName", operator: "in", value: ["search"] },
          { field: "error", operator: "nis", value: null },
        ];
        expect(await find(filters)).toEqual(["one", "two"]);
        expect(await query("zebra giraffe")).toEqual(["one", "two"]);
        expect(await query('"zebra giraffe"')).toEqual(["two"]);
        expect(await query("zebra tool:search status:error giraffe")).toEqual(["one"]);
      }));

    test("alternatives, groups and negations combine with filters and an anchor, and select no record of other projects", () =>
      withStore(openStore, async (store) => {
        await seed(store);
        const find = async (text: string): Promise<string[]> => {
          const filters = [
            { field: "createdAt", operator: "lt", value: start + day } as const,
            ...readQuery("steps", text, now),
          ];
          const { edges } = await store.steps.list(project, { filters, first: 100, cursorAnchor: start + day - 1 });
          const ids = edges.map(({ node }) => node.id);
          expect(await store.steps.count(project, { filters, cursorAnchor: start + day - 1 })).toBe(ids.length);
          return ids.toSorted();
        };
        const all = await find("");
        const either = await find("model:claude OR refund");
        const [claude, refund] = [await find("model:claude"), await find("refund")];
        expect(either).toEqual([...new Set([...claude, ...refund])].toSorted());
        expect(await find("-(model:claude OR refund)")).toEqual(all.filter((id) => !either.includes(id)));
        expect(await find("created:last-31d (model:claude OR refund)")).toEqual(either);
        expect(await find("created:<now-31d (model:claude OR refund)")).toEqual([]);
      }));
  });
}
