import { expect, test } from "vitest";
import type { AlertContent } from "../store/alerts.ts";
import type { Store } from "../store/store.ts";
import { content, hour, midnight, minute, project } from "./alert-fixture.ts";
import { startGrouped } from "./grouped-fixture.ts";
import { previewAlert } from "./preview-alert.ts";

async function ingest(
  store: Store,
  createdAt: number,
  of: { readonly apiKeyId: string } | { readonly threadId: string },
): Promise<void> {
  const steps = Array.from({ length: 3 }, (_, index) => ({ id: `${createdAt}-${index}`, createdAt, ...of }));
  await store.steps.ingest(project, steps);
}

async function createKey(store: Store, id: string, name: string): Promise<void> {
  const about = {
    hash: id,
    prefix: "tl_",
    last4: "wxyz",
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
    origins: null,
  };
  const key = { ...about, id, name, projectId: project, scopes: ["ingest" as const], createdAt: 1, revokedAt: null };
  await store.projects.createKey(key);
}

async function createUser(store: Store, id: string, identifier: string): Promise<void> {
  await store.users.create(project, { id, createdAt: 1, identifier, metadata: {} });
  await store.threads.upsert(project, { id: `thread of ${id}`, createdAt: midnight, participant: id, newUserId: id });
}

const byUser: Partial<AlertContent> = { groupBy: "participant" };

test("a renamed user keeps the state, the history and the notifications", async () => {
  const { store, evaluate, alert, sent } = await startGrouped(byUser);
  await createUser(store, "u", "ann");
  await ingest(store, midnight, { threadId: "thread of u" });
  await evaluate(midnight + 2 * minute);
  expect(await sent()).toEqual(["ann FIRING"]);
  await store.users.update(project, "u", { identifier: "anna" }, midnight + 3 * minute);
  expect((await alert())?.groupStates).toMatchObject([{ groupId: "u", group: "anna", state: "FIRING" }]);
  await evaluate(midnight + 4 * minute);
  await evaluate(midnight + 62 * minute);
  expect(await sent()).toEqual(["anna FIRING", "anna OK"]);
  const history = await store.alerts.history(project, "a", { first: 9, skip: 0, groupId: "u" });
  expect(history.map(({ groupValue, toState }) => [groupValue, toState])).toEqual([
    ["anna", "OK"],
    ["anna", "FIRING"],
  ]);
});

test("a user with the identifier of a deleted user is another group", async () => {
  const { store, evaluate, alert, sent } = await startGrouped(byUser);
  await createUser(store, "u", "ann");
  await ingest(store, midnight, { threadId: "thread of u" });
  await evaluate(midnight + 2 * minute);
  await store.users.delete(project, "u", midnight + 3 * minute);
  await createUser(store, "v", "ann");
  await ingest(store, midnight + 3 * minute, { threadId: "thread of v" });
  await evaluate(midnight + 5 * minute);
  expect((await alert())?.groupStates).toMatchObject([{ groupId: "v", group: "ann", state: "FIRING" }]);
  expect(await sent()).toEqual(["ann FIRING"]);
});

test("a group by API key stays the same when another key with its name is created", async () => {
  const { store, evaluate, alert, sent } = await startGrouped({ groupBy: "apiKey" });
  await createKey(store, "k", "mobile");
  await ingest(store, midnight, { apiKeyId: "k" });
  await evaluate(midnight + 2 * minute);
  expect((await alert())?.groupStates).toMatchObject([{ groupId: "k", group: "mobile", state: "FIRING" }]);
  await createKey(store, "l", "mobile");
  await evaluate(midnight + 3 * minute);
  await evaluate(midnight + 4 * minute);
  expect(await sent()).toEqual(["mobile FIRING"]);
  // The alert shows the id of the key, because another key has the same name.
  expect((await alert())?.groupStates).toMatchObject([{ groupId: "k", group: "k", state: "FIRING" }]);
  await ingest(store, midnight + 5 * minute, { apiKeyId: "l" });
  await evaluate(midnight + 7 * minute);
  expect(await sent()).toEqual(["mobile FIRING", "l FIRING"]);
  const condition = { ...content, groupBy: "apiKey" } as const;
  const { firings } = await previewAlert(store.analytics, project, condition, midnight + hour);
  expect(firings.map(({ group }) => group).toSorted()).toEqual(["k", "l"]);
});
