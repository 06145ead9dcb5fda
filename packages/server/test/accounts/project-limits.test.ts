import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { openBrowser, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

const limits = "retentionDays stepsPerDay storedBytes";
const setting = `mutation ($retentionDays: Int, $stepsPerDay: Float, $storedBytes: Float) {
  updateProjectLimits(retentionDays: $retentionDays, stepsPerDay: $stepsPerDay, storedBytes: $storedBytes) {
    retentionDays stepsPerDay maxStoredBytes own { ${limits} } service { ${limits} }
  }
}`;

async function start() {
  const store = await openSqliteStore({ path: ":memory:" });
  const server = createServer({ store, apiKey: "tl_test-key", retentionDays: 90, limits: { maxStepsPerDay: 100 } });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  return { server, store, owner, projectId: (await server.ready).project.id };
}

async function set(browser: Browser, variables: Readonly<Record<string, number | null>>) {
  const { data, errors } = await browser.graphql(setting, { variables });
  return { usage: data && valueOf(data, "updateProjectLimits"), problem: errors[0]?.extensions };
}

test("an owner sets limits up to those of the service, and they apply immediately", async () => {
  const { server, owner } = await start();
  const service = { retentionDays: 90, stepsPerDay: 100, storedBytes: null };
  expect((await set(owner, { retentionDays: 30, stepsPerDay: 2, storedBytes: 1_000_000 })).usage).toEqual({
    retentionDays: 30,
    stepsPerDay: 2,
    maxStoredBytes: 1_000_000,
    own: { retentionDays: 30, stepsPerDay: 2, storedBytes: 1_000_000 },
    service,
  });
  const record = (id: string) =>
    openBrowser(server).graphql(`mutation { ingestStep(id: "${id}") { ok } }`, {
      headers: { "x-api-key": "tl_test-key" },
    });
  const answers = [await record("a"), await record("b"), await record("c")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);

  expect((await set(owner, { stepsPerDay: null })).usage).toEqual({
    retentionDays: 30,
    stepsPerDay: 100,
    maxStoredBytes: 1_000_000,
    own: { retentionDays: 30, stepsPerDay: null, storedBytes: 1_000_000 },
    service,
  });
  const { data } = await owner.graphql("{ auditEvents(first: 1) { action details } }");
  expect(valueOf(data, "auditEvents")).toEqual([
    { action: "limitsChanged", details: { retentionDays: 30, stepsPerDay: null, storedBytes: 1_000_000 } },
  ]);
});

test.each([
  [{ retentionDays: 91 }, "retentionDays", 90],
  [{ retentionDays: 0 }, "retentionDays", 90],
  [{ stepsPerDay: 101 }, "stepsPerDay", 100],
  [{ stepsPerDay: 1.5 }, "stepsPerDay", 100],
  [{ storedBytes: -1 }, "storedBytes", Number.MAX_SAFE_INTEGER],
])("%j is rejected", async (variables, field, limit) => {
  const { owner } = await start();
  expect((await set(owner, variables)).problem).toMatchObject({ code: "BAD_USER_INPUT", field, limit });
});

test("a limit that the operator lowers later applies, and the owner cannot raise it", async () => {
  const { store, owner, projectId } = await start();
  await set(owner, { retentionDays: 60, stepsPerDay: 50 });
  await store.projects.setRetention(projectId, 7);
  expect((await set(owner, {})).usage).toMatchObject({ retentionDays: 7, own: { retentionDays: 60 } });
  expect((await set(owner, { retentionDays: 8 })).problem).toMatchObject({ field: "retentionDays", limit: 7 });
  expect((await set(owner, { retentionDays: 5 })).usage).toMatchObject({ retentionDays: 5 });
});
