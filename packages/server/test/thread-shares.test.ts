import { expect, test } from "vitest";
import type { ServerOptions } from "../src/server-options.ts";
import { apiKey, startTestServer } from "./test-server.ts";

const shareThread = "mutation ($id: String!) { shareThread(threadId: $id) { id token url threadId } }";
const readShared = `{
  sharedThread {
    id name tokenCount cost outline
    participant { id identifier }
    steps { id output thread { id } scores { name value } attachments { name url } generation { id model } }
  }
}`;

/** Creates two threads with a step, a score, a file and a user each, and shares the first. */
async function start(options: ServerOptions = {}) {
  const { server, graphql } = startTestServer(options);
  for (const id of ["one", "two"]) {
    const { data } = await graphql("mutation ($user: String!) { createParticipant(identifier: $user) { id } }", {
      user: `user of ${id}`,
    });
    const participant = data?.["createParticipant"] as { id: string } | undefined;
    await graphql("mutation ($id: String!, $user: String!) { upsertThread(id: $id, participantId: $user) { id } }", {
      id,
      user: participant?.id,
    });
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const body = JSON.stringify({ fileName: `${id}.txt`, uploadType: "raw" });
    const signed = await server.fetch("http://localhost/api/upload/file", { method: "POST", headers, body });
    const { put } = (await signed.json()) as { put: { url: string; fields: { key: string } } };
    await server.fetch(put.url, { method: "PUT", body: `bytes of ${id}` });
    await graphql("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", {
      steps: [
        {
          id: `${id}-step`,
          type: "llm",
          threadId: id,
          rootRunId: `${id}-step`,
          output: { secret: `CANARY-${id}` },
          generation: { model: "gpt", provider: "openai" },
          scores: [{ name: "good", type: "HUMAN", value: 1, comment: `CANARY-${id}` }],
          attachments: [{ id: `${id}-file`, name: `${id}.txt`, objectKey: put.fields.key }],
        },
      ],
    });
  }
  const share = async () => {
    const { data } = await graphql(shareThread, { id: "one" });
    return data?.["shareThread"] as { readonly token: string; readonly url: string; readonly id: string };
  };
  const { token, url, id } = await share();
  /** Sends a query with the share link instead of a key. */
  const ask = async (query: string, variables: object = {}, headers: Record<string, string> = {}) => {
    const response = await server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-threadline-share": token, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      ...(JSON.parse(text) as {
        data?: Record<string, unknown>;
        errors?: { readonly extensions: { readonly code: string } }[];
      }),
    };
  };
  return { server, graphql, share, ask, token, url, id };
}

test("a link reads its thread with steps, scores, attachments and generations, without a login", async () => {
  const { ask, url, token, server } = await start();
  expect(url).toBe(`http://localhost/shared/${token}`);
  const { data, errors } = await ask(readShared);
  expect(errors).toBeUndefined();
  const thread = data?.["sharedThread"] as { steps: { attachments: { url: string }[] }[] } | undefined;
  const file = await server.fetch(thread?.steps[0]?.attachments[0]?.url ?? "");
  expect(await file.text()).toBe("bytes of one");
  expect(data?.["sharedThread"]).toMatchObject({
    id: "one",
    participant: null,
    steps: [
      {
        id: "one-step",
        output: { secret: "CANARY-one" },
        thread: { id: "one" },
        scores: [{ name: "good", value: 1 }],
        attachments: [{ name: "one.txt", url: expect.stringContaining("/api/files/") }],
        generation: { id: "one-step", model: "gpt" },
      },
    ],
  });
  expect((await ask('{ threadDetail(id: "one") { id } step(id: "one-step") { id } }')).data).toEqual({
    threadDetail: { id: "one" },
    step: { id: "one-step" },
  });
});

