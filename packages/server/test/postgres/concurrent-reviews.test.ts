import { expect, test } from "vitest";
import { reviewerNamed, sampleQueue } from "../../src/store/conformance/sample-queue.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { describePostgres } from "./describe-postgres.ts";

const project = "p";
const leaseMs = 60_000;

describePostgres("reviews on two servers", (tests) => {
  test("twenty concurrent reviewers give each item exactly its reviews", async () => {
    const url = await tests().server.createDatabase("concurrent_reviews");
    const stores = [await openPostgresStore({ url }), await openPostgresStore({ url })] as const;
    const [store] = stores;
    await store.projects.create({ id: project, name: project, createdAt: 1 });
    const ids = Array.from({ length: 10 }, (_, index) => `t${index}`);
    await Promise.all(ids.map((id) => store.threads.upsert(project, { id, createdAt: 1, newUserId: "n" })));
    await store.reviewQueues.create(project, { ...sampleQueue, reviewsPerItem: 3, isBlind: true }, 9);
    const items = ids.map((id) => ({ id, createdAt: 1, threadId: id, stepId: null }));
    await store.reviewQueues.add(project, "q", items, 99);

    /** Reviews until there is nothing left for the reviewer. */
    const review = async ({ reviewQueues }: Store, name: string): Promise<void> => {
      const turn = { reviewer: reviewerNamed(name), now: 10, leaseMs };
      for (let count = 0; ; count += 1) {
        // oxlint-disable no-await-in-loop -- a reviewer reviews one item after the other
        const taken = await reviewQueues.take(project, "q", { ...turn, reviewId: `${name}-${count}` });
        if (taken === null) return;
        const scores = [{ id: `score-${taken.id}`, scoreSchemaId: "ss", name: "ok", value: 1, label: null }];
        await reviewQueues.submit(project, taken.id, turn, { scores, comment: null, correction: null });
        // oxlint-enable no-await-in-loop
      }
    };
    const reviewAll = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 20 }, (_, index) => review(stores[index % 2 === 0 ? 0 : 1], `r${index}`)));
    await reviewAll();
    // A reviewer stops when others hold all remaining items. So all reviewers try again.
    await reviewAll();

    const reviews = await store.reviewQueues.reviewsOf(project, ids);
    expect(reviews.map((each) => new Set(each.map(({ reviewerId }) => reviewerId)).size)).toEqual(ids.map(() => 3));
    expect(reviews.flat()).toHaveLength(30);
    expect((await store.scores.ofThreads(project, ids)).map(({ length }) => length)).toEqual(ids.map(() => 3));
    await Promise.all(stores.map((each) => each.close()));
  });
});
