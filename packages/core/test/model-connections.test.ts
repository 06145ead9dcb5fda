import { expect, onTestFinished, test } from "vitest";
import { startService, type Service } from "./start-service.ts";

/** Creates a client whose key has the given scopes. The service has no login, so everyone may create keys. */
async function connectWith(scopes: string): Promise<{ service: Service; client: Service["client"] }> {
  const service = startService({}, onTestFinished, { noLogin: true });
  const response = await service.fetch(
    new Request("http://127.0.0.1/api/graphql", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-threadline-project": (await service.ready).project.id,
        origin: "http://127.0.0.1",
      },
      body: JSON.stringify({ query: `mutation { createApiKey(name: "k", scopes: [${scopes}]) { secret } }` }),
    }),
  );
  const { data } = (await response.json()) as { data: { createApiKey: { secret: string } } };
  return { service, client: service.connect({ apiKey: data.createApiKey.secret }) };
}

test("a key with the scope `connections` creates, changes and deletes model connections", async () => {
  const { api } = (await connectWith("connections read write")).client;
  const content = { name: "OpenAI", kind: "openai", apiKey: "key-of-a-provider-1234", models: ["gpt-4o"] } as const;
  const created = await api.createModelConnection({ ...content, models: [...content.models], dailyBudget: 5 });
  expect(created).toMatchObject({
    name: "OpenAI",
    hasKey: true,
    keyEnding: "1234",
    models: ["gpt-4o"],
    dailyBudget: 5,
  });
  expect(JSON.stringify(created)).not.toContain(content.apiKey);
  const changed = await api.updateModelConnection(created.id, { name: "Ours", kind: "openai" });
  expect(changed).toMatchObject({ id: created.id, name: "Ours", hasKey: true, dailyBudget: null });
  expect(await api.getModelConnection(created.id)).toEqual(changed);
  expect(await api.deleteModelConnection(created.id)).toBe(created.id);
  await expect(api.deleteModelConnection(created.id)).rejects.toThrow(created.id);
  expect(await api.getModelConnections()).toEqual([]);
});

test("a connection is checked before it is stored", async () => {
  const { api } = (await connectWith("connections read write")).client;
  // No server listens at the port.
  const content = { name: "Local", kind: "openaiCompatible", baseUrl: "http://127.0.0.1:9/v1" } as const;
  expect(await api.checkModelConnection(content)).toMatchObject({ ok: false, problem: "unreachable", models: [] });
  await expect(api.checkModelConnection(content, { id: "none" })).rejects.toThrow(
    'id: model connection "none" not found',
  );
  expect(await api.getModelConnections()).toEqual([]);
});

test("a key with the scope `connections` creates, changes and deletes channels", async () => {
  const { api } = (await connectWith("connections read")).client;
  const content = { name: "Ops", kind: "WEBHOOK", url: "https://hooks.example.com/secret-path" } as const;
  const { channel, signingSecret } = await api.createChannel({ ...content, events: ["DATASET_CHANGED"] });
  expect(channel).toMatchObject({ name: "Ops", address: "https://hooks.example.com", events: ["DATASET_CHANGED"] });
  expect(signingSecret).toMatch(/^whsec_/);
  expect(await api.updateChannel(channel.id, { name: "Team", kind: "WEBHOOK" })).toMatchObject({
    channel: { id: channel.id, name: "Team", isReady: true },
    signingSecret: null,
  });
  expect(await api.deleteChannel(channel.id)).toBe(channel.id);
  expect(await api.getChannels()).toEqual([]);
});

const forbidden = { errors: [{ extensions: { code: "FORBIDDEN" } }] };

test("a key without the scope `connections` may not create model connections or channels", async () => {
  const { api } = (await connectWith("read write ingest")).client;
  await expect(api.createModelConnection({ name: "c", kind: "openai" })).rejects.toMatchObject(forbidden);
  await expect(api.createChannel({ name: "c", kind: "EMAIL", email: "a@example.com" })).rejects.toMatchObject(
    forbidden,
  );
});

test("a key with only the scope `connections` reads nothing", async () => {
  const { api } = (await connectWith("connections")).client;
  await expect(api.getThreads()).rejects.toMatchObject(forbidden);
  await expect(api.getModelConnections()).rejects.toMatchObject(forbidden);
  await expect(api.getChannels()).rejects.toMatchObject(forbidden);
});

test("model connections are read, and an unknown one is null", async () => {
  const { client } = startService();
  expect(await client.api.getModelConnections()).toEqual([]);
  expect(await client.api.getModelConnection("none")).toBeNull();
  await expect(client.api.testModelConnection("none", { model: "m" })).rejects.toThrow(
    'id: model connection "none" not found',
  );
});
