import { expect, test } from "vitest";
import type { NewReviewQueue } from "../src/index.ts";
import { startService } from "./start-service.ts";

test("a queue is created, its items are reviewed, and a correction becomes a dataset item", async () => {
  const { api } = startService().client;
  const schema = await api.createScoreSchema({
    name: "correct",
    type: "CATEGORICAL",
    categories: [
      { label: "yes", value: 1 },
      { label: "no", value: 0 },
    ],
  });
  await api.sendSteps(
    ["a", "b", "c"].map((id) => ({ id, type: "run" as const, name: "answer", output: { content: id } })),
  );
  const queue: NewReviewQueue = {
    name: "Answers",
    instructions: "Read first.",
    target: "STEP",
    criteria: [{ scoreSchemaId: schema.id, help: "Is it right?" }],
  };
  const { id, ...created } = await api.createReviewQueue(queue);
  expect(created).toMatchObject({ ...queue, source: "MANUAL", reviewsPerItem: 1, threshold: 0.5, isBlind: false });
  expect(await api.addToReviewQueue(id, ["a", "b", "c", "none"])).toBe(3);

  const first = await api.takeReview(id);
  expect(first).toMatchObject({ state: "OPEN", isOwn: true, item: { stepId: "a", state: "IN_REVIEW" } });
  const scores = [{ scoreSchemaId: schema.id, value: 0 }];
  const content = { scores, comment: "no", correction: { content: "better" } };
  expect(await api.submitReview(first?.id ?? "", content)).toMatchObject({
    state: "DONE",
    scores: [{ name: "correct", value: 0, label: "no" }],
    comment: "no",
    correction: { content: "better" },
  });
  const dataset = await api.createDataset({ name: "Golden" });
  const itemId = await api.addReviewToDataset(first?.id ?? "", dataset.id);
  expect((await api.getDatasetItem(itemId))?.expectedOutput).toEqual({ content: "better" });

  await expect(api.addReviewToEvaluator(first?.id ?? "", "none")).rejects.toThrow("evaluatorId");
  const reviewed = { stepId: "a", reference: { id: itemId, expectedOutput: { content: "better" } } };
  expect(await api.getReviewItems(id, { state: "DONE" })).toMatchObject([reviewed]);

  const second = await api.takeReview(id);
  const released = await api.releaseReview(second?.id ?? "", second?.leaseEnd ?? "");
  expect(new Date(released?.leaseEnd ?? 0) < new Date(second?.leaseEnd ?? 0)).toBe(true);
  expect(await api.releaseReview(first?.id ?? "", second?.leaseEnd ?? "")).toBeNull();
  expect(await api.flagReview(second?.id ?? "", "private")).toMatchObject({ state: "FLAGGED", flagReason: "private" });
  expect(await api.reopenReviewItem(second?.item?.id ?? "")).toMatchObject({ state: "WAITING", flagReason: null });
  expect(await api.completeReviewItem(second?.item?.id ?? "")).toMatchObject({ state: "DONE" });
  const third = await api.takeReview(id, { itemId: "none" });
  expect(third).toBeNull();
  const last = await api.takeReview(id);
  await expect(api.handOnReview(last?.id ?? "", "nobody")).rejects.toThrow("accountId");
  expect(await api.skipReview(last?.id ?? "")).toMatchObject({ stepId: "c", state: "SKIPPED" });

  expect(await api.getReviewItems(id, { state: "DONE", first: 1 })).toMatchObject([
    { stepId: "a", reviews: [{ comment: "no", reviewer: { kind: "key" } }] },
  ]);
  expect(await api.getReviewAgreement(id)).toEqual([
    { name: "correct", itemCount: 0, agreement: null, kappa: null, alpha: null },
  ]);
  expect(await api.updateReviewQueue(id, { ...queue, isBlind: true })).toMatchObject({ isBlind: true });
  expect(await api.getReviewQueue(id)).toMatchObject({ progress: { totalCount: 3, doneCount: 2, skippedCount: 1 } });
  expect(await api.getReviewQueues()).toHaveLength(1);
  expect(await api.deleteReviewQueue(id)).toBe(id);
  expect(await api.getReviewQueue(id)).toBeNull();
});
