import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("model connections are read, and an unknown one is null", async () => {
  const { client } = startService();
  expect(await client.api.getModelConnections()).toEqual([]);
  expect(await client.api.getModelConnection("none")).toBeNull();
  await expect(client.api.testModelConnection("none", { model: "m" })).rejects.toThrow(
    'id: model connection "none" not found',
  );
});
