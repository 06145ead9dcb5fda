import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { otherProject, project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { describePostgres } from "./describe-postgres.ts";

describePostgres("the backlog", (tests) => {
  test("counts the pending steps of all projects in the index queue", async () => {
    const url = await tests().server.createDatabase("backlog", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url, indexing: { minSteps: 100, restTime: 5 } }));
    onTestFinished(() => store.close());
    const steps = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `s${index}`, createdAt: 1, input: { text: "nightingale" } }));
    expect(await store.backlog()).toEqual({ search: 0, sums: 0, costs: 0 });
    await store.steps.ingest(project, steps(3));
    expect((await store.backlog()).search).toBe(3);
    await store.steps.ingest(otherProject, steps(2));
    expect((await store.backlog()).search).toBe(5);
    await store.analytics.settle();
    expect((await store.backlog()).sums).toBe(0);
  });
});
