import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { ReviewContent, ReviewQueueRecord, ReviewRecord } from "../review-queues.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { reviewerNamed, sampleQueue } from "./sample-queue.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const leaseMs = 100;
const none = { waitingCount: 0, inReviewCount: 0, doneCount: 0, skippedCount: 0, flaggedCount: 0 };

function content(reviewId: string, value = 1): ReviewContent {
  const scores = [{ id: `score-${reviewId}`, scoreSchemaId: "ss", name: "ok", value, label: null }];
  return { scores, comment: null, correction: null };
}

async function seed(store: Store, ids: readonly string[], change: Partial<ReviewQueueRecord> = {}): Promise<void> {
  const { reviewQueues, threads } = store;
  await Promise.all(ids.map((id) => threads.upsert(project, { id, createdAt: 1, newUserId: "n" })));
  await reviewQueues.create(project, { ...sampleQueue, ...change }, 9);
  const items = ids.map((id) => ({ id: `i-${id}`, createdAt: 1, threadId: id, stepId: null }));
  expect(await reviewQueues.add(project, "q", items, 99)).toBe(ids.length);
}

let count = 0;

async function take(
  store: Store,
  reviewer: string,
  now = 10,
  itemId?: string,
  retakesSkipped?: boolean,
): Promise<ReviewRecord | null> {
  count += 1;
  const reviewId = `${reviewer}-${count}`;
  const turn = { reviewer: reviewerNamed(reviewer), now, leaseMs, reviewId, itemId, retakesSkipped };
  return store.reviewQueues.take(project, "q", turn);
}

async function taken(store: Store, reviewer: string, now?: number, itemId?: string): Promise<ReviewRecord> {
  const review = await take(store, reviewer, now, itemId);
  if (review === null) throw new Error(`${reviewer} got no item`);
  return review;
}

const submit = (store: Store, { id, reviewerId }: ReviewRecord, value = 1, now = 20) =>
  store.reviewQueues.submit(project, id, { reviewer: reviewerNamed(reviewerId), now }, content(id, value));

const skip = (store: Store, { id, reviewerId }: ReviewRecord, eligible: readonly string[]) =>
  store.reviewQueues.skip(project, id, { reviewer: reviewerNamed(reviewerId), now: 20 }, eligible);

const valuesOf = async (store: Store, threadId: string): Promise<number[]> =>
  (await store.scores.ofThreads(project, [threadId])).flat().map(({ value }) => value);

