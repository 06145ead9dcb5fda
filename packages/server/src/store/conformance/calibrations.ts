import { describe, expect, test } from "vitest";
import type { CalibratedVersion } from "../calibrations.ts";
import type { ScoreWrite } from "../scores.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const ofSteps: CalibratedVersion = { id: "v", scoreName: "tone", target: "STEP" };
const ofThreads: CalibratedVersion = { id: "w", scoreName: "tone", target: "THREAD" };
const ofItems: CalibratedVersion = { id: "x", scoreName: "tone", target: "EXPERIMENT_ITEM" };
const always = { from: null, until: null };

const judge = (id: string, at: number, value: number, more: Partial<ScoreWrite> = {}): ScoreWrite => ({
  id: `judge ${id}`,
  at,
  name: "tone",
  type: "AI",
  value,
  stepId: id,
  evaluatorVersionId: "v",
  ...more,
});
const label = (id: string, at: number, value: number, more: Partial<ScoreWrite> = {}): ScoreWrite => ({
  id: `label ${id}`,
  at,
  name: "tone",
  type: "HUMAN",
  value,
  stepId: id,
  labeledBy: "account:a",
  ...more,
});

export function describeCalibrations(openStore: OpenStore): void {
  describe("calibrations", () => {
    test("labels are scores of people with the score name of the version, for targets that the version scored", () =>
      withStore(openStore, async ({ calibrations, scores }) => {
        await scores.upsertMany(project, [
          judge("a", 1, 1, { label: "kind" }),
          judge("b", 2, 0),
          judge("c", 3, 0),
          judge("old", 4, 0, { evaluatorVersionId: "earlier version" }),
          label("b", 11, 1, { stepId: null, generationId: "b", labeledBy: "name:Ada" }),
          label("a", 10, 1, { label: "kind" }),
          label("c", 12, 1, { labeledBy: null }),
          label("a other name", 13, 1, { stepId: "a", name: "length" }),
          label("old", 14, 1),
          label("not judged", 15, 1),
        ]);
        const common = { versionId: "v", judgeLabel: null, label: null };
        expect(await calibrations.labels(project, [ofSteps], 9)).toEqual([
          {
            ...common,
            targetId: "a",
            judgeScoreId: "judge a",
            judgeValue: 1,
            judgeLabel: "kind",
            judgedAt: 1,
            labelScoreId: "label a",
            labeledBy: "account:a",
            value: 1,
            label: "kind",
          },
          {
            ...common,
            targetId: "b",
            judgeScoreId: "judge b",
            judgeValue: 0,
            judgedAt: 2,
            labelScoreId: "label b",
            labeledBy: "name:Ada",
            value: 1,
          },
        ]);
        // Reads the 3 newest labels with the name `tone`. Of their targets, the version has scored only `b`.
        expect((await calibrations.labels(project, [ofSteps], 3)).map(({ targetId }) => targetId)).toEqual(["b"]);
        expect(await calibrations.labels(otherProject, [ofSteps], 9)).toEqual([]);
        expect(await calibrations.labels(project, [], 9)).toEqual([]);
      }));

    test("labels of several versions are read together, also of threads and experiment items", () =>
      withStore(openStore, async ({ calibrations, scores }) => {
        const thread = { stepId: null, threadId: "t" };
        const item = { stepId: null, datasetExperimentItemId: "i" };
        await scores.upsertMany(project, [
          judge("a", 1, 1),
          judge("a again", 2, 0, { stepId: "a", evaluatorVersionId: "v2" }),
          judge("t", 3, 1, { ...thread, evaluatorVersionId: "w" }),
          judge("i", 4, 1, { ...item, evaluatorVersionId: "x" }),
          label("a", 10, 1),
          label("t", 11, 0, thread),
          label("i", 12, 0, item),
        ]);
        const found = await calibrations.labels(project, [ofSteps, { ...ofSteps, id: "v2" }, ofThreads, ofItems], 9);
        const pairs = found.map(({ versionId, targetId, judgeValue, value }) => [
          versionId,
          targetId,
          judgeValue,
          value,
        ]);
        expect(pairs.toSorted()).toEqual([
          ["v", "a", 1, 1],
          ["v2", "a", 0, 1],
          ["w", "t", 1, 0],
          ["x", "i", 1, 0],
        ]);
        expect(
          await calibrations.unlabeled(project, ofItems, { ...always, passes: null, window: 9, limit: 9 }),
        ).toEqual([]);
      }));

    test("values are counted in a time range, up to a limit of the newest", () =>
      withStore(openStore, async ({ calibrations, scores }) => {
        await scores.upsertMany(project, [judge("a", 1, 1, { label: "kind" }), judge("b", 2, 0), judge("c", 3, 0)]);
        const none = { value: 0, label: null, count: 2 };
        const one = { value: 1, label: "kind", count: 1 };
        expect(await calibrations.values(project, "v", always, 9)).toEqual([none, one]);
        expect(await calibrations.values(project, "v", always, 2)).toEqual([none]);
        expect(await calibrations.values(project, "v", { from: 1, until: 2 }, 9)).toEqual([{ ...none, count: 1 }, one]);
        expect(await calibrations.values(project, "v", { from: 4, until: null }, 9)).toEqual([]);
        expect(await calibrations.values(otherProject, "v", always, 9)).toEqual([]);
      }));

    test("targets without a label are found by the decision of the judge; a label of a generation counts for its step", () =>
      withStore(openStore, async ({ calibrations, scores }) => {
        const judged = ["a", "b", "c", "d", "e"].map((id, index) => judge(id, index + 1, index % 2));
        await scores.upsertMany(project, [
          ...judged,
          label("a", 10, 1),
          label("b", 11, 1, { stepId: null, generationId: "b" }),
          label("c", 12, 1, { labeledBy: null }),
        ]);
        const options = { ...always, passes: null, window: 9, limit: 9 };
        const of = (more: object): Promise<string[]> =>
          calibrations.unlabeled(project, ofSteps, { ...options, ...more });
        expect(await of({})).toEqual(["c", "d", "e"]);
        expect(await of({ passes: { from: 1, isPassed: true } })).toEqual(["d"]);
        expect(await of({ passes: { from: 1, isPassed: false } })).toEqual(["c", "e"]);
        expect(await of({ limit: 1 })).toEqual(["c"]);
        expect(await of({ window: 1 })).toEqual(["e"]);
        expect(await of({ until: 4 })).toEqual(["c", "d"]);
        expect(await calibrations.unlabeled(otherProject, ofSteps, options)).toEqual([]);
      }));
  });
}