test("a link reads nothing of another thread", async () => {
  const { ask } = await start();
  const { data, text } = await ask(`{
    threadDetail(id: "two") { id steps { id } }
    step(id: "two-step") { id output scores { comment } attachments { url } }
    generation(id: "two-step") { id }
  }`);
  expect(data).toEqual({ threadDetail: null, step: null, generation: null });
  expect(text).not.toContain("CANARY");
});

test.each([
  "{ threads { totalCount edges { node { id } } } }",
  "{ steps { edges { node { output } } } }",
  "{ scores { edges { node { comment } } } }",
  "{ participants { edges { node { identifier } } } }",
  "{ datasets { edges { node { name } } } }",
  '{ attachment(id: "two-file") { url } }',
  '{ stepOutline(id: "two-step") }',
  "{ projects { id name } }",
  "{ apiKeys { id } }",
  "{ views { name } }",
  "{ dashboards { name } }",
  "{ modelConnections { name } }",
  '{ threadShares(threadId: "one") { token } }',
  'mutation { shareThread(threadId: "two") { token } }',
  'mutation { deleteThread(id: "one") { id } }',
  'mutation { updateThread(id: "one", tags: ["x"]) { id } }',
  'mutation { ingestStep(id: "x", threadId: "one") { ok } }',
  'mutation { createView(view: { name: "x", resource: threads }) { id } }',
])("a link cannot read %s", async (query) => {
  const { ask } = await start();
  const { text, errors } = await ask(query);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["FORBIDDEN"]);
  expect(text).not.toContain("CANARY");
});

test("a link cannot access other routes", async () => {
  const { server, token } = await start();
  const headers = { "x-threadline-share": token, "content-type": "application/json" };
  for (const path of ["/api/my-project", "/api/export/dataset", "/api/upload/file"]) {
    const body = JSON.stringify({ name: "d", fileName: "f" });
    expect((await server.fetch(`http://localhost${path}`, { method: "POST", headers, body })).status).toBe(401);
  }
});

test("a link streams only changes of its thread, until it is revoked", async () => {
  const { server, token, graphql, id } = await start();
  const query = 'subscription { recordChanges(threadId: "two") { overflow changes { id threadId } } }';
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "x-threadline-share": token, "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ query }),
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  const readUntil = async (isEnough: (text: string) => boolean): Promise<string> => {
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      text += decoder.decode(value);
      if (done || isEnough(text)) return text;
    }
  };
  const add = (step: string, thread: string) =>
    graphql(`mutation { ingestStep(id: "${step}", threadId: "${thread}") { ok } }`);
  await add("in-two", "two");
  await add("in-one", "one");
  const told = await readUntil((text) => text.includes("in-one"));
  expect(told).toContain('{"id":"in-one","threadId":"one"}');
  expect(told).not.toContain("two");
  await graphql("mutation ($id: String!) { unshareThread(id: $id) { id } }", { id });
  await add("later", "one");
  expect(await readUntil(() => false)).not.toContain("later");
});

