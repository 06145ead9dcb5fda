import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Subject } from "../subject.ts";

export function userOperations({ api, newStep }: Subject): void {
  describe("users", () => {
    test("createUser, getUser, updateUser and deleteUser work on one user", async () => {
      const identifier = randomUUID();
      const created = await api.createUser(identifier, { plan: "free" });
      expect(created).toMatchObject({ identifier, metadata: { plan: "free" } });
      const id = created.id ?? "";
      await expect(api.getUser(identifier)).resolves.toMatchObject({ id, identifier, metadata: { plan: "free" } });
      await expect(api.updateUser(id, undefined, { plan: "pro" })).resolves.toMatchObject({
        identifier,
        metadata: { plan: "pro" },
      });
      await expect(api.updateUser(id, `${identifier}-renamed`)).resolves.toMatchObject({ metadata: { plan: "pro" } });
      await expect(api.getUser(identifier)).resolves.toBeUndefined();
      await expect(api.deleteUser(id)).resolves.toBe(id);
      await expect(api.getUser(`${identifier}-renamed`)).resolves.toBeUndefined();
    });

    test("getOrCreateUser creates once, then updates metadata", async () => {
      const identifier = randomUUID();
      const id = await api.getOrCreateUser(identifier, { visits: 1 });
      await expect(api.getOrCreateUser(identifier, { visits: 2 })).resolves.toBe(id);
      await expect(api.getOrCreateUser(identifier)).resolves.toBe(id);
      await expect(api.getUser(identifier)).resolves.toMatchObject({ id, metadata: { visits: 2 } });
    });

    test("getUsers lists users with the totals of their threads", async () => {
      const identifier = randomUUID();
      const id = await api.getOrCreateUser(identifier);
      const threadId = randomUUID();
      await api.upsertThread({ threadId, participantId: id });
      await newStep({ name: "gpt", type: "llm", threadId, generation: { type: "CHAT", tokenCount: 7 } }).send();
      const page = await api.getUsers({
        first: 1,
        filters: [{ field: "identifier", operator: "in", value: [identifier] }],
      });
      expect(page).toMatchObject({ totalCount: 1, pageInfo: { hasNextPage: false } });
      expect(page.data).toMatchObject([
        { id, identifier, threadCount: 1, tokenCount: 7, lastEngaged: expect.any(String) },
      ]);
    });
  });
}
