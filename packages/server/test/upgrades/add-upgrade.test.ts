import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import { StoreOpenError } from "../../src/store/errors.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { firstFormat, newestFormat } from "../../src/store/schema/format.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { describePostgres } from "../postgres/describe-postgres.ts";
import { addUpgrade, largeUpgrade } from "./add-upgrade.ts";
import { makeDatabase, readUpgraded } from "./make-database.ts";

async function makeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "threadline.db");
}

function ask(path: string, sql: string): unknown {
  const file = new DatabaseSync(path);
  try {
    return file.prepare(sql).all();
  } finally {
    file.close();
  }
}

test("an upgrade keeps every record, and runs once", async () => {
  const path = await makeFile();
  const records = await makeDatabase(path, 100);
  onTestFinished(addUpgrade(largeUpgrade));
  expect(await readUpgraded(path)).toEqual(records);
  expect(await readUpgraded(path)).toEqual(records);
  expect(ask(path, "PRAGMA user_version")).toEqual([{ user_version: newestFormat() }]);
  expect(ask(path, "SELECT count(*) AS count FROM steps WHERE later LIKE id || '%'")).toEqual([{ count: 101 }]);

  const store = await openSqliteStore({ path });
  await expect.poll(() => store.backlog()).toEqual({ search: 0, sums: 0, costs: 0 });
  const search = { field: "input", operator: "ilike", value: "order42x" } as const;
  const found = await store.steps.list("early", { first: 10, filters: [search] });
  expect(found.edges.map(({ node }) => node.id)).toEqual(["step 42"]);
  await store.close();
});

test("a failed upgrade does not change the file", async () => {
  const path = await makeFile();
  const records = await makeDatabase(path, 10);
  const remove = addUpgrade({ ...largeUpgrade, sqlite: [...largeUpgrade.sqlite, "SELECT nothing"] });
  onTestFinished(remove);
  await expect(openSqliteStore({ path })).rejects.toThrow(StoreOpenError);
  remove();
  expect(await readUpgraded(path)).toEqual(records);
  expect(ask(path, "SELECT name FROM pragma_table_info('steps') WHERE name = 'later'")).toEqual([]);
});

/** Newest storage format without dashboards. */
const withoutDashboards = 26;
/** Statements that remove what formats after `withoutDashboards` added. */
const added = [
  "DROP INDEX scores_by_value",
  "DROP INDEX scores_by_name_and_value",
  "DROP INDEX dataset_items_by_input",
  "DROP TABLE past_dataset_items",
  "DROP TABLE dataset_versions",
  "ALTER TABLE datasets DROP COLUMN version",
  "ALTER TABLE datasets DROP COLUMN items_added",
  "ALTER TABLE datasets DROP COLUMN item_schema",
  "ALTER TABLE dataset_items DROP COLUMN splits",
  "ALTER TABLE dataset_items DROP COLUMN version",
  "ALTER TABLE dataset_items DROP COLUMN position",
  "ALTER TABLE dataset_items DROP COLUMN input_hash",
  "ALTER TABLE experiments DROP COLUMN dataset_version",
  "ALTER TABLE projects DROP COLUMN own_retention_days",
  "ALTER TABLE project_usage DROP COLUMN own_steps_per_day",
  "ALTER TABLE project_usage DROP COLUMN own_stored_bytes",
  "ALTER TABLE steps DROP COLUMN api_key_id",
  "ALTER TABLE score_schemas DROP COLUMN direction",
  "ALTER TABLE api_keys DROP COLUMN created_by",
  "ALTER TABLE api_keys DROP COLUMN expires_at",
  "ALTER TABLE views DROP COLUMN time_range",
  "ALTER TABLE views DROP COLUMN query",
  "ALTER TABLE api_keys DROP COLUMN last_used_at",

  "DROP TABLE dashboards",
  "DROP TABLE model_connections",
  "DROP INDEX dataset_items_by_step",
  "DROP INDEX experiment_items_by_dataset_item",
  "DROP INDEX experiment_items_by_run",
  "ALTER TABLE thread_shares DROP COLUMN expires_at",
  "DROP TABLE jobs",
  "DROP TABLE experiment_runs",
  "DROP TABLE alerts",
  "DROP TABLE alert_changes",
  "DROP TABLE channels",
  "DROP TABLE deliveries",
  "DROP TABLE evaluation_rules",
  "DROP TABLE evaluation_rule_days",
  "DROP TABLE evaluation_arrivals",
  "DROP TABLE review_queues",
  "DROP TABLE review_items",
  "DROP TABLE reviews",
  "DROP TABLE evaluators",
  "DROP TABLE evaluator_versions",
  "DROP INDEX scores_by_label",
  "ALTER TABLE scores DROP COLUMN labeled_by",
  "ALTER TABLE scores DROP COLUMN superseded_judgments",
  "DROP INDEX scores_by_evaluation_rule",
  "ALTER TABLE scores DROP COLUMN evaluation_rule_id",
  "DROP INDEX scores_by_evaluator_version",
  "ALTER TABLE scores DROP COLUMN evaluator_version_id",
];
const link = { id: "l", createdAt: 1, threadId: "t", createdBy: null, expiresAt: null };
const dashboard = {
  id: "d",
  createdAt: 1,
  updatedAt: 2,
  name: "Costs",
  description: null,
  widgets: [],
  authorId: null,
  authorName: null,
};
const connection = {
  id: "c",
  createdAt: 1,
  updatedAt: 2,
  name: "Local",
  kind: "openaiCompatible",
  baseUrl: "http://localhost:11434/v1",
  models: [],
  dailyBudget: 1.5,
  maxConcurrentCalls: 8,
  keyEnding: "wxyz",
  keySetAt: 3,
  headerNames: [],
  sealedSecrets: "v1.x",
  spentDay: null,
  spent: 0,
} as const;

