import { randomUUID } from "node:crypto";
import { Score } from "@literalai/client";
import { describe, expect, test } from "vitest";
import type { Context } from "./context.ts";

export function experimentOperations({ api }: Context): void {
  describe("experiments of this version", () => {
    test("an experiment has a prompt version, and each of its items has a dataset item", async () => {
      const dataset = await api.createDataset({ name: randomUUID() });
      const item = await dataset.createItem({ input: { question: "2+2?" } });
      const prompt = await api.getOrCreatePrompt(randomUUID(), [{ role: "user", content: "{{question}}" }]);
      const given = { name: "First", promptId: prompt.id, params: { temperature: 0 } };
      const experiment = await api.createExperiment({ ...given, datasetId: dataset.id });
      expect(experiment.id).toEqual(expect.any(String));
      const fields = { datasetItemId: item.id, input: { question: "2+2?" }, output: { answer: "4" } };
      const logged = await experiment.log({
        ...fields,
        scores: [new Score({ name: "correct", type: "AI", value: 1 })],
      });
      expect(logged).toMatchObject({
        input: fields.input,
        output: fields.output,
        createdScores: [{ name: "correct", value: 1 }],
      });
      const second = await dataset.createExperiment(given);
      const created = await api.createExperimentItem({
        ...fields,
        datasetExperimentId: second.id,
        scores: [],
      } as never);
      expect(created).toMatchObject({ id: expect.any(String), createdScores: [] });
    });
  });
}
