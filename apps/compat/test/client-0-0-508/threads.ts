import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Context } from "./context.ts";

export function threadOperations({ client, api }: Context): void {
  describe("threads, steps and prompts of this version", () => {
    test("upsertThread takes an environment, by name and by position, and returns the steps", async () => {
      const threadId = randomUUID();
      await client.step({ name: "search", type: "tool", threadId }).send();
      const thread = await api.upsertThread({ threadId, name: "Support", environment: "staging" });
      expect(thread).toMatchObject({ id: threadId, name: "Support", steps: [{ name: "search" }] });
      await expect(
        api.upsertThread(threadId, "Renamed", { by: "position" }, undefined, "prod", ["t"]),
      ).resolves.toMatchObject({ name: "Renamed", metadata: { by: "position" }, tags: ["t"] });
    });

    test("a thread, its steps and a run are sent one by one", async () => {
      const thread = await client.thread({ name: "By hand" }).upsert();
      const step = await thread.step({ name: "agent", type: "run" }).send();
      const child = await step.step({ name: "search", type: "tool" }).send();
      const run = await client.run({ name: "alone" }).send();
      expect(step.isMessage()).toBe(false);
      expect(step.serialize()).toMatchObject({ id: step.id, threadId: thread.id });
      const stored = await api.getThread(thread.id);
      expect(stored.steps).toHaveLength(2);
      await expect(api.getStep(child.id ?? "")).resolves.toMatchObject({ parentId: step.id, threadId: thread.id });
      await expect(api.getStep(run.id ?? "")).resolves.toMatchObject({ type: "run", threadId: null });
    });

    test("createGeneration keeps the given id, and returns id and type", async () => {
      const id = randomUUID();
      await expect(api.createGeneration({ id, prompt: "One", completion: "Two" })).resolves.toEqual({
        id,
        type: "COMPLETION",
      });
    });

    test("getPromptWithQuery runs a document of the caller", async () => {
      const name = randomUUID();
      const { id } = await api.getOrCreatePrompt(name, [{ role: "user", content: "Hello {{name}}" }]);
      const query = `query Mine($name: String!) {
        promptVersion(name: $name) { id version templateMessages settings lineage { name } }
      }`;
      const prompt = await api.getPromptWithQuery(query, { name });
      expect(prompt).toMatchObject({ id, name, version: 0 });
      expect(prompt?.formatMessages({ name: "Ada" })).toMatchObject([{ content: "Hello Ada" }]);
      await expect(api.getPromptWithQuery(query, { name: randomUUID() })).resolves.toBeNull();
    });
  });
}
