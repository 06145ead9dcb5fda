import { afterAll, expect, test, vi } from "vitest";
import { startService } from "../../test/start-service.ts";
import type { Fetch } from "../configuration.ts";
import { Prompt } from "../prompt.ts";
import type { IGenerationMessage } from "../types/generations.ts";

const service = startService({}, afterAll);
const { client, connect } = service;
const { api } = client;

const say = (content: string): IGenerationMessage[] => [{ role: "user", content }];
const unauthorized = () => Promise.resolve(Response.json({ errors: [{ message: "no" }] }, { status: 401 }));
const hanging = () => new Promise<Response>(() => {});

test("createPromptLineage creates a lineage once per name", async () => {
  const lineage = await api.createPromptLineage("lineage", "what it is");
  expect(lineage).toMatchObject({ id: expect.any(String) as string, name: "lineage" });
  expect((await api.createPromptLineage("lineage"))!.id).toBe(lineage!.id);
});

test("createPromptLineage resolves to null on failure, and reports the error to onError", async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const failing = connect({ fetch: unauthorized, onError });
  expect(await failing.api.createPromptLineage("lineage")).toBeNull();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ name: "HttpError", status: 401 }));
});

test("createPromptLineage rejects with the caller's reason when it is aborted", async () => {
  const slow = connect({ fetch: hanging });
  const call = slow.api.createPromptLineage("lineage", undefined, { signal: AbortSignal.timeout(10) });
  await expect(call).rejects.toMatchObject({ name: "TimeoutError", constructor: DOMException });
});

test("getPromptLineageByName resolves to the lineage or null", async () => {
  const lineage = await api.createPromptLineage("by name");
  expect(await api.getPromptLineageByName("by name")).toMatchObject({ id: lineage!.id, name: "by name" });
  expect(await api.getPromptLineageByName("unknown")).toBeNull();
});

test("getOrCreatePrompt resolves to the whole prompt", async () => {
  const tools = [{ type: "function", function: { name: "search", description: "finds", parameters: {} } }];
  const settings = { provider: "openai", model: "gpt-4o", temperature: 0 };
  const prompt = await api.getOrCreatePrompt("whole", say("Hello {{name}}"), settings, tools);
  expect(prompt).toBeInstanceOf(Prompt);
  expect(prompt).toMatchObject({
    name: "whole",
    version: 0,
    provider: "openai",
    settings: { model: "gpt-4o", temperature: 0 },
    tools,
    templateMessages: [{ role: "user", content: "Hello {{name}}", uuid: expect.any(String) as string }],
    variables: [{ name: "name", language: "plaintext" }],
    url: expect.stringContaining("name=whole&version=0") as string,
  });
  expect(prompt.settings).not.toHaveProperty("provider");
  expect(prompt.formatMessages({ name: "O'Brien" })[0]!.content).toBe("Hello O'Brien");
});

test("getOrCreatePrompt resolves to the existing version for the same content, and to a new one for other content", async () => {
  const first = await api.getOrCreatePrompt("same", say("one"), { model: "m" });
  const again = await api.getOrCreatePrompt("same", say("one"), { model: "m" });
  const other = await api.getOrCreatePrompt("same", say("two"), { model: "m" });
  expect(again.id).toBe(first.id);
  expect(other).toMatchObject({ version: 1 });
});

test("createPrompt is an alias of getOrCreatePrompt", async () => {
  const prompt = await api.createPrompt("old", say("one"), { model: "m" });
  expect((await api.getOrCreatePrompt("old", say("one"), { model: "m" })).id).toBe(prompt.id);
});

test("getPromptById and getPrompt find a version", async () => {
  const created = await api.getOrCreatePrompt("find", say("zero"));
  const second = await api.getOrCreatePrompt("find", say("one"));
  expect(await api.getPromptById(second.id)).toMatchObject({ id: second.id, name: "find", version: 1 });
  expect(await api.getPrompt("find", 1)).toMatchObject({ id: second.id });
  expect(await api.getPrompt("find", 0)).toMatchObject({ id: created.id });
  expect(await api.getPrompt("find")).toBeInstanceOf(Prompt);
});

