import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Subject } from "../subject.ts";

const settings = {
  provider: "openai",
  model: "gpt-4o",
  frequency_penalty: 0,
  max_tokens: 256,
  presence_penalty: 0,
  temperature: 0.5,
  top_p: 1,
};

export function promptOperations({ api }: Subject): void {
  describe("prompts", () => {
    test("createPromptLineage creates one lineage per name", async () => {
      const name = randomUUID();
      const lineage = await api.createPromptLineage(name, "Greets");
      expect(lineage).toEqual({ id: expect.any(String), name });
      await expect(api.createPromptLineage(name)).resolves.toEqual(lineage);
    });

    test("getOrCreatePrompt numbers versions from 0, and returns the same one for the same content", async () => {
      const name = randomUUID();
      const hello = [{ role: "system" as const, content: "Hello {{name}}" }];
      const first = await api.getOrCreatePrompt(name, hello, settings);
      expect(first).toMatchObject({ name, version: 0, provider: "openai", settings: { model: "gpt-4o" } });
      await expect(api.getOrCreatePrompt(name, hello, settings)).resolves.toMatchObject({ id: first.id, version: 0 });
      const { provider: _provider, ...withoutProvider } = settings;
      await expect(api.getOrCreatePrompt(name, hello, withoutProvider)).resolves.toMatchObject({ id: first.id });
      const second = await api.createPrompt(name, [{ role: "system", content: "Bye {{name}}" }], settings);
      expect(second).toMatchObject({ version: 1 });
      const tools = [{ type: "function", function: { name: "wave", description: "Waves", parameters: {} } }];
      await expect(api.getOrCreatePrompt(name, hello, settings, tools)).resolves.toMatchObject({ version: 2, tools });
    });

    test("getPrompt and getPromptById return a prompt that formats its messages", async () => {
      const name = randomUUID();
      const created = await api.getOrCreatePrompt(
        name,
        [
          { role: "system", content: "You help {{user}}.{{#polite}} Be polite.{{/polite}}" },
          { role: "user", content: [{ type: "text", text: "Hello from {{user}}" }] },
        ],
        settings,
      );
      const byId = await api.getPromptById(created.id);
      expect(byId).toMatchObject({ id: created.id, name, version: 0, type: "CHAT", provider: "openai" });
      expect(byId.variables).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: "user" }),
          expect.objectContaining({ name: "polite" }),
        ]),
      );
      const prompt = await api.getPrompt(name, 0);
      expect(prompt.formatMessages({ user: "Ada", polite: true })).toMatchObject([
        { role: "system", content: "You help Ada. Be polite." },
        { role: "user", content: [{ type: "text", text: "Hello from Ada" }] },
      ]);
      const [message] = prompt.format({ user: "Ada" });
      expect(message).toMatchObject({ content: "You help Ada." });
      expect(Object.keys(message).toSorted()).toEqual(["content", "literalMetadata", "role"]);
      expect(message.literalMetadata()).toEqual({
        uuid: expect.any(String),
        promptId: created.id,
        variables: { user: "Ada" },
      });
    });

    test("a prompt becomes a LangChain template", async () => {
      const prompt = await api.getOrCreatePrompt(randomUUID(), [{ role: "user", content: "Hello {{name}}" }]);
      const messages = await prompt.toLangchainChatPromptTemplate().formatMessages({ name: "Ada" });
      expect(messages).toMatchObject([{ content: "Hello Ada" }]);
    });

    test("getPrompt without a version follows the rollout, which begins with version 0", async () => {
      const name = randomUUID();
      await api.getOrCreatePrompt(name, [{ role: "user", content: "A" }]);
      await api.getOrCreatePrompt(name, [{ role: "user", content: "B" }]);
      await expect(api.getPrompt(name)).resolves.toMatchObject({ version: 0 });
      await expect(api.getPrompt(name, 1)).resolves.toMatchObject({ version: 1 });
      expect((await api.getPrompt(randomUUID())) ?? null).toBeNull();
    });
  });
}
