import { expect, test, vi } from "vitest";
import type { Fetch } from "../configuration.ts";
import { Threadline } from "../threadline.ts";

const fetch = vi.fn<Fetch>();
const { api } = new Threadline({ disabled: true, fetch });
const messages = [{ role: "user" as const, content: "hi" }];

test("a disabled client sends nothing: writes return their arguments, and reads find nothing", async () => {
  expect(await api.sendSteps([{ id: "s", name: "run", type: "run" }])).toEqual({
    data: { ingestSteps: [{ id: "s", ok: true, message: null }] },
  });
  expect(await api.upsertThread({ threadId: "t", name: "n" })).toMatchObject({ id: "t", name: "n" });
  expect(await api.createGeneration({ messages })).toMatchObject({ id: expect.any(String) as string, messages });
  expect(await api.createScores([{ name: "n", type: "HUMAN", value: 1 }])).toMatchObject([{ name: "n", value: 1 }]);
  expect(await api.getOrCreateUser("ada")).toEqual(expect.any(String));
  const { id } = await api.createDataset({ name: "d" });
  expect(await api.addGenerationsToDataset(id, ["g"])).toHaveLength(1);
  expect(await api.createExperiment({ name: "e", datasetId: id })).toMatchObject({ name: "e" });
  expect(await api.getOrCreatePrompt("p", messages)).toMatchObject({ name: "p", templateMessages: messages });
  expect(await api.updatePromptAbTesting("p", [])).toMatchObject({ ok: true });
  expect(await api.uploadFile({ content: "hello" })).toEqual({ objectKey: null, url: null });
  expect(await api.deleteThread("t")).toBe("t");
  expect((await api.getThreads()).data).toEqual([]);
  expect(await api.getDatasets()).toEqual([]);
  expect(await api.getThread("t")).toBeNull();
  expect(await api.getUser("ada")).toBeUndefined();
  expect(await api.getDataset({ id })).toBeNull();
  expect(await api.getPrompt("p")).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});
