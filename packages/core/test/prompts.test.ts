import { ChatPromptTemplate } from "@langchain/core/prompts";
import { expect, test } from "vitest";
import { Prompt, Threadline } from "../src/index.ts";
import { startService } from "./start-service.ts";

const offline = new Threadline({ apiKey: "tl_test_key", fetch: () => Promise.reject(new TypeError("offline")) });
const prompt = new Prompt(offline, {
  id: "p1",
  name: "greeting",
  version: 0,
  templateMessages: [
    { uuid: "m1", templated: true, role: "system", content: "You are {{persona}}." },
    {
      uuid: "m2",
      role: "user",
      content: [
        { type: "text", text: "It's {{name}}" },
        { type: "image_url", image_url: "https://example.com/a.png" },
      ],
    },
  ],
  variables: [
    { name: "persona", language: "plaintext" },
    { name: "name", language: "plaintext" },
  ],
  variablesDefaultValues: { persona: "a friend", name: "nobody" },
});

test("formatMessages renders variables over default values, without HTML escapes", () => {
  expect(prompt.formatMessages({ name: `Ada & "Bob"` })).toStrictEqual([
    { role: "system", content: "You are a friend." },
    {
      role: "user",
      content: [
        { type: "text", text: `It's Ada & "Bob"` },
        { type: "image_url", image_url: "https://example.com/a.png" },
      ],
    },
  ]);
});

test("a rendered message has only the fields of a model, and a hidden origin", () => {
  const [system] = prompt.formatMessages({ name: "Ada" });
  expect(Object.keys(system!)).toStrictEqual(["role", "content"]);
  expect(JSON.stringify(system)).toBe('{"role":"system","content":"You are a friend."}');
  expect(structuredClone({ ...system })).toStrictEqual({ role: "system", content: "You are a friend." });
  expect(system?.literalMetadata()).toStrictEqual({
    uuid: "m1",
    promptId: "p1",
    variables: { persona: "a friend", name: "Ada" },
  });
});

test("formatMessages does not change the template", () => {
  const before = structuredClone(prompt.templateMessages);
  prompt.formatMessages({ name: "Ada" });
  expect(prompt.templateMessages).toStrictEqual(before);
});

test("toLangchainChatPromptTemplate renders in LangChain with the prompt's id on each message", async () => {
  const template = await prompt.toLangchainChatPromptTemplate<ChatPromptTemplate>();
  expect(template).toBeInstanceOf(ChatPromptTemplate);
  const { messages } = (await template.invoke({ name: "Ada <3" })) as { messages: object[] };
  expect(messages).toMatchObject([
    { type: "system", content: "You are a friend." },
    { type: "human", content: [{ type: "text", text: "It's Ada <3" }, { type: "image_url" }] },
  ]);
  expect(messages[0]).toMatchObject({
    additional_kwargs: { uuid: "m1", promptId: "p1", variables: { name: "Ada <3" } },
  });
});

test("a fetched prompt is rendered, and its id links a generation to it", async () => {
  const { client } = startService();
  const created = await client.api.getOrCreatePrompt("welcome", [{ role: "user", content: "Hello {{name}}" }], {
    provider: "openai",
    model: "gpt-4o",
  });
  expect(created).toMatchObject({ name: "welcome", version: 0, provider: "openai", settings: { model: "gpt-4o" } });
  const fetched = await client.api.getPrompt("welcome");
  const [message] = fetched!.formatMessages({ name: "O'Neil" });
  expect(message).toStrictEqual({ role: "user", content: "Hello O'Neil" });
  expect(message?.literalMetadata()).toMatchObject({ promptId: created.id, variables: { name: "O'Neil" } });
});

test("when the service is down, getPrompt returns the cached copy of the same version only", async () => {
  const { fetch, connect, errors } = startService();
  let isDown = false;
  const client = connect({
    maxRetries: 0,
    fetch: (input, init) => (isDown ? Promise.reject(new TypeError("down")) : fetch(input, init)),
  });
  const message = (content: string) => [{ role: "user" as const, content }];
  const first = await client.api.getOrCreatePrompt("p", message("first"));
  const second = await client.api.getOrCreatePrompt("p", message("second"));
  await client.api.updatePromptAbTesting("p", [{ version: 1, rollout: 100 }]);
  await client.api.getPrompt("p");
  await client.api.getPrompt("p", 0);
  await client.api.getPromptById(first.id);

  isDown = true;
  await expect(client.api.getPrompt("p")).resolves.toMatchObject({ id: second.id, version: 1 });
  await expect(client.api.getPrompt("p", 0)).resolves.toMatchObject({ id: first.id, version: 0 });
  await expect(client.api.getPromptById(first.id)).resolves.toMatchObject({ version: 0 });
  expect(errors).toHaveLength(3);
  await expect(client.api.getPrompt("p", 1)).rejects.toMatchObject({ name: "NetworkError" });
  await expect(client.api.getPrompt("unknown")).rejects.toMatchObject({ name: "NetworkError" });

  isDown = false;
  await expect(client.api.getPrompt("unknown")).resolves.toBeNull();
});

test("cached prompts belong to one client, and so to one service and project", async () => {
  const { client, connect } = startService();
  await client.api.getOrCreatePrompt("p", [{ role: "user", content: "mine" }]);
  await client.api.getPrompt("p");
  const other = connect({ fetch: () => Promise.reject(new TypeError("down")), maxRetries: 0 });
  await expect(other.api.getPrompt("p")).rejects.toMatchObject({ name: "NetworkError" });
});

test("getPrompt rejects for a wrong key, instead of resolving to null", async () => {
  const { connect } = startService();
  const client = connect({ apiKey: "tl_wrong_key" });
  await expect(client.api.getPrompt("p")).rejects.toMatchObject({ name: "HttpError", status: 401 });
});

test("updatePromptAbTesting returns its result", async () => {
  const { client } = startService();
  await client.api.getOrCreatePrompt("p", [{ role: "user", content: "a" }]);
  await expect(client.api.updatePromptAbTesting("p", [{ version: 0, rollout: 60 }])).resolves.toMatchObject({
    ok: true,
  });
  await expect(client.api.getPromptAbTesting("p")).resolves.toStrictEqual([{ version: 0, rollout: 60 }]);
});
