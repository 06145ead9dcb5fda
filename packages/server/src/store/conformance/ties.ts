import { describe, expect, test } from "vitest";
import { orderColumns, type ListedResource } from "../filter-fields.ts";
import type { Lister, Order } from "../list.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

type AnyLister = Pick<Lister<{ readonly id: string }>, "list">;

/** Ids whose order differs from the order of arrival. */
const ids = ["d", "b", "e", "a", "c"];

/**
 * Adds a record of every kind for each id, all created at the same time. Steps, threads and scores are added in one
 * batch.
 */
async function seed(store: Store, projectId: string): Promise<void> {
  await store.steps.ingest(
    projectId,
    ids.map((id) => ({
      id,
      createdAt: 100,
      startTime: 100,
      endTime: 200,
      threadId: id,
      generation: { model: "m", provider: "p", tokenCount: 7, duration: 1 },
      scores: [{ id, at: 100, name: "n", type: "HUMAN", value: 1, stepId: id }],
    })),
  );
  for (const id of ids) {
    const created = { id, createdAt: 100, name: id };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await store.users.create(projectId, { id, createdAt: 100, identifier: id, metadata: {} });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await store.datasets.create(projectId, { ...created, description: null, type: "key_value", metadata: {} });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await store.experiments.create(projectId, {
      ...created,
      datasetId: null,
      datasetVersion: null,
      promptExperimentId: null,
      promptId: null,
      params: null,
    });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await store.prompts.getOrCreateLineage(projectId, {
      ...created,
      description: null,
      deletedAt: null,
      championId: null,
      labels: [],
    });
  }
}

/** Ids of a whole list, read in pages of three: from the start, then from the end. */
async function read(lister: AnyLister, projectId: string, orderBy: Order): Promise<[string, string]> {
  const forward: string[] = [];
  for (let after: string | undefined; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { edges, hasNextPage } = await lister.list(projectId, { first: 3, after, orderBy });
    forward.push(...edges.map(({ node }) => node.id));
    after = edges.at(-1)?.cursor;
    if (!hasNextPage) break;
  }
  const backward: string[] = [];
  for (let before: string | undefined; ;) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { edges, hasPreviousPage } = await lister.list(projectId, { last: 3, before, orderBy });
    backward.unshift(...edges.map(({ node }) => node.id));
    before = edges[0]?.cursor;
    if (!hasPreviousPage) break;
  }
  return [forward.join(""), backward.join("")];
}

async function expectOrder(store: Store, projectId: string): Promise<void> {
  const inserted = ids.join("");
  const reversed = ids.toReversed().join("");
  for (const resource of Object.keys(orderColumns) as ListedResource[]) {
    for (const column of orderColumns[resource]) {
      if (column === "name") continue; // names are unique
      // oxlint-disable-next-line no-await-in-loop -- one list after the other
      const up = await read(store[resource], projectId, { column, direction: "ASC" });
      // oxlint-disable-next-line no-await-in-loop -- as above
      const down = await read(store[resource], projectId, { column, direction: "DESC" });
      const expected = { up: [inserted, inserted], down: [reversed, reversed] };
      expect({ resource, column, up, down }).toEqual({ resource, column, ...expected });
    }
  }
}

export function describeTies(openStore: OpenStore): void {
  describe("ties", () => {
    test("of every list and order are in the order of insertion, reversed when the list descends", () =>
      withStore(openStore, async (store) => {
        await seed(store, project);
        await seed(store, otherProject);
        await expectOrder(store, project);
      }));

    test("keep their order when records are written again", () =>
      withStore(openStore, async (store) => {
        await seed(store, project);
        await store.steps.ingest(
          project,
          ids.toReversed().map((id) => ({ id, createdAt: 100, startTime: 100, name: "again" })),
        );
        for (const id of ids.toReversed()) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await store.threads.upsert(project, { id, createdAt: 300, name: "again", newUserId: `user-${id}` });
          // oxlint-disable-next-line no-await-in-loop -- as above
          await store.users.update(project, id, { metadata: { again: true } }, 1);
        }
        await expectOrder(store, project);
      }));

    test("keep their order when a project is exported and imported", () =>
      withStore(openStore, async (store) => {
        await seed(store, project);
        await store.importRecords(otherProject, store.exportRecords(project));
        await expectOrder(store, otherProject);
      }));
  });
}
