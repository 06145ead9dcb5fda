import { afterAll, beforeAll, expect, test } from "vitest";
import { filterFields, filterOperators } from "../../src/store/filter-fields.ts";
import type { FilterField, ListedResource } from "../../src/store/filter-fields.ts";
import { documentOf, operations, selectionOf } from "./schema-arguments.ts";
import type { Operation } from "./schema-arguments.ts";
import { describeStoresInTurn } from "./trust-stores.ts";
import { canary, foreignId, openTwoProjects } from "./two-projects.ts";
import type { Actor, Answer, TwoProjects } from "./two-projects.ts";

const queryOf = (name: string): Operation => {
  const found = operations.find(({ coordinate }) => coordinate === `Query.${name}`);
  if (!found) throw new Error(`There is no query ${name}`);
  return found;
};

/** The root field of each list, the type of its filters, and the name of its analytics; null if it has none. */
const lists: Readonly<Record<ListedResource, readonly [field: string, filter: string, analysis: string | null]>> = {
  threads: ["threads", "ThreadsInputType", "threads"],
  steps: ["steps", "stepsInputType", "steps"],
  generations: ["generations", "generationsInputType", "generations"],
  scores: ["scores", "scoresInputType", "scores"],
  users: ["participants", "participantsInputType", null],
  datasets: ["datasets", "datasetsInputType", null],
  experiments: ["datasetExperiments", "RecordFilterInput", null],
  prompts: ["promptLineages", "RecordFilterInput", null],
};
const resources = Object.keys(lists) as ListedResource[];

describeStoresInTurn(({ open }) => {
  let world: TwoProjects;
  let before: string;
  beforeAll(async () => {
    world = await openTwoProjects(open);
    before = await world.stateOfB();
  }, 120_000);
  afterAll(() => world.server.close());

  const strongest = (): Actor => world.actors[0] as Actor;

  function expectNothingOfB({ text }: Answer, sent: readonly string[] = []): void {
    const plain = sent.reduce((rest, value) => rest.replaceAll(JSON.stringify(value).slice(1, -1), "SENT"), text);
    expect(plain).not.toContain(canary);
    expect(plain).not.toContain(foreignId);
  }

  test.each(resources)(
    "T35: no filter, count, facet or statistic of %s reveals data of project B",
    { timeout: 120_000 },
    async (resource) => {
      const [field, filter, analysis] = lists[resource];
      const list = `query ($filters: [${filter}!]) { ${field}(filters: $filters) { totalCount edges { node { __typename } } } }`;
      const counted = { threads: "threadCount", scores: "scoreCount" }[resource as string] ?? "stepCount";
      const analyses = `query ($filters: [RecordFilterInput!], $resource: AnalyticsResource!) {
      timeSeries(metrics: [${counted}], from: "2025-12-31", to: "2026-01-02", maxPoints: 1, resource: $resource, filters: $filters) { lines { total } }
      statistics(resource: $resource, filters: $filters) { recordCount }
      facets(resource: $resource, filters: $filters, fields: [{ field: tags }]) { recordCount facets { values { value } } }
    }`;
      for (const [name, definition] of Object.entries(filterFields[resource])) {
        for (const condition of secretConditions(name, definition)) {
          const answer = await world.ask(strongest(), list, { filters: [condition] });
          expect({ condition, text: answer.text }).toEqual({
            condition,
            text: `{"data":{"${field}":{"totalCount":0,"edges":[]}}}`,
          });
          if (analysis === null) continue;
          const told = await world.ask(strongest(), analyses, { resource: analysis, filters: [condition] });
          expectNothingOfB(told, [canary]);
          expect({ condition, text: told.text }).toMatchObject({
            text: expect.stringContaining('"timeSeries":{"lines":[{"total":0}]},"statistics":{"recordCount":0}'),
          });
        }
      }
    },
  );

  function secretConditions(field: string, { type, path }: FilterField): object[] {
    const ids = Object.values(world.foreign).filter((id) => id !== "");
    const operators = filterOperators[type];
    const paths = path === "json" ? ["content", `${canary}-input-key`] : [undefined];
    return paths.flatMap((inside) => [
      ...(operators.includes("in") ? [{ field, operator: "in", value: ids, path: inside }] : []),
      ...(operators.includes("ilike") ? [{ field, operator: "ilike", value: `%${canary}%`, path: inside }] : []),
      ...(operators.includes("ilike") ? [{ field, operator: "ilike", value: `${foreignId}%`, path: inside }] : []),
    ]);
  }

  test(
    "T35: suggestions, facets, metadata paths, prices, views and series contain only data of project A",
    { timeout: 120_000 },
    async () => {
      const document = `query ($resource: AnalyticsResource!, $fields: [FacetInput!]!) {
      facets(resource: $resource, fields: $fields, limit: 100) ${selectionOf(queryOf("facets").field.type, 4)}
      metadataPaths(resource: $resource, first: 100) { path }
      statistics(resource: $resource) ${selectionOf(queryOf("statistics").field.type, 3)}
    }`;
      const facets =
        "type name environment apiKey tags model provider error participant promptLineage scoreName scorer label".split(
          " ",
        );
      for (const resource of ["threads", "steps", "runs", "generations", "scores"]) {
        for (const field of facets) {
          const answer = await world.ask(strongest(), document, { resource, fields: [{ field }] });
          expectNothingOfB(answer);
        }
      }
      for (const groupBy of [
        "model",
        "provider",
        "promptId",
        "name",
        "type",
        "environment",
        "apiKey",
        "participant",
        "scoreName",
      ]) {
        const series = await world.ask(
          strongest(),
          `query ($groupBy: TimeSeriesDimension!) { timeSeries(metrics: [stepCount, scoreCount, generationCount], groupBy: $groupBy, from: "2025-12-31", to: "2026-01-02") { lines { group total } } }`,
          { groupBy },
        );
        expectNothingOfB(series);
      }
      const others = await world.ask(
        strongest(),
        `{ modelPrices(source: PROJECT) { nodes { name match } } views { name columns filters { value } } dashboards { name description widgets { title query } } modelConnections { name baseUrl models headerNames } evaluators(includesArchived: true) { name description latestVersion { scoreName } } alerts { name query filters { value } groups { group } changes { group } } channels { name address deliveries { data failure response } } evaluationRules { name filters { value } evaluatorVersion { scoreName } failures { targetId } } reviewQueues { name instructions criteria { help } items { reviews { comment } } agreement { name } progress { reviewers { reviewer { name } } } } scoreSchemas { name } promptLineages { edges { node { name lastUsedAt generationCount } } } }`,
      );
      expectNothingOfB(others);
      expect(others.text).toContain("mine-price");
    },
  );

  test("T34: a cursor of project B returns none of its records", async () => {
    for (const resource of resources) {
      const [field] = lists[resource];
      const page = await world.everywhere.graphql(
        `{ ${field}(first: 1) { edges { cursor } pageInfo { endCursor } } }`,
        {
          project: world.projectB,
        },
      );
      const cursor = (page.data as Record<string, { edges: { cursor: string }[] }>)[field]?.edges[0]?.cursor ?? "";
      expect(cursor).not.toBe("");
      for (const place of ["after", "before"]) {
        const size = place === "after" ? "first" : "last";
        const document = documentOf(queryOf(field), [place, size], 4);
        const answer = await world.ask(strongest(), document, { [place]: cursor, [size]: 100 });
        expectNothingOfB(answer, [cursor]);
        expect(answer.status).toBeLessThan(500);
      }
    }
  });

  test("project B is unchanged", async () => {
    expect(await world.stateOfB()).toBe(before);
  });
});
