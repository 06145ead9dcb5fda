import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("comments on a thread and a step are written, read in pages, edited and deleted", async () => {
  const { client } = startService();
  const { id: threadId } = await client.api.upsertThread({ threadId: crypto.randomUUID(), name: "support" });
  const step = await client.step({ name: "answer", type: "run", threadId }).send();
  const created = await client.api.createComment({ threadId, text: "**Look** at this" });
  expect(created).toMatchObject({ threadId, stepId: null, text: "**Look** at this", editedAt: null, isOwn: true });
  expect(created.author).toMatchObject({ kind: "key", isMember: true });
  await client.api.createComment({ threadId, text: "second" });
  const ofStep = await client.api.createComment({ stepId: step.id ?? "", text: "on the step", mentionIds: [] });

  expect(await client.api.getComments({ threadId, first: 1 })).toEqual({ data: [created], totalCount: 2 });
  expect((await client.api.getComments({ threadId, skip: 1 })).data.map(({ text }) => text)).toEqual(["second"]);
  expect(await client.api.getComments({ stepId: step.id ?? "" })).toEqual({ data: [ofStep], totalCount: 1 });

  const edited = await client.api.updateComment(created.id, { text: "edited" });
  expect(edited).toMatchObject({ id: created.id, createdAt: created.createdAt, text: "edited" });
  expect(edited.editedAt).not.toBeNull();
  expect(await client.api.deleteComment(created.id)).toBe(created.id);
  await expect(client.api.deleteComment(created.id)).rejects.toThrow("not found");
  expect((await client.api.getComments({ threadId })).totalCount).toBe(1);
});

test("only members can be mentioned", async () => {
  const { client } = startService();
  const { id: threadId } = await client.api.upsertThread({ threadId: crypto.randomUUID(), name: "support" });
  expect(await client.api.getMentionableMembers()).toEqual([]);
  const comment = client.api.createComment({ threadId, text: "@Ann", mentionIds: ["ann"] });
  await expect(comment).rejects.toThrow("mentionIds[0]");
});
