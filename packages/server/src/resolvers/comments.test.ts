import { beforeEach, expect, test } from "vitest";
import { actorOfKey, actorOfRole } from "../access/actor.ts";
import { apiKeyRecord } from "../access/api-key.ts";
import type { Role, Scope } from "../store/permissions.ts";
import type { RequestContext } from "./context.ts";
import { createLoaders } from "./loaders.ts";
import { openTestApi, type TestApi } from "./test-api.ts";

const fields = `id text editedAt threadId stepId isOwn
  author { kind id name isMember } mentions { accountId name isMember }`;
const create = `mutation ($threadId: String, $stepId: String, $text: String!, $mentionIds: [String!]) {
  createComment(threadId: $threadId, stepId: $stepId, text: $text, mentionIds: $mentionIds) { ${fields} } }`;
const update = `mutation ($id: String!, $text: String!, $mentionIds: [String!]) {
  updateComment(id: $id, text: $text, mentionIds: $mentionIds) { ${fields} } }`;
const remove = `mutation ($id: String!) { deleteComment(id: $id) { id } }`;
const ofThread = `query ($first: Int, $skip: Int) {
  comments(threadId: "t", first: $first, skip: $skip) { totalCount nodes { ${fields} } } }`;

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
  await api.store.steps.ingest(api.project.id, [{ id: "s", createdAt: 1, threadId: "t" }]);
  for (const name of ["ann", "bob", "cid"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await join(name);
  }
});

async function join(id: string): Promise<void> {
  const { store, project } = api;
  const name = id.toUpperCase();
  await store.accounts.insertRow("user", {
    id,
    email: `${id}@example.com`,
    name,
    emailVerified: true,
    image: null,
    twoFactorEnabled: false,
    disabledAt: null,
    createdAt: 0,
    updatedAt: 0,
  });
  await store.accounts.addMember(project.id, id, "editor", 0);
}

function as(id: string, role: Role = "annotator"): Partial<RequestContext> {
  const account = { id, email: `${id}@example.com`, name: id.toUpperCase(), createdAt: 0 };
  return { actor: actorOfRole(account, role) };
}

function keyOf(id: string, scopes?: readonly Scope[]): Partial<RequestContext> {
  const record = apiKeyRecord({ id, projectId: api.project.id, name: `key ${id}`, secret: id, createdAt: 0 });
  return { actor: actorOfKey(scopes ? { ...record, scopes } : record) };
}

async function codeOf(document: string, variables: Record<string, unknown>, context?: Partial<RequestContext>) {
  return (await api.execute(document, variables, context)).errors?.[0]?.extensions["code"];
}

test("a comment has its author and the members that it mentions", async () => {
  const variables = { threadId: "t", text: "@BOB, **look**", mentionIds: ["bob", "bob"] };
  const { createComment } = await api.run(create, variables, as("ann"));
  expect(createComment).toEqual({
    id: createComment.id,
    text: "@BOB, **look**",
    editedAt: null,
    threadId: "t",
    stepId: null,
    isOwn: true,
    author: { kind: "account", id: "ann", name: "ANN", isMember: true },
    mentions: [{ accountId: "bob", name: "BOB", isMember: true }],
  });
  const { comments } = await api.run(ofThread, {}, as("cid", "viewer"));
  expect(comments).toEqual({ totalCount: 1, nodes: [{ ...createComment, isOwn: false }] });
});

test("threads and steps have their own comments, in pages and with their number", async () => {
  for (const text of ["one", "two", "three"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await api.run(create, { threadId: "t", text });
  }
  await api.run(create, { stepId: "s", text: "of the step" });
  const { threadDetail, step } = await api.run(`{
    threadDetail(id: "t") { comments(first: 1, skip: 1) { totalCount nodes { text } } }
    step(id: "s") { comments { totalCount nodes { text author { kind id name } } } }
  }`);
  expect(threadDetail.comments).toEqual({ totalCount: 3, nodes: [{ text: "two" }] });
  const author = { kind: "noLogin", id: null, name: null };
  expect(step.comments).toEqual({ totalCount: 1, nodes: [{ text: "of the step", author }] });
  expect((await api.run(ofThread, { first: 0 })).comments.nodes).toHaveLength(1);
  expect((await api.run(ofThread, { first: 1_000 })).comments.nodes).toHaveLength(3);
});

test("only its author can edit a comment, which sets the time of the edit", async () => {
  const { createComment } = await api.run(create, { threadId: "t", text: "a" }, as("ann"));
  const { id } = createComment;
  for (const other of [as("bob", "owner"), keyOf("k"), {}]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await codeOf(update, { id, text: "b" }, other)).toBe("FORBIDDEN");
  }
  const { updateComment } = await api.run(update, { id, text: "b", mentionIds: ["cid"] }, as("ann"));
  expect(updateComment).toMatchObject({ text: "b", mentions: [{ accountId: "cid" }] });
  expect(updateComment.editedAt).not.toBeNull();
  expect(await codeOf(update, { id, text: "b" }, as("ann", "viewer"))).toBe("FORBIDDEN");
  expect(await codeOf(update, { id: "unknown", text: "b" }, as("ann"))).toBe("NOT_FOUND");
});

