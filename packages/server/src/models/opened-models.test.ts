import { expect, test } from "vitest";
import type { OpenConnection } from "./model-call.ts";
import { OpenedModels } from "./opened-models.ts";

const open = (sealedSecrets: string | null, baseUrl = "http://localhost/v1"): OpenConnection => ({
  connection: {
    id: "c",
    createdAt: 1,
    updatedAt: 1,
    name: "Local",
    kind: "openaiCompatible",
    baseUrl,
    models: [],
    dailyBudget: null,
    maxConcurrentCalls: 8,
    keyEnding: null,
    keySetAt: null,
    headerNames: [],
    sealedSecrets,
    spentDay: null,
    spent: 0,
  },
  secrets: { apiKey: sealedSecrets, headers: [] },
});

test("a client is created once for a connection, its secrets, and a model", async () => {
  let created = 0;
  const models = new OpenedModels(async () => (created += 1));
  const first = await models.get(open("v1.a"), "m");
  expect(await models.get(open("v1.a"), "m")).toBe(first);
  expect(await models.get(open("v1.a"), "other")).not.toBe(first);
  expect(await models.get(open("v1.b"), "m")).not.toBe(first);
  expect(await models.get(open("v1.a", "http://localhost/v2"), "m")).not.toBe(first);
});

test("the clients that were used last are kept, and none that could not be created", async () => {
  let created = 0;
  const models = new OpenedModels(async (_open, model) => {
    created += 1;
    if (model === "broken") throw new Error("No such API");
    return created;
  });
  await expect(models.get(open(null), "broken")).rejects.toThrow("No such API");
  await expect(models.get(open(null), "broken")).rejects.toThrow("No such API");
  expect(created).toBe(2);
  const first = await models.get(open(null), "0");
  for (let index = 1; index < 100; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await models.get(open(null), String(index));
  }
  expect(await models.get(open(null), "0")).toBe(first);
  await models.get(open(null), "100");
  expect(await models.get(open(null), "0")).toBe(first);
  expect(await models.get(open(null), "1")).toBeGreaterThan(first + 100);
});