export function describeReviewQueues(openStore: OpenStore): void {
  describe("review queues", () => {
    test("a queue is stored, replaced and deleted, only in its project", () =>
      withStore(openStore, async (store) => {
        const { reviewQueues: queues } = store;
        expect(await queues.create(project, sampleQueue, 2)).toEqual(sampleQueue);
        const second = { ...sampleQueue, id: "a", name: "disputed", source: "DISAGREEMENT", judgeScore: "j" } as const;
        await queues.create(project, { ...second, userScore: "u", reviewerIds: ["x"], isBlind: true }, 2);
        expect((await queues.all(project)).map(({ id }) => id)).toEqual(["q", "a"]);
        expect(await queues.getMany(otherProject, ["q"])).toEqual([null]);
        await expect(queues.create(project, { ...sampleQueue, id: "b" }, 9)).rejects.toThrow(ConflictError);
        await expect(queues.create(project, { ...sampleQueue, id: "b", name: "b" }, 2)).rejects.toThrow("at most 2");
        await expect(queues.replace(project, { ...sampleQueue, name: "disputed" })).rejects.toThrow(ConflictError);
        const changed = { ...sampleQueue, name: "new", source: "MANUAL", target: "STEP", filters: [] } as const;
        expect(await queues.replace(project, changed)).toEqual({ queue: changed, scores: [] });
        expect(await queues.replace(otherProject, changed)).toBeNull();
        expect(await queues.delete(otherProject, "q", 1)).toBeNull();
        expect(await queues.delete(project, "q", 1)).toEqual({ queue: changed, scores: [] });
        expect((await queues.all(project)).map(({ id }) => id)).toEqual(["a"]);
      }));

    test("an item is added once, and only for a target that exists", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        const item = { createdAt: 5, stepId: null };
        const again = [
          { ...item, id: "i-t", threadId: "t" },
          { ...item, id: "i-x", threadId: "x" },
        ];
        expect(await store.reviewQueues.add(project, "q", again, 99)).toBe(0);
        await store.threads.upsert(project, { id: "v", createdAt: 1, newUserId: "n" });
        const late = [{ ...item, id: "i-v", threadId: "v" }];
        expect(await store.reviewQueues.add(project, "q", late, 2)).toBe(0);
        expect(await store.reviewQueues.add(project, "none", late, 9)).toBeNull();
        expect(await store.reviewQueues.figures(project, ["q", "none"], 1)).toEqual([
          { ...none, waitingCount: 2, reviewers: [] },
          { ...none, reviewers: [] },
        ]);
        const page = { state: null, first: 1, skip: 1 };
        expect((await store.reviewQueues.items(project, "q", page)).map(({ id }) => id)).toEqual(["i-u"]);
        await expect(store.reviewQueues.replace(project, { ...sampleQueue, target: "STEP" })).rejects.toThrow(
          "cannot change",
        );
      }));

    test("twenty concurrent reviewers give each item exactly its reviews, from different people", () =>
      withStore(openStore, async (store) => {
        const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
        await seed(store, ids, { reviewsPerItem: 3 });
        const review = async (reviewer: string): Promise<void> => {
          for (;;) {
            // oxlint-disable no-await-in-loop -- a reviewer reviews one item after the other
            const next = await take(store, reviewer);
            if (next === null) return;
            await submit(store, next);
            // oxlint-enable no-await-in-loop
          }
        };
        const reviewers = Array.from({ length: 20 }, (_, index) => `r${index}`);
        await Promise.all(reviewers.map(review));
        // A reviewer stops if other reviewers have open reviews of all remaining items. Items that got too few reviews
        // that way are reviewed in this second round.
        await Promise.all(reviewers.map(review));
        const itemIds = ids.map((id) => `i-${id}`);
        const reviews = await store.reviewQueues.reviewsOf(project, itemIds);
        expect(reviews.map((each) => new Set(each.map(({ reviewerId }) => reviewerId)).size)).toEqual(ids.map(() => 3));
        expect(reviews.flat()).toHaveLength(36);
        const [figures] = await store.reviewQueues.figures(project, ["q"], 20);
        expect(figures).toMatchObject({ ...none, doneCount: 12 });
        expect(figures?.reviewers.reduce((sum, { doneCount }) => sum + doneCount, 0)).toBe(36);
        expect((await Promise.all(ids.map((id) => valuesOf(store, id)))).map(({ length }) => length)).toEqual(
          ids.map(() => 3),
        );
      }));

    test("channels are notified when the last waiting item has ended", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        const channel = { id: "c", createdAt: 1, updatedAt: 1, name: "hook", kind: "WEBHOOK" } as const;
        const events = ["QUEUE_EMPTY"] as const;
        await store.channels.create(
          project,
          { ...channel, address: "https://example.com", events, sealedSecrets: "s" },
          9,
        );
        const sent = () => store.channels.deliveries(project, "c", { state: null, first: 9, skip: 0 });
        await submit(store, await taken(store, "ann"));
        expect(await sent()).toEqual([]);
        await submit(store, await taken(store, "ann"));
        expect(await sent()).toHaveLength(1);
      }));

    test("an item is held until its lease ends, and then another reviewer gets it", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"]);
        const first = await taken(store, "ann", 10);
        expect(await taken(store, "ann", 50)).toEqual({ ...first, leaseEnd: 150 });
        expect(await take(store, "bob", 149)).toBeNull();
        expect((await store.reviewQueues.figures(project, ["q"], 149))[0]).toMatchObject({ inReviewCount: 1 });
        expect(
          await store.reviewQueues.available(project, ["q"], { reviewer: reviewerNamed("bob"), now: 149 }),
        ).toEqual([0]);
        const heldAt = (at: number) =>
          store.reviewQueues.items(project, "q", { state: null, heldAt: at, first: 9, skip: 0 });
        expect([await heldAt(149), await heldAt(150)].map(({ length }) => length)).toEqual([1, 0]);
        const second = await taken(store, "bob", 150);
        await expect(submit(store, first, 1, 160)).rejects.toThrow(ConflictError);
        expect(await submit(store, second, 1, 160)).toMatchObject({ item: { state: "DONE" }, isQueueEmpty: true });
        expect(await submit(store, first, 1, 170)).toBeNull();
        expect(await take(store, "ann", 170)).toBeNull();
        expect(await valuesOf(store, "t")).toEqual([1]);
      }));

    test("a released item is free at once, and a release of an older lease changes nothing", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"]);
        const release = (review: ReviewRecord, name: string, leaseEnd: number, now: number) =>
          store.reviewQueues.release(project, review.id, { reviewer: reviewerNamed(name), now }, leaseEnd);
        const first = await taken(store, "ann", 10);
        expect(await release(first, "bob", 110, 20)).toBeNull();
        const renewed = await taken(store, "ann", 20);
        expect(await release(first, "ann", 110, 30)).toEqual(renewed);
        expect(await take(store, "bob", 30)).toBeNull();
        expect(await release(first, "ann", 120, 30)).toEqual({ ...first, leaseEnd: 30 });
        expect(await taken(store, "ann", 40)).toMatchObject({ id: first.id, leaseEnd: 140 });
        await release(first, "ann", 140, 50);
        const second = await taken(store, "bob", 50);
        expect(await submit(store, second, 1, 60)).toMatchObject({ item: { state: "DONE" } });
        expect(await release(second, "bob", 150, 70)).toBeNull();
        expect(await release(first, "ann", 50, 70)).toBeNull();
      }));

    test("a review after its lease counts if its item still needs it", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"]);
        const review = await taken(store, "ann", 10);
        expect(await submit(store, review, 1, 9_999)).toMatchObject({ item: { state: "DONE" } });
      }));

    test("a repeated review replaces the scores, and counts once", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"], { reviewsPerItem: 2 });
        const review = await taken(store, "ann");
        await submit(store, review, 1);
        expect(await submit(store, review, 0)).toMatchObject({ item: { state: "WAITING" }, isQueueEmpty: false });
        expect(await valuesOf(store, "t")).toEqual([0]);
        expect((await store.reviewQueues.figures(project, ["q"], 20))[0]?.reviewers).toMatchObject([
          { doneCount: 1, lastReviewAt: 20 },
        ]);
        expect(await take(store, "ann")).toBeNull();
        expect(await store.reviewQueues.finished(project, "q", { isPublished: true, limit: 9 })).toEqual([
          { itemId: "i-t", reviewerKind: "account", reviewerId: "ann", scores: content(review.id, 0).scores },
        ]);
      }));

    test("scores of a blind queue wait until the item has all its reviews", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"], { reviewsPerItem: 2, isBlind: true });
        const first = await taken(store, "ann");
        const second = await taken(store, "bob");
        await submit(store, first, 1);
        expect(await valuesOf(store, "t")).toEqual([]);
        expect(await store.reviewQueues.finished(project, "q", { isPublished: true, limit: 9 })).toEqual([]);
        const change = await submit(store, second, 0);
        expect(change?.scores).toHaveLength(2);
        expect((await valuesOf(store, "t")).toSorted()).toEqual([0, 1]);
        await expect(submit(store, first, 0)).rejects.toThrow("blind");
      }));

    test("waiting scores of a blind queue are stored when the item is completed, or the queue is changed or deleted", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u", "v"], { reviewsPerItem: 2, isBlind: true });
        for (const id of ["i-t", "i-u", "i-v"]) {
          // oxlint-disable-next-line no-await-in-loop -- one item after the other
          await submit(store, await taken(store, "ann", 10, id));
        }
        const completed = await store.reviewQueues.complete(project, "i-t", 30);
        expect(completed).toMatchObject({ item: { state: "DONE", endedAt: 30 }, isQueueEmpty: false });
        expect(await valuesOf(store, "t")).toEqual([1]);
        expect(await valuesOf(store, "u")).toEqual([]);
        const fewer = { ...sampleQueue, reviewsPerItem: 1, isBlind: true, updatedAt: 40 };
        expect((await store.reviewQueues.replace(project, fewer))?.scores).toHaveLength(2);
        expect((await store.reviewQueues.figures(project, ["q"], 40))[0]).toMatchObject({ doneCount: 3 });
        await store.threads.upsert(project, { id: "w", createdAt: 1, newUserId: "n" });
        const item = { id: "i-w", createdAt: 1, threadId: "w", stepId: null };
        await store.reviewQueues.replace(project, { ...fewer, reviewsPerItem: 2 });
        await store.reviewQueues.add(project, "q", [item], 99);
        await submit(store, await taken(store, "ann", 50));
        expect(await valuesOf(store, "w")).toEqual([]);
        expect((await store.reviewQueues.delete(project, "q", 60))?.scores).toHaveLength(1);
        expect(await valuesOf(store, "w")).toEqual([1]);
        expect(await store.reviewQueues.getItems(project, ["i-w"])).toEqual([null]);
      }));

    test("a skipped item goes to others, and ends when too few reviewers are left", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        const team = ["ann", "bob"];
        const first = await taken(store, "ann");
        expect(await skip(store, first, team)).toMatchObject({ item: { id: "i-t", state: "WAITING" } });
        expect(await taken(store, "ann")).toMatchObject({ itemId: "i-u" });
        const second = await taken(store, "bob");
        expect(second).toMatchObject({ itemId: "i-t" });
        expect(await skip(store, second, team)).toMatchObject({ item: { state: "SKIPPED" }, isQueueEmpty: false });
        expect(await store.reviewQueues.reopen(project, "i-t")).toMatchObject({ item: { state: "WAITING" } });
        expect(await taken(store, "bob")).toMatchObject({ itemId: "i-t" });
      }));

    test("a skipped item is taken again on request, also when it had ended", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        const team = ["ann", "bob"];
        const retake = (name: string, now: number) => take(store, name, now, "i-t", true);
        const stateOf = async () => (await store.reviewQueues.getItems(project, ["i-t"]))[0]?.state;
        const first = await taken(store, "ann");
        await skip(store, first, team);
        const next = await taken(store, "ann");
        expect(next).toMatchObject({ itemId: "i-u" });
        const again = await retake("ann", 20);
        if (again === null) throw new Error("The item was not opened again");
        expect(again).toMatchObject({ itemId: "i-t", state: "OPEN" });
        expect(await submit(store, next)).toBeNull();
        await skip(store, again, team);
        await skip(store, await taken(store, "bob"), team);
        expect(await stateOf()).toBe("SKIPPED");
        expect(await retake("cat", 30)).toBeNull();
        const last = await retake("bob", 30);
        expect(await store.reviewQueues.getItems(project, ["i-t"])).toMatchObject([
          { state: "WAITING", endedAt: null },
        ]);
        if (last === null) throw new Error("The ended item was not opened again");
        // While another reviewer reviews the item, a reviewer cannot take back a skip.
        expect(await retake("ann", 40)).toBeNull();
        expect(await store.reviewQueues.getReview(project, again.id)).toMatchObject({ state: "SKIPPED" });
        expect(await submit(store, last)).toMatchObject({ item: { state: "DONE" } });
        expect(await retake("ann", 50)).toBeNull();
      }));

    test("renewing the lease of a skipped item changes neither the skip nor the reviewer's open review", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        const skipped = await taken(store, "ann");
        await skip(store, skipped, ["ann", "bob"]);
        const open = await taken(store, "ann");
        expect(await take(store, "ann", 20, "i-t")).toBeNull();
        expect(await store.reviewQueues.getReview(project, skipped.id)).toMatchObject({ state: "SKIPPED" });
        expect(await store.reviewQueues.getReview(project, open.id)).toEqual(open);
      }));

    test("a flagged item waits for a decision, and keeps its reviews", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"], { reviewsPerItem: 2, isBlind: true });
        const first = await taken(store, "ann");
        const second = await taken(store, "bob");
        await submit(store, first);
        const turn = { reviewer: reviewerNamed("bob"), now: 30 };
        const flagged = { state: "FLAGGED", endedAt: 30, flagReason: "private", flaggedBy: "bob" };
        expect(await store.reviewQueues.flag(project, second.id, turn, "private")).toMatchObject({
          item: flagged,
          isQueueEmpty: true,
        });
        expect(await take(store, "cat")).toBeNull();
        expect(await valuesOf(store, "t")).toEqual([]);
        expect((await store.reviewQueues.reopen(project, "i-t"))?.item).toMatchObject({
          flagReason: null,
          endedAt: null,
        });
        expect(await take(store, "ann")).toBeNull();
        await submit(store, await taken(store, "cat"));
        expect(await valuesOf(store, "t")).toEqual([1, 1]);
        await expect(store.reviewQueues.reopen(project, "i-t")).rejects.toThrow(ConflictError);
      }));

    test("a reassigned item goes to its assignee first, and to others after a time", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        const { id } = await taken(store, "ann", 10, "i-u");
        const turn = { reviewer: reviewerNamed("ann"), now: 10 };
        await store.reviewQueues.handOn(project, id, turn, { id: "bob", until: 500 });
        expect(await take(store, "cat", 10, "i-u")).toBeNull();
        const [item] = await store.reviewQueues.getItems(project, ["i-u"]);
        expect(item).toMatchObject({ assigneeId: "bob", assignedUntil: 500 });
        expect(await take(store, "cat", 500, "i-u")).toMatchObject({ itemId: "i-u" });
        await store.reviewQueues.reopen(project, "i-u");
        const again = await taken(store, "cat", 500, "i-u");
        const catTurn = { reviewer: reviewerNamed("cat"), now: 500 };
        await store.reviewQueues.handOn(project, again.id, catTurn, { id: "bob", until: 900 });
        const review = await taken(store, "bob", 600);
        expect(review).toMatchObject({ itemId: "i-u" });
        expect(await submit(store, review, 1, 610)).toMatchObject({ item: { assigneeId: null, state: "DONE" } });
      }));

    test("reassigning or skipping an item changes nothing for its other reviewers", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"], { reviewsPerItem: 2 });
        const { id } = await taken(store, "ann");
        const held = await taken(store, "bob");
        const assignee = { id: "cat", until: 500 };
        await store.reviewQueues.handOn(project, id, { reviewer: reviewerNamed("ann"), now: 10 }, assignee);
        expect(await taken(store, "bob", 50)).toEqual({ ...held, leaseEnd: 150 });
        expect(await skip(store, held, ["ann", "bob", "cat"])).toMatchObject({ item: { assigneeId: "cat" } });
        expect(await take(store, "dan")).toBeNull();
        expect(await taken(store, "cat")).toMatchObject({ itemId: "i-t" });
      }));

    test("a reviewer who cannot take another item keeps the held one", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        await taken(store, "ann", 10, "i-u");
        const held = await taken(store, "bob");
        expect(await take(store, "bob", 20, "i-u")).toBeNull();
        expect(await store.reviewQueues.getReview(project, held.id)).toEqual(held);
      }));

    test("a flagged item stays flagged, and is done at once if it has all its reviews when it is reopened", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"], { reviewsPerItem: 2, isBlind: true });
        const first = await taken(store, "ann");
        const second = await taken(store, "bob");
        await submit(store, first);
        const late = await taken(store, "cat", 200);
        await store.reviewQueues.flag(project, late.id, { reviewer: reviewerNamed("cat"), now: 210 }, "private");
        expect(await submit(store, second, 0, 220)).toMatchObject({ item: { state: "FLAGGED" }, scores: [] });
        const back = await store.reviewQueues.reopen(project, "i-t");
        expect(back).toMatchObject({ item: { state: "DONE", endedAt: 220, flagReason: null } });
        expect(back?.scores).toHaveLength(2);
      }));

    test("a skipped item is done when its queue is changed to need no more reviews than it has", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"], { reviewsPerItem: 2, isBlind: true });
        await submit(store, await taken(store, "ann"));
        expect(await skip(store, await taken(store, "bob"), ["ann", "bob"])).toMatchObject({
          item: { state: "SKIPPED" },
        });
        const change = { ...sampleQueue, reviewsPerItem: 1, isBlind: true };
        expect((await store.reviewQueues.replace(project, change))?.scores).toHaveLength(1);
        expect((await store.reviewQueues.figures(project, ["q"], 40))[0]).toMatchObject({ ...none, doneCount: 1 });
      }));

    test("only its reviewer changes a review, and only in its project", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t"]);
        const review = await taken(store, "ann");
        expect(await submit(store, { ...review, reviewerId: "bob" })).toBeNull();
        expect(await skip(store, { ...review, reviewerId: "bob" }, [])).toBeNull();
        const turn = { reviewer: reviewerNamed("ann"), now: 20 };
        const { reviewQueues } = store;
        expect(await reviewQueues.submit(otherProject, review.id, turn, content(review.id))).toBeNull();
        expect(await reviewQueues.getReview(otherProject, review.id)).toBeNull();
        expect(await reviewQueues.complete(otherProject, "i-t", 1)).toBeNull();
        expect(await reviewQueues.reopen(otherProject, "i-t")).toBeNull();
        expect(await reviewQueues.getReview(project, review.id)).toEqual(review);
      }));

    test("items of deleted threads and steps are deleted, and their reviewers go on", () =>
      withStore(openStore, async (store) => {
        await seed(store, ["t", "u"]);
        const review = await taken(store, "ann");
        await store.threads.delete(project, "t", 30);
        expect(await submit(store, review)).toBeNull();
        expect(await store.reviewQueues.getReview(project, review.id)).toBeNull();
        expect(await taken(store, "ann")).toMatchObject({ itemId: "i-u" });
        await store.reviewQueues.create(project, { ...sampleQueue, id: "s", name: "steps", target: "STEP" }, 9);
        await store.steps.ingest(project, [{ id: "s1", createdAt: 1 }]);
        await store.reviewQueues.add(project, "s", [{ id: "i-s", createdAt: 1, threadId: null, stepId: "s1" }], 9);
        await store.steps.delete(project, "s1", 30);
        expect(await store.reviewQueues.getItems(project, ["i-t", "i-s"])).toEqual([null, null]);
      }));
  });
}
