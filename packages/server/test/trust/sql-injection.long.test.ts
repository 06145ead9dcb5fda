import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { filterFields } from "../../src/store/filter-fields.ts";
import type { ListedResource } from "../../src/store/filter-fields.ts";
import { byInputs } from "../test-inputs.ts";
import { argumentsWith, documentOf, places } from "./schema-arguments.ts";
import { marker, moreSqlPayloads, sqlPayloads } from "./sql-payloads.ts";
import { describeSampledStores, openForTest } from "./trust-stores.ts";

const key = "tl_injection-key";
const lists: Readonly<Record<ListedResource, string>> = {
  threads: "threads ThreadsInputType",
  steps: "steps stepsInputType",
  generations: "generations generationsInputType",
  scores: "scores scoresInputType",
  users: "participants participantsInputType",
  datasets: "datasets datasetsInputType",
  experiments: "datasetExperiments RecordFilterInput",
  prompts: "promptLineages RecordFilterInput",
};

/** Records all statements of both kinds of databases until the end of the test. */
function watchStatements(): ReadonlySet<string> {
  const statements = new Set<string>();
  const { prepare, exec } = DatabaseSync.prototype;
  const { query } = Client.prototype;
  DatabaseSync.prototype.prepare = function watched(this: DatabaseSync, sql, ...rest): ReturnType<typeof prepare> {
    statements.add(sql);
    return prepare.call(this, sql, ...rest);
  };
  DatabaseSync.prototype.exec = function watched(this: DatabaseSync, sql): void {
    statements.add(sql);
    exec.call(this, sql);
  };
  Client.prototype.query = function watched(this: Client, ...given: unknown[]): unknown {
    const [first] = given as [string | { readonly text?: string }];
    statements.add(typeof first === "string" ? first : (first.text ?? ""));
    return Reflect.apply(query, this, given);
  } as typeof query;
  onTestFinished(() => {
    Object.assign(DatabaseSync.prototype, { prepare, exec });
    Client.prototype.query = query;
  });
  return statements;
}

describeSampledStores(({ open, share }) => {
  /**
   * Position in both lists of payloads. Each argument is tested with the next payload of each list and, if
   * `THREADLINE_TEST_INPUTS` asks for many inputs, with more of them.
   */
  let turn = 0;
  const inTurn = (list: readonly string[]): string => list[turn % list.length] ?? "";
  const payloadsOfPlace = (): readonly string[] => {
    turn += 1;
    const sample = [inTurn(sqlPayloads), inTurn(moreSqlPayloads)];
    return byInputs({
      few: sample,
      some: share === 1 ? [...sample, inTurn(sqlPayloads.slice(1))] : sample,
      many: share === 1 ? [...sqlPayloads, ...sample.slice(1)] : sample,
      all: [...sqlPayloads, ...moreSqlPayloads],
    });
  };

  test(
    "T66: no text of a caller becomes part of a statement, or causes an internal error",
    { timeout: 240_000 },
    async () => {
      const statements = watchStatements();
      const { server } = await openForTest(open, { apiKey: key });
      const accidents: unknown[] = [];
      let answered = 0;
      const ask = async (what: object, query: string, variables: object): Promise<string> => {
        const response = await server.fetch("http://localhost/api/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": key },
          body: JSON.stringify({ query, variables }),
        });
        const text = await response.text();
        answered += 1;
        if (response.status >= 500 || text.includes('"code":"INTERNAL"')) accidents.push({ ...what, variables, text });
        return text;
      };
      const ordinary = (coordinate: string): unknown => (coordinate === "RecordFilterInput.field" ? "name" : undefined);
      const metadata = { a: { b: 1 } };
      const seed =
        'mutation ($metadata: Json) { ingestStep(id: "text", threadId: "text", metadata: $metadata, tags: ["t"]) { ok } }';
      await ask({}, seed, { metadata });
      for (const { operation, path, coordinate } of places.filter(
        ({ operation: { kind } }) => kind !== "subscription",
      )) {
        for (const value of payloadsOfPlace()) {
          const variables = argumentsWith(operation, ordinary, { path, value });
          await ask({ coordinate }, documentOf(operation, Object.keys(variables), 2), variables);
        }
      }
      for (const [resource, names] of Object.entries(lists)) {
        const [field, type] = names.split(" ");
        const query = `query ($filters: [${type}!]) { ${field}(filters: $filters) { totalCount edges { node { id } } } }`;
        for (const [name, definition] of Object.entries(filterFields[resource as ListedResource])) {
          for (const value of payloadsOfPlace()) {
            for (const operator of ["ilike", ["eq", "in", "gt"][value.length % 3]]) {
              await ask({ name, operator }, query, { filters: [{ field: name, operator, value }] });
              if (definition.path)
                await ask({ name }, query, { filters: [{ field: name, operator, value, path: value }] });
            }
          }
        }
      }
      expect(accidents).toEqual([]);
      expect(answered).toBeGreaterThan(byInputs({ few: 400, some: 400, many: share === 1 ? 4_000 : 400, all: 4_000 }));
      expect([...statements].filter((sql) => sql.includes(marker))).toEqual([]);
      // The set of statements does not depend on the inputs.
      expect(statements.size).toBeGreaterThan(100);
      expect(statements.size).toBeLessThan(800);
      expect(await ask({}, '{ step(id: "text") { id } }', {})).toBe('{"data":{"step":{"id":"text"}}}');
    },
  );
});
