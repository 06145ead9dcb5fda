import { beforeAll, expect, test } from "vitest";
import { filterFields, filterOperators, orderColumns } from "../store/filter-fields.ts";
import type { FilterField, ListedResource } from "../store/filter-fields.ts";
import type { FilterOperator } from "../store/list.ts";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.run(`mutation {
    upsertThread(id: "t", participantId: "ada", metadata: { a: { b: 1 } }, tags: ["x"]) { id }
    ingestStep(id: "s", threadId: "t", name: "n", metadata: { a: "b" }, output: { content: "hi" }, tags: ["x"],
      generation: { model: "m", tokenCount: 3 }, scores: [{ name: "q", type: AI, value: 1 }]) { ok }
    createDataset(name: "d") { id }
    createDatasetExperiment(name: "e") { id }
    createPromptLineage(name: "p") { id }
  }`);
});

const lists: Readonly<Record<ListedResource, { field: string; filter: string; order: string | null }>> = {
  threads: { field: "threads", filter: "ThreadsInputType", order: "ThreadsOrderByInput" },
  steps: { field: "steps", filter: "stepsInputType", order: "StepsOrderByInput" },
  generations: { field: "generations", filter: "generationsInputType", order: "GenerationsOrderByInput" },
  scores: { field: "scores", filter: "scoresInputType", order: "ScoresOrderByInput" },
  users: { field: "participants", filter: "participantsInputType", order: null },
  datasets: { field: "datasets", filter: "datasetsInputType", order: "DatasetOrderByInput" },
  experiments: { field: "datasetExperiments", filter: "RecordFilterInput", order: null },
  prompts: { field: "promptLineages", filter: "RecordFilterInput", order: null },
};
const resources = Object.keys(lists) as ListedResource[];

test("`before` pages backward, and page sizes out of range are not an error", async () => {
  const { run } = await openTestApi();
  await run(`mutation { ${[1, 2, 3, 4, 5].map((id) => `s${id}: ingestStep(id: "${id}") { ok }`).join(" ")} }`);
  const read = async (query: string) => (await run(`{ steps(${query}) { edges { cursor node { id } } } }`)).steps.edges;
  const all = await read("first: 1000");
  const newestFirst = all.map(({ node }) => node.id);
  expect(newestFirst).toHaveLength(5);
  const before = all[3]?.cursor ?? "";
  expect((await read(`before: "${before}"`)).map(({ node }) => node.id)).toEqual(newestFirst.slice(0, 3));
  expect((await read(`first: 2, before: "${before}"`)).map(({ node }) => node.id)).toEqual(newestFirst.slice(1, 3));
  expect((await read("first: 0")).map(({ node }) => node.id)).toEqual(newestFirst.slice(0, 1));
});

test.each(resources)("%s accepts every filter of its table, with any value and path", async (resource) => {
  const { field, filter } = lists[resource];
  const document = `query ($filters: [${filter}!]) { ${field}(filters: $filters) { totalCount edges { node { id } } } }`;
  for (const [name, definition] of Object.entries(filterFields[resource])) {
    for (const condition of conditionsOf(name, definition)) {
      const { errors } = await api.execute(document, { filters: [condition] });
      expect({ condition, errors }).toEqual({ condition, errors: undefined });
    }
  }
});

test.each(resources.filter((resource) => lists[resource].order))(
  "%s is ordered by every column in both directions",
  async (resource) => {
    const { field, order } = lists[resource];
    const document = `query ($orderBy: ${order}) { ${field}(orderBy: $orderBy) { edges { cursor node { id } } } }`;
    for (const column of orderColumns[resource]) {
      for (const direction of ["ASC", "DESC"]) {
        const { errors } = await api.execute(document, { orderBy: { column, direction } });
        expect({ column, direction, errors }).toEqual({ column, direction, errors: undefined });
      }
    }
  },
);

const hostilePaths = ["a.b", "", ".", "a..b", `"`, "'", "\\", "[0]", "$", "__proto__", "\0", "é", "a".repeat(1_000)];

function conditionsOf(field: string, { type, nullable, path }: FilterField): object[] {
  const compared = filterOperators[type].filter((operator) => operator !== "is" && operator !== "nis");
  return [
    ...compared.flatMap((operator) => valuesOf(type, operator).map((value) => ({ field, operator, value }))),
    ...(nullable
      ? [
          { field, operator: "is", value: null },
          { field, operator: "nis", value: null },
        ]
      : []),
    ...(path
      ? hostilePaths.map((at) => ({ field, operator: "eq", value: type === "string" ? "x" : 1, path: at }))
      : []),
  ];
}

function valuesOf(type: FilterField["type"], operator: FilterOperator): unknown[] {
  if (operator === "in" || operator === "nin") return [[], ["x"], ["x", "\0", "%", "'"]];
  if (type === "number") return [0, -1, 1e308];
  if (type === "datetime") return ["2024-01-01", "1970-01-01T00:00:00Z"];
  const texts = ["x", "", "%_\\'", "\0"];
  return type === "json" && operator !== "ilike" && operator !== "nilike" ? [...texts, 1, true] : texts;
}
