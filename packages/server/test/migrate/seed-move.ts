import type { FileStorage } from "../../src/files/file-storage.ts";
import { seedEveryKind } from "../../src/store/conformance/seed-every-kind.ts";
import type { MovedRecord, Store } from "../../src/store/store.ts";

export const moving = { id: "moving-project", name: "support", createdAt: 7 };
export const staying = { id: "staying-project", name: "other", createdAt: 8 };

/** Number of steps that the stores write in several batches. */
export const manySteps = 1_500;
export const fileCount = 12;

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Creates two projects, one with every kind of data: records, files, members, keys, links, audit log and quota. */
export async function seedMove(store: Store, files: FileStorage, steps = 60): Promise<void> {
  const { id } = moving;
  await store.projects.create(moving);
  await store.projects.create(staying);
  await store.accounts.createFirst({
    id: "ann-id",
    email: "ann@example.com",
    name: "Ann",
    createdAt: 9,
    passwordHash: "h",
  });
  await store.accounts.insertRow("user", {
    id: "bob-id",
    email: "bob@example.com",
    name: "Bob",
    emailVerified: 1,
    image: null,
    createdAt: 10,
    updatedAt: 11,
  });
  await store.accounts.insertRow("account", {
    id: "bob-login",
    accountId: "subject-of-bob",
    providerId: "sso",
    userId: "bob-id",
    password: null,
    scope: "openid",
    createdAt: 10,
    updatedAt: 11,
  });
  await store.accounts.addMember(id, "bob-id", "viewer", 12);
  await store.accounts.invite({
    invitedBy: "bob-id",
    id: "invitation",
    projectId: id,
    email: "eve@example.com",
    role: "editor",
    hash: "hash-of-invitation",
    createdAt: 13,
    expiresAt: 14,
  });
  const key = {
    projectId: id,
    name: "ci",
    scopes: ["ingest"],
    origins: null,
    prefix: "tl_a",
    last4: "wxyz",
    createdBy: null,
    lastUsedAt: null,
    expiresAt: 4_000_000_000_000,
    createdAt: 15,
  } as const;
  await store.projects.createKey({ ...key, id: "key-1", hash: "hash-1", revokedAt: null });
  await store.projects.createKey({ ...key, id: "key-2", hash: "hash-2", revokedAt: 16 });
  await store.usage.setQuota(id, { stepsPerDay: 5_000, storedBytes: null });

  await seedEveryKind(store, id);
  const many = Array.from({ length: steps }, (_, index) => ({
    id: `step ${index}`,
    createdAt: 86_400_000 * (index % 40) + index,
    threadId: `thread ${index % 30}`,
    type: index % 10 === 0 ? ("run" as const) : ("llm" as const),
    startTime: 1_000 + index,
    endTime: 1_100 + 2 * index,
    output: { answer: `\u0000 ${index} \ud800`, nothing: null },
    metadata: { z: 1, a: [1.5, 1e21, -0.5], plan: index % 3 },
    generation: { model: "gpt-4o", inputTokenCount: index, messages: [{ role: "user", content: "Ünï" }] },
    scores: [
      { id: `score ${index}`, at: 2_000, name: "ok", type: "AI" as const, value: index / 7, stepId: `step ${index}` },
    ],
  }));
  await store.steps.ingest(id, many);
  await store.steps.ingest(staying.id, many.slice(0, 3));
  await store.threads.upsert(id, { id: "thread 1", createdAt: 1, participant: "ann", newUserId: "n" });
  await store.threads.delete(id, "thread 2", 17);
  const link = { createdAt: 18, threadId: "thread 1", createdBy: "ann-id", expiresAt: 99 };
  await store.shares.create(id, { ...link, id: "link" }, 9);
  for (const at of [19, 20]) {
    await store.audit.append(id, {
      id: `event ${at}`,
      createdAt: at,
      action: "keyCreated",
      actorKind: "account",
      actorId: "ann-id",
      actorName: "ann@example.com",
      address: null,
      subjectId: "key-1",
      subjectName: "ci",
      details: { scopes: ["ingest"] },
    });
  }
  for (let index = 0; index < fileCount; index += 1) {
    const objectKey = `${id}/file-${index}`;
    const size = await files.write(objectKey, once(`content ${index} `.repeat(index * 50)), { maxBytes: 1e6 });
    const file = { objectKey, createdAt: 21, name: `f${index}`, mime: "text/plain", threadId: null, size };
    await store.files.createFile(id, file);
  }
  // This file was announced, but never uploaded.
  const announced = { objectKey: `${id}/none`, createdAt: 22, name: "n", mime: "a/b", threadId: null, size: null };
  await store.files.createFile(id, announced);
  await store.secret("share-links");
}

/** Reads all data of the project {@link moving}. */
export async function everything(store: Store): Promise<unknown> {
  const { id } = moving;
  const records: MovedRecord[] = [];
  for await (const record of store.moveOut(id)) records.push(record);
  return {
    project: await store.projects.find(id),
    records,
    keys: await store.projects.listKeys(id),
    members: await store.accounts.members(id),
    invitations: await store.accounts.invitations(id, 0),
    accounts: await store.accounts.findRows("user", [], { orderBy: { field: "email", direction: "asc" } }),
    logins: (await store.accounts.findRows("account", [])).toSorted((one, other) =>
      String(one["id"]) < String(other["id"]) ? -1 : 1,
    ),
    quota: (await store.usage.get(id)).quota,
    links: Buffer.from(await store.secret("share-links")).toString("hex"),
    threads: (await store.threads.list(id, { first: 100 })).edges.map(({ node }) => node),
  };
}

export async function contents(files: Pick<FileStorage, "read">): Promise<(string | null)[]> {
  return Promise.all(
    Array.from({ length: fileCount }, async (_, index) => {
      const stream = await files.read(`${moving.id}/file-${index}`);
      return stream && new Response(stream).text();
    }),
  );
}
