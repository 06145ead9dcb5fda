import { randomUUID } from "node:crypto";
import { LiteralClient } from "@literalai/client-0-1-5";
import { describe, expect, test } from "vitest";
import type { Context } from "./context.ts";

export function rolloutOperations({ api }: Context): void {
  describe("rollouts, variants and lists of datasets", () => {
    test("getPromptAbTesting returns the weights that updatePromptAbTesting set", async () => {
      const name = randomUUID();
      await api.getOrCreatePrompt(name, [{ role: "user", content: "A" }]);
      await expect(api.getPromptAbTesting(name)).resolves.toEqual([{ version: 0, rollout: 100 }]);
      await api.getOrCreatePrompt(name, [{ role: "user", content: "B" }]);
      const rollouts = [
        { version: 0, rollout: 0 },
        { version: 1, rollout: 60 },
      ];
      await expect(api.updatePromptAbTesting(name, rollouts)).resolves.toBeUndefined();
      const stored = await api.getPromptAbTesting(name);
      expect(stored?.toSorted((a, b) => a.version - b.version)).toEqual(rollouts);
      await expect(api.getPrompt(name)).resolves.toMatchObject({ version: 1 });
      await expect(api.getPromptAbTesting(randomUUID())).resolves.toBeNull();
    });

    test("getPromptLineageByName finds a lineage or null", async () => {
      const name = randomUUID();
      const { id } = await api.createPromptLineage(name);
      await expect(api.getPromptLineageByName(name)).resolves.toEqual({ id });
      await expect(api.getPromptLineageByName(randomUUID())).resolves.toBeNull();
    });

    test("createPromptVariant works with and without a lineage of that name", async () => {
      const name = randomUUID();
      await api.createPromptLineage(name);
      const messages = [{ role: "user" as const, content: "{{question}}" }];
      const settings = { model: "gpt-4o", temperature: 1 };
      await expect(api.createPromptVariant(name, messages, settings, [])).resolves.toEqual(expect.any(String));
      await expect(api.createPromptVariant(randomUUID(), messages)).resolves.toEqual(expect.any(String));
    });

    test("a prompt that was read once is served from the cache while the service is down", async () => {
      const name = randomUUID();
      await api.getOrCreatePrompt(name, [{ role: "user", content: "Hello {{name}}" }]);
      const { id } = await api.getPrompt(name);
      const { api: away } = new LiteralClient({ apiKey: "any", apiUrl: "http://127.0.0.1:9" });
      await expect(away.getPrompt(name)).resolves.toMatchObject({ id, version: 0 });
    });

    test("getDatasets returns all datasets, across pages", async () => {
      const names = Array.from({ length: 101 }, () => randomUUID());
      await Promise.all(names.map((name) => api.createDataset({ name })));
      const datasets = await api.getDatasets();
      expect(datasets.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
      expect(Object.keys(datasets[0] ?? {})).toEqual(["id", "name"]);
    });
  });
}