test("a link ends when it is revoked, and when its thread is deleted", async () => {
  const { ask, graphql, share, id } = await start();
  const revoke = "mutation ($id: String!) { unshareThread(id: $id) { id } }";
  expect(await graphql(revoke, { id })).toMatchObject({ data: { unshareThread: { id } } });
  expect(await ask(readShared)).toMatchObject({ status: 401, errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
  const { token } = await share();
  expect((await ask(readShared, {}, { "x-threadline-share": token })).status).toBe(200);
  await graphql('mutation { deleteThread(id: "one") { id } }');
  expect((await ask(readShared, {}, { "x-threadline-share": token })).status).toBe(401);
});

test("a link ends when it expires; members still see it", async () => {
  let now = Date.UTC(2026, 4, 1);
  const { ask, graphql } = await start({ now: () => now });
  const expiresAt = "2026-05-02T00:00:00.000Z";
  const create = 'mutation ($at: DateTime) { shareThread(threadId: "one", expiresAt: $at) { token expiresAt } }';
  const { data } = await graphql(create, { at: expiresAt });
  const link = data?.["shareThread"] as { readonly token: string };
  expect(link).toMatchObject({ expiresAt });
  const read = () => ask(readShared, {}, { "x-threadline-share": link.token });
  now = Date.parse(expiresAt) - 1;
  expect((await read()).status).toBe(200);
  now += 1;
  expect(await read()).toMatchObject({ status: 401, errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
  expect((await ask(readShared)).status).toBe(200);
  expect((await graphql('{ threadShares(threadId: "one") { expiresAt } }')).data).toEqual({
    threadShares: [{ expiresAt: null }, { expiresAt }],
  });
  expect((await graphql(create, { at: expiresAt })).errors[0]?.extensions).toMatchObject({
    code: "BAD_USER_INPUT",
    field: "expiresAt",
  });
});

test("a changed token is rejected", async () => {
  const { ask, token } = await start();
  const changed = Array.from(
    token,
    (sign, at) => token.slice(0, at) + (sign === "a" ? "b" : "a") + token.slice(at + 1),
  );
  for (const other of [...changed, "", "x", `${token}x`, token.slice(0, -1), token.replace(".", "")]) {
    expect((await ask(readShared, {}, { "x-threadline-share": other })).status).toBe(401);
  }
  expect((await ask(readShared)).status).toBe(200);
});

test("a request with a key ignores a link", async () => {
  const { ask } = await start();
  expect((await ask("{ threads { totalCount } }", {}, { "x-api-key": apiKey })).data).toEqual({
    threads: { totalCount: 2 },
  });
  expect((await ask(readShared, {}, { "x-api-key": "unknown" })).status).toBe(401);
});

test("members list the links of a thread; only an existing thread is shared", async () => {
  const { graphql, token, id } = await start();
  expect(await graphql('{ threadShares(threadId: "one") { id token } }')).toMatchObject({
    data: { threadShares: [{ id, token }] },
  });
  expect((await graphql(shareThread, { id: "three" })).errors[0]?.extensions.code).toBe("NOT_FOUND");
});

test("a link shows the reasons of judges, but no comment of a person on a score", async () => {
  const { ask, graphql } = await start();
  const add =
    'mutation ($score: ScoreType!, $comment: String) { createScore(threadId: "one", name: "polite", type: $score, value: 1, comment: $comment) { id } }';
  expect((await graphql(add, { score: "AI", comment: "Answers kindly" })).errors).toEqual([]);
  expect((await graphql(add, { score: "HUMAN", comment: "PRIVATE" })).errors).toEqual([]);
  const { data, text } = await ask(`{
    sharedThread { scores { type comment } stepScores { type comment } steps { scores { type comment } } }
  }`);
  expect(data?.["sharedThread"]).toMatchObject({
    scores: expect.arrayContaining([
      { type: "AI", comment: "Answers kindly" },
      { type: "HUMAN", comment: null },
    ]) as unknown,
    steps: [{ scores: [{ type: "HUMAN", comment: null }] }],
  });
  expect(text).not.toContain("PRIVATE");
});

test("a link shows no comments, neither by their field nor below its thread and its steps", async () => {
  const { ask, graphql } = await start();
  const comment =
    'mutation ($t: String, $s: String) { createComment(threadId: $t, stepId: $s, text: "CANARY") { id } }';
  expect((await graphql(comment, { t: "one" })).errors).toEqual([]);
  expect((await graphql(comment, { s: "one-step" })).errors).toEqual([]);
  for (const query of [
    '{ comments(threadId: "one") { nodes { text } } }',
    "{ mentionableMembers { name } }",
    "{ sharedThread { comments { nodes { text } } } }",
    "{ sharedThread { comments { totalCount } } }",
    "{ sharedThread { steps { comments { totalCount nodes { text } } } } }",
    'mutation { createComment(threadId: "one", text: "a") { id } }',
  ]) {
    const { text, errors } = await ask(query);
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect(text).not.toContain("CANARY");
    expect(text).not.toMatch(/totalCount":\d/);
  }
});
