import { array, assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { queryFields } from "@threadline/schema/query";
import { expect, test } from "vitest";
import { byInputs, fuzzSeed } from "../test-inputs.ts";
import { describeSampledStores, openForTest } from "../trust/trust-stores.ts";

const key = "tl_query-key";
const lists = {
  threads: "threads",
  steps: "steps",
  generations: "generations",
  scores: "scores",
  users: "participants",
  datasets: "datasets",
  experiments: "datasetExperiments",
  prompts: "promptLineages",
} as const;
const names = Object.keys(lists) as (keyof typeof lists)[]; // `Object.keys` only returns `string[]`

const text = oneof(
  string({ unit: "binary", minLength: 1, maxLength: 6 }),
  constantFrom("'; --", "\0", "\u{D800}", "%", "1"),
);
const value = oneof(
  text.map((each) => JSON.stringify(each)),
  text.map((each) => `*${JSON.stringify(each)}*`),
  constantFrom(
    "*",
    ">1",
    "1..2",
    "*..1e300",
    ">-1e300",
    "<2s",
    "$5",
    "2026-11-01",
    "last-7d",
    "9999-12-31",
    "a,b",
    "now",
  ),
);

/** Generates search queries for a list. Most are valid. */
const queryOf = (list: keyof typeof lists) => {
  const fields = queryFields[list].flatMap(({ names: own, path }) => (path ? [own[0], `${own[0]}.a.b`] : [own[0]]));
  const term = oneof(
    {
      weight: 4,
      arbitrary: array(value, { minLength: 1, maxLength: 1 }).chain(([each = ""]) =>
        constantFrom(...fields).map((field) => `${field}:${each}`),
      ),
    },
    { weight: 1, arbitrary: constantFrom(...fields).map((field) => `has:${field}`) },
    { weight: 1, arbitrary: text.map((each) => JSON.stringify(each)) },
  );
  const joined = constantFrom(" ", " OR ", " -", " OR -(", ")", " AND ", " OR (");
  return array(oneof({ weight: 3, arbitrary: term }, joined), { minLength: 1, maxLength: 7 }).map((parts) =>
    parts.join(" "),
  );
};

describeSampledStores(({ open, share }) => {
  test("every query is answered, or rejected as bad input", { timeout: 600_000 }, async () => {
    const { server } = await openForTest(open, { apiKey: key });
    const outcomes = { answered: 0, rejected: 0 };
    const random = constantFrom(...names).chain((list) => queryOf(list).map((query) => ({ list, query })));
    const property = asyncProperty(random, async ({ list, query }) => {
      const response = await server.fetch("http://localhost/api/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({
          query: `query ($query: String) { ${lists[list]}(query: $query) { totalCount edges { node { id } } } }`,
          variables: { query },
        }),
      });
      const answer = (await response.json()) as { readonly errors?: readonly { readonly extensions: object }[] };
      expect({ query, status: response.status }).toEqual({ query, status: 200 });
      const codes = (answer.errors ?? []).map(({ extensions }) => extensions);
      if (codes.length === 0) outcomes.answered += 1;
      else outcomes.rejected += 1;
      for (const code of codes) expect({ query, code }).toMatchObject({ code: { code: "BAD_USER_INPUT" } });
    });
    const count = byInputs({ few: 100, some: 1_500, many: 10_000, all: 100_000 });
    await assert(property, { numRuns: Math.ceil(count * share), seed: fuzzSeed });
    expect(outcomes.answered).toBeGreaterThan(0);
    expect(outcomes.rejected).toBeGreaterThan(0);
  });
});
