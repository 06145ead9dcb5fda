import { describe, expect, test } from "vitest";
import type { StepWrite } from "../steps.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const run: StepWrite = { id: "run", createdAt: 100, threadId: "t", type: "run", name: "answer", startTime: 1_000 };
const call: StepWrite = {
  id: "call",
  createdAt: 101,
  threadId: "t",
  parentId: "run",
  type: "llm",
  name: "answer",
  startTime: 1_200,
  endTime: 1_900,
  error: "late",
  input: { text: "long" },
  generation: { model: "gpt", inputTokenEstimate: 7, outputTokenCount: 5, ttFirstToken: 80 },
};
const orphan: StepWrite = { id: "orphan", createdAt: 1_500, threadId: "t", parentId: "unknown" };
const elsewhere: StepWrite = { id: "elsewhere", createdAt: 102, parentId: "call", startTime: 5_000 };

export function describeOutlines(openStore: OpenStore): void {
  describe("outlines", () => {
    test("the outline of a thread has its steps as columns, oldest first, and refers to steps by index", () =>
      withStore(openStore, async ({ steps, scores, files }) => {
        await steps.ingest(project, [call, orphan, run, elsewhere]);
        const score = { at: 1, name: "good", type: "HUMAN", value: 1 } as const;
        await scores.upsertMany(project, [
          { ...score, id: "a", stepId: "run" },
          { ...score, id: "b", generationId: "call" },
        ]);
        await files.upsertAttachment(project, { id: "f", stepId: "orphan", createdAt: 1, name: "a.png" });
        expect(await steps.outlineOfThread(project, "t")).toEqual({
          start: 1_000,
          types: ["run", "llm", "undefined"],
          names: ["answer"],
          models: ["gpt"],
          id: ["run", "call", "orphan"],
          parent: [-1, 0, -1],
          type: [0, 1, 2],
          name: [0, 0, -1],
          from: [0, 200, null],
          to: [null, 900, null],
          errors: [1],
          scored: [0, 1],
          attached: [2],
          generations: {
            step: [1],
            model: [0],
            inputTokenCount: [7],
            outputTokenCount: [5],
            tokenCount: [12],
            ttFirstToken: [80],
            cost: [null],
          },
        });
        expect(await steps.outlineOfThread(project, "unknown")).toMatchObject({ id: [] });
        expect(await steps.outlineOfThread(otherProject, "t")).toMatchObject({ id: [] });
      }));

    test("an outline marks steps with scores even if the project has more scores than the thread has steps", () =>
      withStore(openStore, async ({ steps, scores }) => {
        await steps.ingest(project, [run, call, orphan]);
        const score = { at: 1, name: "good", type: "HUMAN", value: 1 } as const;
        await scores.upsertMany(project, [
          ...Array.from({ length: 5 }, (_, number) => ({ ...score, id: `other-${number}`, stepId: `other-${number}` })),
          { ...score, id: "mine", stepId: "orphan" },
          { ...score, id: "generation", generationId: "call" },
        ]);
        expect(await steps.outlineOfThread(project, "t")).toMatchObject({ scored: [1, 2] });
      }));

    test("the outline around a step has the outermost step and all its descendants, in a thread or not", () =>
      withStore(openStore, async ({ steps }) => {
        await steps.ingest(project, [elsewhere, call, orphan, run]);
        for (const id of ["elsewhere", "call", "run"]) {
          expect(await steps.outlineAround(project, id)).toMatchObject({
            id: ["run", "call", "elsewhere"],
            parent: [-1, 0, 1],
          });
        }
        expect(await steps.outlineAround(project, "orphan")).toMatchObject({ id: ["orphan"], parent: [-1] });
        expect(await steps.outlineAround(project, "unknown")).toBeNull();
        expect(await steps.outlineAround(otherProject, "run")).toBeNull();
      }));

    test("steps that are each other's parents appear once", () =>
      withStore(openStore, async ({ steps }) => {
        await steps.ingest(project, [
          { id: "a", createdAt: 1, parentId: "b" },
          { id: "b", createdAt: 2, parentId: "a" },
        ]);
        expect(await steps.outlineAround(project, "a")).toMatchObject({ id: ["a", "b"], parent: [1, 0] });
      }));
  });
}
