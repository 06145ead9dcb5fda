import { describeStore } from "../../src/store/conformance/describe-store.ts";
import { describeRetention } from "../../src/store/conformance/retention.ts";
import { describePostgres } from "./describe-postgres.ts";
import { readTables } from "./read-tables.ts";
import { undistributedTables } from "./undistributed-tables.ts";
import { unroutedForms } from "./unrouted-statements.ts";
import { expect, test } from "vitest";

describePostgres(
  "the PostgreSQL store",
  (tests) => {
    // Indexes immediately instead of after a thousand steps.
    describeStore(() => tests().openStore({ indexing: { minSteps: 1, restTime: 5 } }));
    describeRetention((options) => tests().openFresh(options));

    test("every statement of the suites above binds the project of every table that is distributed by it", async () => {
      const { server } = tests();
      const tables = await readTables((sql) => server.administer(sql, "migrated"));
      const distributed = new Set(tables.filter(({ isSecured }) => isSecured).map(({ name }) => name));
      const remembered =
        "SELECT DISTINCT query FROM pg_stat_statements WHERE userid = 'threadline'::regrole AND toplevel";
      const statements = (await server.administer(remembered)) as { readonly query: string }[];
      expect(statements.length).toBeGreaterThan(200);
      const lacking = await Promise.all(
        statements.map(async ({ query }) => ({ query, tables: await undistributedTables(query, distributed) })),
      );
      expect(lacking.filter((each) => each.tables.length > 0)).toEqual([]);
      const unrouted = await Promise.all(
        statements.map(async ({ query }) => ({ query, forms: await unroutedForms(query, distributed) })),
      );
      expect(unrouted.filter((each) => each.forms.length > 0)).toEqual([]);
    });
  },
  { remembersStatements: true },
);
