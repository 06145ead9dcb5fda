import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { describeAudit } from "../conformance/audit.ts";
import { describeAnalytics } from "../conformance/analytics.ts";
import { describeAccounts } from "../conformance/accounts.ts";
import { describeDatasets } from "../conformance/datasets.ts";
import { describeExperiments } from "../conformance/experiments.ts";
import { describeFiles } from "../conformance/files.ts";
import { describeGenerations } from "../conformance/generations.ts";
import { describeLists } from "../conformance/lists.ts";
import { describeMeasures } from "../conformance/measures.ts";
import { describeOutlines } from "../conformance/outlines.ts";
import { describePrices } from "../conformance/prices.ts";
import { describeUsageOrders } from "../conformance/usage-orders.ts";
import { describeProjects } from "../conformance/projects.ts";
import { describePrompts } from "../conformance/prompts.ts";
import { describeRetention } from "../conformance/retention.ts";
import { describeScoreSchemas } from "../conformance/score-schemas.ts";
import { describeScores } from "../conformance/scores.ts";
import { describeSearch } from "../conformance/search.ts";
import { describeComparableText } from "../conformance/comparable-text.ts";
import { describeShares } from "../conformance/shares.ts";
import { describeBoundedReads } from "../conformance/bounded-reads.ts";
import { describeSteps } from "../conformance/steps.ts";
import { describeThreads } from "../conformance/threads.ts";
import { describeTimes } from "../conformance/times.ts";
import { describeTransfer } from "../conformance/transfer.ts";
import { describeUsage } from "../conformance/usage.ts";
import { describeUsers } from "../conformance/users.ts";
import { describeViews } from "../conformance/views.ts";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { openThreadedStore } from "./open-threaded-store.ts";

const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function openInThreads(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-"));
  folders.push(folder);
  return openThreadedStore({ path: join(folder, "threadline.db") });
}

describe.each([
  { name: "the embedded store in memory", openStore: () => openSqliteStore({ path: ":memory:" }) },
  { name: "the embedded store with a writing thread", openStore: openInThreads },
])("$name", ({ openStore }) => {
  describeProjects(openStore);
  describeAccounts(openStore);
  describeLists(openStore);
  describeThreads(openStore);
  describeSteps(openStore);
  describeBoundedReads(openStore);
  describeOutlines(openStore);
  describeGenerations(openStore);
  describeMeasures(openStore);
  describeTimes(openStore);
  describeSearch(openStore);
  describeComparableText(openStore);
  describeScores(openStore);
  describeUsers(openStore);
  describeUsage(openStore);
  describeDatasets(openStore);
  describeExperiments(openStore);
  describeScoreSchemas(openStore);
  describeViews(openStore);
  describeShares(openStore);
  describeAudit(openStore);
  describePrompts(openStore);
  describeFiles(openStore);
  describeAnalytics(openStore);
  describePrices(openStore);
  describeUsageOrders(openStore);
  describeTransfer(openStore);
});

describe("the embedded store in memory", () => {
  describeRetention((options) => openSqliteStore({ path: ":memory:", ...options }));
});