test("getPromptById and getPrompt resolve to null for an unknown prompt", async () => {
  expect(await api.getPromptById("unknown")).toBeNull();
  expect(await api.getPrompt("unknown")).toBeNull();
  await api.getOrCreatePrompt("short", say("zero"));
  expect(await api.getPrompt("short", 7)).toBeNull();
});

test("getPrompt rejects with the reason when the service fails and there is no cached copy", async () => {
  const failing = connect({ fetch: unauthorized });
  await expect(failing.api.getPrompt("any")).rejects.toMatchObject({ name: "HttpError", status: 401 });
});

test("getPrompt resolves to the cached copy when the service fails, and reports the error to onError", async () => {
  const created = await api.getOrCreatePrompt("cached", say("zero"));
  const onError = vi.fn<(error: unknown) => void>();
  const fetch = vi.fn<Fetch>(service.fetch);
  const cached = connect({ fetch, onError });
  await cached.api.getPrompt("cached");
  await cached.api.getPromptById(created.id);
  fetch.mockImplementation(unauthorized);
  expect(await cached.api.getPrompt("cached")).toMatchObject({ id: created.id });
  expect(await cached.api.getPromptById(created.id)).toMatchObject({ id: created.id });
  expect(onError).toHaveBeenCalledTimes(2);
  await expect(cached.api.getPrompt("cached", 0)).rejects.toMatchObject({ status: 401 });
});

test("getPrompt waits a second for a hanging service when there is a cached copy", async () => {
  const created = await api.getOrCreatePrompt("slow", say("zero"));
  const fetch = vi.fn<Fetch>(service.fetch);
  const cached = connect({ fetch, onError: () => {} });
  await cached.api.getPrompt("slow");
  fetch.mockImplementation(hanging);
  expect(await cached.api.getPrompt("slow")).toMatchObject({ id: created.id });
});

test("fetching a version does not replace the prompt that was cached without a version", async () => {
  const latest = await api.getOrCreatePrompt("apart", say("zero"));
  await api.getOrCreatePrompt("apart", say("one"));
  await api.updatePromptAbTesting("apart", [{ version: 0, rollout: 1 }]);
  const fetch = vi.fn<Fetch>(service.fetch);
  const cached = connect({ fetch, onError: () => {} });
  await cached.api.getPrompt("apart");
  await cached.api.getPrompt("apart", 1);
  fetch.mockImplementation(unauthorized);
  expect(await cached.api.getPrompt("apart")).toMatchObject({ id: latest.id, version: 0 });
});

test("clients do not share their cached prompts", async () => {
  await api.getOrCreatePrompt("private", say("zero"));
  await api.getPrompt("private");
  const failing = connect({ fetch: unauthorized });
  await expect(failing.api.getPrompt("private")).rejects.toMatchObject({ status: 401 });
});

test("getPromptWithQuery runs the caller's document", async () => {
  const created = await api.getOrCreatePrompt("queried", say("zero"), { provider: "openai", model: "m" });
  const document = `query Mine($id: String!) {
    promptVersion(id: $id) { id version templateMessages settings lineage { name } }
  }`;
  expect(await api.getPromptWithQuery(document, { id: created.id })).toMatchObject({
    id: created.id,
    name: "queried",
    provider: "openai",
    settings: { model: "m" },
  });
  expect(await api.getPromptWithQuery(document, { id: "unknown" })).toBeNull();
});

test("getPromptWithQuery rejects an invalid document", async () => {
  await expect(api.getPromptWithQuery("query { nonsense }", {})).rejects.toMatchObject({
    name: "HttpError",
    status: 400,
    errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }],
  });
});

test("createPromptVariant resolves to an id for an experiment", async () => {
  await api.getOrCreatePrompt("varied", say("zero"));
  const id = await api.createPromptVariant("varied", say("tried"), { model: "m" });
  expect(id).toEqual(expect.any(String));
  expect(await api.createExperiment({ name: "e", promptVariantId: id })).toMatchObject({ promptVariantId: id });
  expect(await api.getPrompt("varied", 1)).toBeNull();
});

