/** Runs the property-based test suites with many random inputs. The quick suite uses few. */
import { describe } from "vitest";
import { describeAnalytics } from "../src/store/conformance/analytics.ts";
import { describeMeasures } from "../src/store/conformance/measures.ts";
import type { OpenStore } from "../src/store/conformance/open-store.ts";
import { describeQueries } from "../src/store/conformance/queries.ts";
import { describeUsageOrders } from "../src/store/conformance/usage-orders.ts";
import { openSqliteStore } from "../src/store/sqlite/open-sqlite-store.ts";
import { describePostgres } from "./postgres/describe-postgres.ts";

function describeRecounts(openStore: OpenStore): void {
  describeAnalytics(openStore);
  describeMeasures(openStore);
  describeUsageOrders(openStore);
  describeQueries(openStore);
}

describe("the embedded store", () => {
  describeRecounts(() => openSqliteStore({ path: ":memory:" }));
});

describePostgres("the PostgreSQL store", (tests) => {
  // Indexes immediately instead of after a thousand steps.
  describeRecounts(() => tests().openStore({ indexing: { minSteps: 1, restTime: 5 } }));
});
