import { expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";

const lists = [
  "threads",
  "steps",
  "generations",
  "scores",
  "participants",
  "datasets",
  "datasetExperiments",
  "promptLineages",
] as const;

test.each(lists)("%s accepts a query with alternatives, and reports the error in an invalid query", async (list) => {
  const { execute } = await openTestApi();
  const read = (query: string) =>
    execute(`query ($query: String) { ${list}(query: $query) { totalCount edges { node { id } } } }`, { query });
  expect((await read('refund OR -(created:<2020-01-01 id:a,b) "x y"')).errors).toBeUndefined();
  expect((await read("")).errors).toBeUndefined();
  expect((await read("(refund")).errors).toMatchObject([
    {
      message: "query: at character 1: Close this parenthesis.",
      extensions: { code: "BAD_USER_INPUT", field: "query" },
    },
  ]);
});

test("relative times depend on the clock of the service", async () => {
  const { run, execute } = await openTestApi();
  await run('mutation { ingestStep(id: "s", name: "n") { ok } }');
  const { steps } = await run('{ steps(query: "created:last-1h") { totalCount } }');
  expect(steps.totalCount).toBe(1);
  const { statistics } = await run('{ statistics(resource: runs, query: "name:n OR name:m") { recordCount } }');
  expect(statistics.recordCount).toBe(0);
  const { errors } = await execute('{ steps(query: "created:soon") { totalCount } }');
  expect(errors).toMatchObject([{ message: expect.stringContaining('"created" is a time') }]);
});
