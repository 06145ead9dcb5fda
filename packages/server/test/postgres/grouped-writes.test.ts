import { expect, test } from "vitest";
import { project, withStore } from "../../src/store/conformance/with-store.ts";
import type { StepWrite } from "../../src/store/steps.ts";
import { describePostgres } from "./describe-postgres.ts";

const stepOf = (index: number): StepWrite => ({
  id: `s${index}`,
  createdAt: index,
  threadId: `t${index % 3}`,
  output: index,
});

describePostgres("requests that write steps at the same moment", (tests) => {
  test("each request gets the results of its own steps, however they are batched", () =>
    withStore(tests().openStore, async (store) => {
      await store.steps.ingest(project, [stepOf(0)]);
      await store.steps.delete(project, "s0", 5);
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, index) => store.steps.ingest(project, [stepOf(index), stepOf(index + 100)])),
      );
      expect(outcomes).toEqual(outcomes.map((_, index) => [index === 0 ? "deleted" : "stored", "stored"]));
      expect(await store.steps.count(project, {})).toBe(119);
      const steps = await store.steps.getMany(project, ["s7", "s107"]);
      expect(steps.map((step) => step?.output)).toEqual([7, 107]);
    }));

  test("a step that cannot be stored fails only its own request", () =>
    withStore(tests().openStore, async (store) => {
      const bad: StepWrite = { ...stepOf(9), createdAt: 1.5 };
      const requests = [[stepOf(1)], [stepOf(2)], [stepOf(3)], [stepOf(4)], [bad, stepOf(5)], [stepOf(6)], [stepOf(7)]];
      const settled = await Promise.allSettled(requests.map((writes) => store.steps.ingest(project, writes)));
      expect(settled.map(({ status }) => status)).toEqual(
        requests.map(([first]) => (first === bad ? "rejected" : "fulfilled")),
      );
      expect(await store.steps.count(project, {})).toBe(6);
    }));
});
