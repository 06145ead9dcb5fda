import { randomUUID } from "node:crypto";
import { DatasetExperimentItem } from "@literalai/client-0-1-5";
import { describe, expect, test, vi } from "vitest";
import { type Context, soon } from "./context.ts";

export function experimentOperations({ client, api }: Context): void {
  describe("experiments", () => {
    test("createExperiment and createExperimentItem store an item with its scores", async () => {
      const variant = await api.createPromptVariant(randomUUID(), [{ role: "user", content: "{{question}}" }]);
      const experiment = await api.createExperiment({
        name: "Without a dataset",
        promptVariantId: variant ?? "",
        params: [{ temperature: 0 }],
      });
      expect(experiment.id).toEqual(expect.any(String));
      const item = await api.createExperimentItem(
        new DatasetExperimentItem({
          datasetExperimentId: experiment.id,
          input: { question: "2+2?" },
          output: { answer: "4" },
          scores: [{ name: "correct", type: "CODE", value: 1 }],
        }),
      );
      expect(item).toMatchObject({
        input: { question: "2+2?" },
        output: { answer: "4" },
        experimentRunId: null,
        createdScores: [{ name: "correct", type: "CODE", value: 1 }],
      });
    });

    test("an experiment on a dataset logs its runs under the environment `experiment`", async () => {
      const dataset = await api.createDataset({ name: randomUUID() });
      const { id: datasetItemId } = await dataset.createItem({ input: { question: "2+2?" } });
      const experiment = await dataset.createExperiment({ name: "On a dataset", params: { temperature: 0 } });
      const runIds: string[] = [];
      for (const answer of ["4", "5"]) {
        await client.experimentItemRun().wrap(async (run) => {
          runIds.push(client.getCurrentExperimentItemRunId());
          expect(run.id).toBe(client.getCurrentExperimentItemRunId());
          const item = await experiment.log({
            datasetItemId,
            input: { question: "2+2?" },
            output: { answer },
            scores: [{ name: "correct", type: "AI", value: answer === "4" ? 1 : 0, scorer: "judge" }],
          });
          expect(item).toMatchObject({ experimentRunId: run.id, output: { answer } });
          return { answer };
        });
      }
      expect(experiment.items).toHaveLength(2);
      for (const id of runIds) {
        await vi.waitFor(
          () =>
            expect(api.getStep(id)).resolves.toMatchObject({
              type: "run",
              name: "Experiment Run",
              environment: "experiment",
            }),
          soon,
        );
      }
    });

    test("an item without scores is stored, and the empty batch of scores is no error", async () => {
      const experiment = await api.createExperiment({ name: "Unscored" });
      const item = await experiment.log({ input: { question: 1 }, output: { answer: 2 }, scores: [] });
      expect(item).toMatchObject({ id: expect.any(String), createdScores: [] });
    });
  });
}
