import type { OpenStore } from "../../src/store/conformance/open-store.ts";
import { describeAccounts } from "../../src/store/conformance/accounts.ts";
import { describeDatasets } from "../../src/store/conformance/datasets.ts";
import { describeGenerations } from "../../src/store/conformance/generations.ts";
import { describeLists } from "../../src/store/conformance/lists.ts";
import { describeMeasures } from "../../src/store/conformance/measures.ts";
import { describeOutlines } from "../../src/store/conformance/outlines.ts";
import { describeProjects } from "../../src/store/conformance/projects.ts";
import { describeScoreSchemas } from "../../src/store/conformance/score-schemas.ts";
import { describeScores } from "../../src/store/conformance/scores.ts";
import { describeBoundedReads } from "../../src/store/conformance/bounded-reads.ts";
import { describeSteps } from "../../src/store/conformance/steps.ts";
import { describeThreads } from "../../src/store/conformance/threads.ts";
import { describeUsage } from "../../src/store/conformance/usage.ts";
import { describeUsers } from "../../src/store/conformance/users.ts";
import { describeViews } from "../../src/store/conformance/views.ts";
import { describeExperiments } from "../../src/store/conformance/experiments.ts";
import { describePrompts } from "../../src/store/conformance/prompts.ts";
import { describeAudit } from "../../src/store/conformance/audit.ts";
import { describeShares } from "../../src/store/conformance/shares.ts";
import { describeFiles } from "../../src/store/conformance/files.ts";
import { describePrices } from "../../src/store/conformance/prices.ts";
import { describeUsageOrders } from "../../src/store/conformance/usage-orders.ts";
import { describeAnalytics } from "../../src/store/conformance/analytics.ts";
import { describeTimes } from "../../src/store/conformance/times.ts";
import { describeTransfer } from "../../src/store/conformance/transfer.ts";
import { describeRetention } from "../../src/store/conformance/retention.ts";
import { describeSearch } from "../../src/store/conformance/search.ts";
import { describeComparableText } from "../../src/store/conformance/comparable-text.ts";
import { describePostgres } from "./describe-postgres.ts";
import { readTables } from "./read-tables.ts";
import { undistributedTables } from "./undistributed-tables.ts";
import { expect, test } from "vitest";

describePostgres(
  "the PostgreSQL store",
  (tests) => {
    const openStore: OpenStore = () => tests().openStore();
    describeProjects(openStore);
    describeUsers(openStore);
    describeUsage(openStore);
    describeThreads(openStore);
    describeSteps(openStore);
    describeBoundedReads(openStore);
    describeGenerations(openStore);
    describeMeasures(openStore);
    describeTimes(openStore);
    describeScores(openStore);
    describeLists(openStore);
    describeOutlines(openStore);
    describeAccounts(openStore);
    describeDatasets(openStore);
    describeScoreSchemas(openStore);
    describeViews(openStore);
    describeExperiments(openStore);
    describePrompts(openStore);
    describeShares(openStore);
    describeAudit(openStore);
    describeFiles(openStore);
    describePrices(openStore);
    describeUsageOrders(openStore);
    describeAnalytics(openStore);
    describeTransfer(openStore);
    describeSearch(openStore);
    describeComparableText(openStore);
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
    });
  },
  { remembersStatements: true },
);
