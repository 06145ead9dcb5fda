import { expect, test } from "vitest";
import type { StepInput } from "../src/types/steps.ts";
import { startService } from "./start-service.ts";

test("steps are listed in order of start, even within one millisecond", async () => {
  const { client } = startService();
  const names = Array.from({ length: 40 }, (_, index) => `look-up ${index}`);
  const thread = client.thread({ name: "Opening hours" });
  await thread.wrap(async () => {
    await client.run({ name: "answer", input: { question: "When do you open?" } }).wrap(async () => {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const name of names) await client.step({ type: "tool", name }).wrap(() => ({ opens: 9 }));
    });
  });
  await client.flush();
  const stored = await client.api.getThread(thread.id);
  expect(stored?.steps?.map(({ name }) => name)).toEqual(["answer", ...names]);
});

test("starts within one millisecond differ by microseconds, which Date parses", async () => {
  const { client } = startService();
  const starts = Array.from({ length: 50 }, () => client.step({ type: "tool", name: "a" }).startTime ?? "");
  expect(new Set(starts).size).toBe(50);
  expect(starts.every((start) => Math.abs(Date.parse(start) - Date.now()) < 60_000)).toBe(true);
});

test("the creation time of a step without a start is sent, as in an import", async () => {
  const { client } = startService();
  const createdAt = "2020-01-01T10:00:00.000Z";
  await client.api.sendSteps([{ id: "imported", type: "tool", name: "old", createdAt }]);
  expect(await client.api.getStep("imported")).toMatchObject({ createdAt, startTime: null });
  const started: StepInput = client.step({ type: "tool", name: "new", createdAt }).serialize();
  expect(started["createdAt"]).toBeUndefined();
});