const rule = {
  id: "r",
  createdAt: 1,
  updatedAt: 1,
  name: "R",
  evaluatorVersionId: "v",
  target: "STEP",
  filters: [],
  query: null,
  sampleRate: 0.5,
  quietSeconds: 10,
  dailySpendLimit: null,
  mode: "ON",
} as const;
const queue = {
  id: "q",
  createdAt: 1,
  updatedAt: 1,
  name: "Q",
  instructions: null,
  target: "STEP",
  criteria: [{ scoreSchemaId: "s", help: null }],
  source: "MANUAL",
  filters: [],
  query: null,
  sampleRate: 1,
  judgeScore: null,
  userScore: null,
  threshold: 0.5,
  reviewerIds: [],
  reviewsPerItem: 2,
  isBlind: true,
} as const;
const alert = {
  id: "a",
  createdAt: 1,
  updatedAt: 1,
  name: "A",
  metric: "cost",
  perRecord: false,
  resource: null,
  filters: [],
  query: null,
  includesExperiments: false,
  groupBy: null,
  kind: "ABOVE",
  threshold: 1,
  recoverAt: null,
  period: "CALENDAR_DAY",
  forSeconds: 0,
  minimumCount: 0,
  requiresMeasuredJudge: false,
  warnsEarly: false,
  channelIds: ["ch"],
  isOn: false,
  silencedUntil: null,
  state: "OK",
  stateSince: null,
  pendingSince: null,
  value: null,
  problem: null,
  evaluatedAt: null,
  level: 0,
  silencedFrom: null,
  groupStates: [],
  hasMoreGroups: false,
  changeCount: 0,
} as const;
const channel = {
  id: "ch",
  createdAt: 1,
  updatedAt: 1,
  name: "C",
  kind: "EMAIL",
  address: "ops@example.com",
  events: [],
  sealedSecrets: null,
} as const;
const evaluator = { id: "e", createdAt: 1, updatedAt: 1, name: "E", description: null, archivedAt: null };
const version = {
  id: "v",
  createdAt: 1,
  description: null,
  kind: "BUILT_IN",
  target: "STEP",
  scoreName: "ok",
  definition: { scorer: "validJson", options: {} },
} as const;
const job = { id: "j", createdAt: 1, kind: "judge", groupId: null, payload: {}, dueAt: 1, maxAttempts: 3 };
const score = { id: "s", at: 1, name: "ok", type: "CODE", value: 1, stepId: "x", evaluatorVersionId: "v" } as const;

test("a file of the format before dashboards gets the tables and indexes of later formats, and its links never expire", async () => {
  const path = await makeFile();
  const earlier = await openWithProjects(() => openSqliteStore({ path }));
  await earlier.shares.create(project, link, 9);
  await earlier.close();
  for (const sql of added) ask(path, sql);
  ask(path, `PRAGMA user_version = ${withoutDashboards}`);
  const store = await openSqliteStore({ path });
  expect(await store.dashboards.create(project, dashboard, 9)).toEqual(dashboard);
  expect(await store.dashboards.all(project)).toEqual([dashboard]);
  expect(await store.alerts.create(project, alert, 9)).toEqual(alert);
  expect(await store.channels.create(project, channel, 9)).toEqual(channel);
  expect(await store.alerts.history(project, "a", { first: 1, skip: 0 })).toEqual([]);
  expect(await store.evaluationRules.create(project, rule, 9)).toEqual(rule);
  expect(await store.reviewQueues.create(project, queue, 9)).toEqual(queue);
  await store.steps.ingest(project, [{ id: "arrived", createdAt: 1, apiKeyId: "k" }]);
  expect(await store.steps.getMany(project, ["arrived"])).toMatchObject([{ apiKeyId: "k" }]);
  expect(await store.evaluationRules.projectsWithArrivals()).toEqual([project]);
  expect(await store.shares.ofThread(project, "t")).toEqual([link]);
  expect(await store.modelConnections.create(project, connection, 9)).toEqual(connection);
  expect(await store.modelConnections.all(project)).toEqual([connection]);
  expect(await store.evaluators.create(project, evaluator, version, 9)).toEqual({ ...evaluator, latestVersionId: "v" });
  await store.scores.upsertMany(project, [score]);
  expect(await store.scores.ofEvaluators(project, ["e"], 9)).toMatchObject([[{ id: "s" }]]);
  await store.jobs.add(project, [job]);
  expect(await store.jobs.get(project, "j")).toMatchObject(job);
  await store.close();
  const indexes =
    "SELECT count(*) AS count FROM sqlite_schema WHERE name LIKE '%_by_step' OR name LIKE '%_by_dataset_item' OR name LIKE '%_by_evaluator_version' OR name LIKE 'jobs_%' OR name LIKE 'review%'";
  await (await openSqliteStore({ path: `${path}-new` })).close();
  expect(ask(path, indexes)).toEqual(ask(`${path}-new`, indexes));
});