test("createPromptVariant accepts a name without a prompt", async () => {
  expect(await api.createPromptVariant("no such prompt", say("tried"))).toEqual(expect.any(String));
});

test("getPromptAbTesting resolves to the weights, or to null for an unknown prompt", async () => {
  await api.getOrCreatePrompt("weighed", say("zero"));
  expect(await api.getPromptAbTesting("weighed")).toEqual([{ version: 0, rollout: 100 }]);
  expect(await api.getPromptAbTesting("unknown")).toBeNull();
});

test("updatePromptAbTesting replaces the weights that getPrompt selects by", async () => {
  await api.getOrCreatePrompt("picked", say("zero"));
  await api.getOrCreatePrompt("picked", say("one"));
  expect(await api.updatePromptAbTesting("picked", [{ version: 1, rollout: 1 }])).toMatchObject({ ok: true });
  expect(await api.getPromptAbTesting("picked")).toEqual([{ version: 1, rollout: 1 }]);
  expect((await api.getPrompt("picked"))!.version).toBe(1);
});

test("updatePromptAbTesting rejects for an unknown prompt or version", async () => {
  const rollouts = [{ version: 9, rollout: 1 }];
  await expect(api.updatePromptAbTesting("unknown", rollouts)).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
  await api.getOrCreatePrompt("one version", say("zero"));
  await expect(api.updatePromptAbTesting("one version", rollouts)).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test.each([undefined, {}, "Hello"])(
  "getOrCreatePrompt rejects invalid messages with a reason: %j",
  async (messages) => {
    await expect(api.getOrCreatePrompt("without messages", messages as never)).rejects.toThrow(
      "getOrCreatePrompt: templateMessages of without messages must be an array of messages",
    );
    await expect(api.getPromptLineageByName("without messages")).resolves.toBeNull();
  },
);

test("a label selects a version, moves to another, and is removed", async () => {
  const first = await api.getOrCreatePrompt("labeled", say("one"));
  const second = await api.getOrCreatePrompt("labeled", say("two"));
  const labeled = await api.setPromptLabel("labeled", "production", first.version);
  expect(labeled).toMatchObject({ name: "labeled", labels: [{ name: "production", version: 0 }] });
  expect(await api.getPrompt("labeled", { label: "production" })).toMatchObject({
    id: first.id,
    labels: ["production"],
  });
  await api.setPromptLabel("labeled", "production", second.version);
  expect(await api.getPrompt("labeled", { label: "production" })).toMatchObject({ id: second.id });
  expect(await api.getPrompt("labeled", { label: "latest" })).toMatchObject({ id: second.id });
  expect((await api.setPromptLabel("labeled", "production", null)).labels).toEqual([]);
  expect(await api.getPrompt("labeled", { label: "production" })).toBeNull();
});

test("a labeled prompt comes from the cache while the service is away", async () => {
  await api.getOrCreatePrompt("cached label", say("one"));
  await api.setPromptLabel("cached label", "production", 0);
  const onError = vi.fn<(error: unknown) => void>();
  const fetch = vi.fn<Fetch>(service.fetch);
  const cached = connect({ fetch, onError });
  await cached.api.getPrompt("cached label", { label: "production" });
  fetch.mockImplementation(unauthorized);
  expect(await cached.api.getPrompt("cached label", { label: "production" })).toMatchObject({ version: 0 });
  expect(onError).toHaveBeenCalledOnce();
});

test("deletePromptLineage deletes the prompt with its versions", async () => {
  const { id } = await api.getOrCreatePrompt("deleted", say("one"));
  const lineage = await api.getPromptLineageByName("deleted");
  expect(await api.deletePromptLineage(lineage!.id)).toMatchObject({ name: "deleted" });
  expect(await api.getPromptById(id)).toBeNull();
  await expect(api.deletePromptLineage(lineage!.id)).rejects.toThrow("not found");
});
