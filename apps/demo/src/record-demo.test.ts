import { expect, test } from "vitest";
import { moveConnection } from "./demo-connection.ts";
import { evaluation, expectCompletedAfter, startDemoService, summary } from "./demo-service.ts";
import { startModelServer } from "./model-server/start-model-server.ts";

test("the demo has a connection, two evaluators, and a rule whose judge scores the runs of the agents", async () => {
  const { client, record, service, standIn } = await startDemoService();
  await record();
  const { api } = client;
  expect(await summary(client)).toMatchObject(evaluation);
  const scoresOf = async (name: string) =>
    (await api.getScores({ first: 100, filters: [{ field: "name", operator: "eq", value: name }] })).data;
  const runs = (await scoresOf("names-a-figure")).length;
  expect(runs).toBeGreaterThan(6);
  await expect.poll(async () => (await scoresOf("request-met")).length, { timeout: 60_000 }).toBe(runs);
  const labels = new Set((await scoresOf("request-met")).map(({ label }) => label));
  expect([...labels].toSorted()).toEqual(["no", "yes"]);
  const [connection] = await api.getModelConnections();
  expect(await api.testModelConnection(connection?.id ?? "")).toMatchObject({ ok: true });

  // After a restart, the simulated provider has another port.
  const other = await startModelServer();
  await standIn.close();
  await moveConnection(client, service, other.baseURL);
  expect(await api.testModelConnection(connection?.id ?? "")).toMatchObject({ ok: true });
  await other.close();
}, 120_000);

test("a recording that ends after three requests is completed by the next start", async () => {
  await expectCompletedAfter(3);
}, 120_000);
