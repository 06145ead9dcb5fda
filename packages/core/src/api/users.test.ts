import { afterAll, expect, test } from "vitest";
import { startService } from "../../test/start-service.ts";
import { User } from "../user.ts";

const { client } = startService({}, afterAll);
const { api } = client;

test("createUser stores a user with its metadata", async () => {
  const user = await api.createUser("ada", { plan: "pro" });
  expect(user).toBeInstanceOf(User);
  expect(user).toMatchObject({ id: expect.any(String) as string, identifier: "ada", metadata: { plan: "pro" } });
});

test("createUser defaults to empty metadata", async () => {
  expect((await api.createUser("bare")).metadata).toEqual({});
});

test("createUser rejects an identifier that is taken", async () => {
  await api.createUser("taken");
  await expect(api.createUser("taken")).rejects.toMatchObject({ codes: ["CONFLICT"] });
});

test("getUser finds a user by the identifier", async () => {
  const { id } = await api.createUser("found", { a: 1 });
  expect(await api.getUser("found")).toMatchObject({ id, identifier: "found", metadata: { a: 1 } });
});

test("getUser resolves to undefined for an unknown user", async () => {
  expect(await api.getUser("nobody")).toBeUndefined();
});

test("updateUser changes only the given fields", async () => {
  const { id } = await api.createUser("before", { a: 1 });
  expect(await api.updateUser(id!, "after")).toMatchObject({ id, identifier: "after", metadata: { a: 1 } });
  expect(await api.updateUser(id!, undefined, { b: 2 })).toMatchObject({ identifier: "after", metadata: { b: 2 } });
});

test("updateUser rejects for an unknown id", async () => {
  await expect(api.updateUser("unknown", "x")).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test("getOrCreateUser resolves to the same id each time", async () => {
  const id = await api.getOrCreateUser("grace", { a: 1 });
  expect(await api.getOrCreateUser("grace")).toBe(id);
  expect(await api.getUser("grace")).toMatchObject({ id, metadata: { a: 1 } });
});

test("getOrCreateUser replaces the metadata of an existing user if given", async () => {
  await api.createUser("edsger", { a: 1 });
  await api.getOrCreateUser("edsger", { b: 2 });
  expect((await api.getUser("edsger"))!.metadata).toEqual({ b: 2 });
});

test("concurrent getOrCreateUser calls create one user", async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => api.getOrCreateUser("crowd")));
  expect(new Set(ids).size).toBe(1);
});

test("deleteUser deletes the user and resolves to its id", async () => {
  const { id } = await api.createUser("gone");
  expect(await api.deleteUser(id!)).toBe(id);
  expect(await api.getUser("gone")).toBeUndefined();
});

test("deleteUser rejects for an unknown id", async () => {
  await expect(api.deleteUser("unknown")).rejects.toMatchObject({ codes: ["NOT_FOUND"] });
});

test("getUsers resolves to a page of users with their usage", async () => {
  await api.upsertThread({ threadId: "t-engaged", participantId: "engaged" });
  await api.sendSteps([
    {
      threadId: "t-engaged",
      name: "call",
      type: "llm",
      generation: { messages: [], inputTokenCount: 1, outputTokenCount: 2, tokenCount: 3 },
    },
  ]);
  const page = await api.getUsers({ first: 1, filters: [{ field: "identifier", operator: "in", value: ["engaged"] }] });
  expect(page).toMatchObject({
    totalCount: 1,
    data: [{ identifier: "engaged", threadCount: 1, tokenCount: 3, lastEngaged: expect.any(String) as string }],
  });
  expect(page.data[0]).toBeInstanceOf(User);
  const first = await api.getUsers({ first: 1, orderBy: { column: "lastEngaged", direction: "DESC" } });
  expect(first.data[0]?.identifier).toBe("engaged");
});