test("a comment can be deleted by its author, admins and owners, and not by other editors and keys", async () => {
  const ids: string[] = [];
  for (const context of [as("ann"), as("ann"), keyOf("k", ["ingest"])]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    ids.push((await api.run(create, { threadId: "t", text: "a" }, context)).createComment.id);
  }
  const [first = "", second = "", third = ""] = ids;
  for (const other of [as("bob", "editor"), keyOf("other"), as("bob", "viewer")]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await codeOf(remove, { id: first }, other)).toBe("FORBIDDEN");
  }
  expect(await api.run(remove, { id: first }, as("ann"))).toEqual({ deleteComment: { id: first } });
  expect(await api.run(remove, { id: second }, as("bob", "admin"))).toEqual({ deleteComment: { id: second } });
  expect(await api.run(remove, { id: third }, keyOf("k", ["ingest"]))).toEqual({ deleteComment: { id: third } });
  expect(await api.run(remove, { id: third }, as("ann"))).toEqual({ deleteComment: null });
});

test("viewers can only read comments; a key with the scope ingest or write can create them", async () => {
  const variables = { threadId: "t", text: "a" };
  expect(await codeOf(create, variables, as("bob", "viewer"))).toBe("FORBIDDEN");
  expect(await codeOf(create, variables, keyOf("k", ["read"]))).toBe("FORBIDDEN");
  expect(await codeOf("{ mentionableMembers { name } }", {}, as("bob", "viewer"))).toBe("FORBIDDEN");
  const { createComment } = await api.run(create, variables, keyOf("k", ["write"]));
  expect(createComment.author).toEqual({ kind: "key", id: "k", name: "key k", isMember: true });
});

test("only members of the project can be mentioned, and are listed by name", async () => {
  const { mentionableMembers } = await api.run("{ mentionableMembers { accountId name isMember } }", {}, as("ann"));
  expect(mentionableMembers.map(({ name }) => name)).toEqual(["ANN", "BOB", "CID"]);
  for (const mentionIds of [["unknown"], ["ann", "__proto__"], Array.from({ length: 51 }, (_, index) => `${index}`)]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await codeOf(create, { threadId: "t", text: "a", mentionIds })).toBe("BAD_USER_INPUT");
  }
  const other = await api.inProject("other");
  const { errors } = await other.execute("{ mentionableMembers { name } }");
  expect(errors).toBeUndefined();
  expect((await other.run("{ mentionableMembers { name } }")).mentionableMembers).toEqual([]);
});

test("a removed member keeps their name as author and in mentions, and may stay mentioned", async () => {
  const variables = { threadId: "t", text: "a", mentionIds: ["bob"] };
  const { createComment } = await api.run(create, variables, as("ann"));
  const { store, project } = api;
  await store.accounts.updateRows("user", [{ field: "id", operator: "=", value: "bob" }], { name: "Robert" });
  const loaders = () => ({ loaders: createLoaders(store, project.id) });
  const before = (await api.run(ofThread, {}, loaders())).comments.nodes[0];
  expect(before?.mentions).toEqual([{ accountId: "bob", name: "Robert", isMember: true }]);
  await store.accounts.changeRole(project.id, "cid", "owner");
  for (const id of ["ann", "bob"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await store.accounts.removeMember(project.id, id);
  }
  const after = (await api.run(ofThread, {}, loaders())).comments.nodes[0];
  expect(after?.author).toEqual({ kind: "account", id: "ann", name: "ANN", isMember: false });
  expect(after?.mentions).toEqual([{ accountId: "bob", name: "BOB", isMember: false }]);
  const edit = { id: createComment.id, text: "b", mentionIds: ["bob"] };
  const { updateComment } = await api.run(update, edit, as("ann"));
  expect(updateComment.mentions).toEqual([{ accountId: "bob", name: "BOB", isMember: false }]);
});

test.each([
  ["no record", { text: "a" }, "BAD_USER_INPUT"],
  ["two records", { threadId: "t", stepId: "s", text: "a" }, "BAD_USER_INPUT"],
  ["an unknown thread", { threadId: "s", text: "a" }, "NOT_FOUND"],
  ["an unknown step", { stepId: "t\0", text: "a" }, "NOT_FOUND"],
  ["blank text", { threadId: "t", text: " \n" }, "BAD_USER_INPUT"],
  ["text that is too long", { threadId: "t", text: "x".repeat(20_001) }, "BAD_USER_INPUT"],
])("a comment on %s is refused", async (_what, variables, code) => {
  expect(await codeOf(create, variables)).toBe(code);
});

test("any other text is stored, without NUL and lone surrogates", async () => {
  const text = "x\0\ud800<script>alert(1)</script> @__proto__ ".padEnd(20_000, "\u{1f600}").slice(0, 20_000);
  const { createComment } = await api.run(create, { stepId: "s", text });
  expect(createComment.text).toBe(text.toWellFormed().replaceAll("\0", "\ufffd"));
});

test("comments of another project are not found", async () => {
  const { createComment } = await api.run(create, { threadId: "t", text: "a" });
  const { id } = createComment;
  const other = await api.inProject("other");
  expect((await other.run(ofThread)).comments).toEqual({ totalCount: 0, nodes: [] });
  expect((await other.execute(update, { id, text: "b" })).errors?.[0]?.extensions["code"]).toBe("NOT_FOUND");
  expect(await other.run(remove, { id })).toEqual({ deleteComment: null });
  expect((await other.execute(create, { threadId: "t", text: "a" })).errors?.[0]?.extensions["code"]).toBe("NOT_FOUND");
});