test("a file of an unreleased format is rejected with advice", async () => {
  const path = await makeFile();
  await (await openSqliteStore({ path })).close();
  ask(path, `PRAGMA user_version = ${firstFormat - 1}`);
  await expect(openSqliteStore({ path })).rejects.toThrow(
    /has format \d+ of an unreleased version of Threadline; .*Export its projects/,
  );
});

describePostgres("an upgrade of a database", (tests) => {
  test("of the format before dashboards and model connections adds their tables, with row-level security", async () => {
    const url = await tests().server.createDatabase("without_dashboards");
    const earlier = await openWithProjects(() => openPostgresStore({ url }));
    await earlier.shares.create(project, link, 9);
    await earlier.close();
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const secured = `SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class
      WHERE relname IN ('alert_changes', 'alerts', 'channels', 'dashboards', 'deliveries', 'evaluation_rule_days', 'evaluation_rules', 'evaluator_versions', 'evaluators', 'model_connections', 'review_items', 'review_queues', 'reviews') ORDER BY relname`;
    const before = await client.query(secured);
    for (const sql of added) await client.query(sql);
    await client.query(`UPDATE threadline_version SET version = ${withoutDashboards}`);
    const store = await openPostgresStore({ url });
    await store.dashboards.create(project, dashboard, 9);
    expect(await store.dashboards.all(project)).toEqual([dashboard]);
    expect(await store.alerts.create(project, alert, 9)).toEqual(alert);
    expect(await store.channels.create(project, channel, 9)).toEqual(channel);
    expect(await store.alerts.history(project, "a", { first: 1, skip: 0 })).toEqual([]);
    expect(await store.evaluationRules.create(project, rule, 9)).toEqual(rule);
    expect(await store.reviewQueues.create(project, queue, 9)).toEqual(queue);
    await store.steps.ingest(project, [{ id: "arrived", createdAt: 1, apiKeyId: "k" }]);
    expect(await store.steps.getMany(project, ["arrived"])).toMatchObject([{ apiKeyId: "k" }]);
    expect(await store.evaluationRules.projectsWithArrivals()).toEqual([project]);
    expect(await store.shares.ofThread(project, "t")).toEqual([link]);
    await store.modelConnections.create(project, connection, 9);
    expect(await store.modelConnections.all(project)).toEqual([connection]);
    await store.evaluators.create(project, evaluator, version, 9);
    await store.scores.upsertMany(project, [score]);
    expect(await store.scores.ofEvaluators(project, ["e"], 9)).toMatchObject([[{ id: "s" }]]);
    await store.jobs.add(project, [job]);
    expect(await store.jobs.get(project, "j")).toMatchObject(job);
    await store.close();
    expect((await client.query(secured)).rows).toEqual(before.rows);
  });

  test("keeps every record; an unreleased format is rejected", async () => {
    const url = await tests().server.createDatabase("upgraded");
    const store = await openWithProjects(() => openPostgresStore({ url }));
    await seedEveryKind(store, project);
    const views = await store.views.all(project);
    await store.close();

    onTestFinished(addUpgrade(largeUpgrade));
    const upgraded = await openPostgresStore({ url });
    expect(await upgraded.views.all(project)).toEqual(views);
    await upgraded.close();
    await (await openPostgresStore({ url })).close();

    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("SET threadline.project_id = '1'");
    const { rows } = await client.query(
      "SELECT version, (SELECT count(later)::int FROM views) AS views FROM threadline_version",
    );
    expect(rows).toEqual([{ version: newestFormat(), views: views.length }]);
    await client.query("UPDATE threadline_version SET version = 3");
    await expect(openPostgresStore({ url })).rejects.toThrow(
      /The database has format \d+ of an unreleased version of Threadline/,
    );
  });
});
