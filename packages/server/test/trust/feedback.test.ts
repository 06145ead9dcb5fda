import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import { feedbackScript } from "../../src/feedback/feedback-script.ts";
import { createFeedbackTokens } from "../../src/feedback/feedback-tokens.ts";
import { type Browser, setUp, valueOf } from "../accounts/browser.ts";
import { noteSecret } from "../canaries/secret-watch.ts";

const origin = "https://shop.example";
const minute = 60_000;

let server: ThreadlineServer;
let owner: Browser;
let project: string;
let otherProject: string;
let otherKey: string;
let address = 0;
let time = Date.UTC(2026, 10, 28);

beforeAll(async () => {
  server = createServer({ apiKey: "tl_default-key", now: () => time, limits: { maxStoredBytes: 4_000_000 } });
  owner = await setUp(server);
  project = (await server.ready).project.id;
  const made = await owner.graphql('mutation { createProject(name: "other") { id } }');
  otherProject = (valueOf(made.data, "createProject") as { id: string }).id;
  const key = await owner.graphql('mutation { createApiKey(name: "k", scopes: [ingest]) { secret } }', {
    project: otherProject,
  });
  otherKey = (valueOf(key.data, "createApiKey") as { secret: string }).secret;
});
afterAll(() => server.close());
beforeEach(() => {
  address += 1;
});

const application = { "x-api-key": "tl_default-key" };

async function ask(query: string, headers: Readonly<Record<string, string>> = application): Promise<Answer> {
  const response = await server.fetch("http://localhost/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Answer;
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly field?: string } }[];
}

async function createToken(args: string, headers = application): Promise<string> {
  const { data } = await ask(`mutation { createFeedbackToken(${args}) { token url expiresAt } }`, headers);
  const { token, url } = valueOf(data, "createFeedbackToken") as { token: string; url: string };
  expect(url).toBe("http://localhost/api/feedback");
  noteSecret(token);
  return token;
}

/** Sends feedback like a page. Each test has its own client address. */
async function send(
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await server.fetch(
    "http://localhost/api/feedback",
    {
      method: "POST",
      headers: { "content-type": "application/json", origin, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    },
    { address: `192.0.2.${address}` },
  );
  // A page of any origin reads the result, without credentials.
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function scoresOf(stepId: string, headers = application): Promise<unknown[]> {
  const fields = "{ name type value label comment scorer stepId threadId }";
  const filter = `[{ field: "stepId", operator: eq, value: "${stepId}" }]`;
  const { data } = await ask(`{ scores(filters: ${filter}) { edges { node ${fields} } } }`, headers);
  return (valueOf(data, "scores") as { edges: { node: unknown }[] }).edges.map(({ node }) => node);
}

describe("feedback with a token", () => {
  test("is a score of a person, which later feedback of the same user replaces", async () => {
    const token = await createToken('stepId: "answer", scorer: "ada"');
    const sent = {
      token,
      value: 1,
      comment: "Thanks",
      scorer: "eve",
      type: "AI",
      stepId: "x",
      threadId: "t",
      tags: ["x"],
    };
    expect(await send(sent)).toMatchObject({ status: 204, text: "" });
    const score = {
      name: "user-feedback",
      type: "HUMAN",
      label: null,
      scorer: "ada",
      stepId: "answer",
      threadId: null,
    };
    expect(await scoresOf("answer")).toEqual([{ ...score, value: 1, comment: "Thanks" }]);
    // A reload of the page gets another token.
    const again = await createToken('stepId: "answer", scorer: "ada"');
    expect((await send({ token: again, value: 0 })).status).toBe(204);
    expect(await scoresOf("answer")).toEqual([{ ...score, value: 0, comment: null }]);
    for (const value of [1, 0]) await send({ token: await createToken('stepId: "answer"'), value });
    expect(await scoresOf("answer")).toHaveLength(3);
    expect(await scoresOf("x")).toEqual([]);
  });

  test("scores a thread by the names of the token, with values of their schemas", async () => {
    const schema = '{ name: "mood", type: CATEGORICAL, categories: [{ label: "good", value: 5 }] }';
    await owner.graphql(`mutation { createScoreSchema(schema: ${schema}) { id } }`, { project });
    const token = await createToken('threadId: "t", scoreNames: ["mood", "helpful"]');
    expect((await send({ token, value: 5 })).status).toBe(204);
    expect((await send({ token, name: "helpful", value: 0.5 })).status).toBe(204);
    for (const [change, field] of [
      [{ name: "correct", value: 1 }, "name"],
      [{ value: 4 }, "value"],
      [{ name: "helpful", value: 1e308 }, "value"],
      [{ name: "helpful", value: -0.1 }, "value"],
      [{ name: "helpful", value: "1" }, "value"],
      [{ name: "helpful" }, "value"],
      [{ name: "helpful", value: 1, comment: { a: 1 } }, "comment"],
      [{ name: "helpful", value: 1, comment: "x".repeat(4_001) }, "comment"],
    ] as const) {
      const answer = await send({ token, ...change });
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { errors: [{ extensions: { field } }] }]);
    }
    await ask('mutation { upsertThread(id: "t") { id } }');
    const { data } = await ask('{ threadDetail(id: "t") { scores { name value label } } }');
    expect(data).toEqual({
      threadDetail: {
        scores: [
          { name: "mood", value: 5, label: "good" },
          { name: "helpful", value: 0.5, label: null },
        ],
      },
    });
  });

  test.each([
    ["no target", "", "stepId"],
    ["two targets", 'stepId: "s", threadId: "t"', "threadId"],
    ["no names", 'stepId: "s", scoreNames: []', "scoreNames"],
    [
      "too many names",
      `stepId: "s", scoreNames: ${JSON.stringify(Array.from({ length: 11 }, (_, index) => `n${index}`))}`,
      "scoreNames",
    ],
    ["a blank name", 'stepId: "s", scoreNames: [" "]', "scoreNames[0]"],
    ["no lifetime", 'stepId: "s", expiresIn: 0', "expiresIn"],
    ["a lifetime that is too long", 'stepId: "s", expiresIn: 7776001', "expiresIn"],
    ["a long user", `stepId: "s", scorer: "${"x".repeat(256)}"`, "scorer"],
  ])("a token with %s is not created", async (_name, args, field) => {
    const call = args === "" ? "createFeedbackToken" : `createFeedbackToken(${args})`;
    const { errors } = await ask(`mutation { ${call} { token } }`);
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
  });

  test("T123: forged tokens are refused", async () => {
    const token = await createToken('stepId: "forged"');
    const [payload = "", signature = ""] = token.split(".");
    const permit = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const stranger = createFeedbackTokens({ secret: new Uint8Array(32), now: () => time });
    const shared = await ask(
      'mutation { upsertThread(id: "shared") { id } shareThread(threadId: "shared") { token } }',
    );
    const link = (valueOf(shared.data, "shareThread") as { token: string }).token;
    for (const forged of [
      undefined,
      null,
      7,
      [token],
      "",
      ".",
      payload,
      `${payload}.`,
      `.${signature}`,
      `${payload}.${"A".repeat(43)}`,
      `${payload}.${signature}A`,
      `${encode({ ...permit, stepId: "other" })}.${signature}`,
      `${encode({ ...permit, expiresAt: 1e15 })}.${signature}`,
      `${encode({ ...permit, projectId: otherProject })}.${signature}`,
      `${encode({ ...permit, scoreNames: ["correct"] })}.${signature}`,
      stranger.create(permit as never),
      `${link.split(".")[0]}.${link.split(".")[1]}`,
      "tl_default-key",
    ]) {
      const answer = await send({ token: forged, value: 1 });
      expect({ forged, status: answer.status }).toEqual({ forged, status: 403 });
    }
    // Neither a key nor a session is used instead of a token.
    expect((await send({ value: 1 }, application)).status).toBe(403);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    expect((await send({ value: 1 }, { cookie })).status).toBe(403);
    expect(await scoresOf("forged")).toEqual([]);
  });

  test("T123: a token expires", async () => {
    const token = await createToken('stepId: "old", expiresIn: 60');
    time += minute - 1;
    expect((await send({ token, value: 1 })).status).toBe(204);
    time += 1;
    const { status, text } = await send({ token, value: 0 });
    expect([status, text]).toEqual([403, expect.stringContaining("has expired")]);
    expect(await scoresOf("old")).toMatchObject([{ value: 1 }]);
  });

  test("T123: a token is refused by every other route, and by keys with other rights", async () => {
    const token = await createToken('stepId: "elsewhere"');
    for (const headers of [
      { "x-api-key": token },
      { authorization: `Bearer ${token}` },
      { "x-threadline-share": token },
    ]) {
      for (const path of ["/api/graphql", "/api/upload/file", "/api/my-project", "/api/export/dataset", "/v1/traces"]) {
        const { status } = await server.fetch(`http://localhost${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ query: "{ steps { totalCount } }" }),
        });
        expect({ path, status }).toEqual({ path, status: 401 });
      }
    }
    for (const scopes of ["[read]", `[browser], origins: ["${origin}"]`]) {
      const made = await owner.graphql(`mutation { createApiKey(name: "k", scopes: ${scopes}) { secret } }`, {
        project,
      });
      const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
      const { errors } = await ask('mutation { createFeedbackToken(stepId: "s") { token } }', {
        "x-api-key": secret,
        origin,
      });
      expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    }
  });

  test("T124: a token scores its own record in its own project, and reads nothing", async () => {
    await ask('mutation { ingestStep(id: "theirs", output: { text: "CANARY" }) { ok } }');
    const token = await createToken('stepId: "theirs"', { "x-api-key": otherKey });
    const answer = await send({ token, value: 1, stepId: "theirs", projectId: "x" }, { "x-threadline-project": "x" });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await scoresOf("theirs")).toEqual([]);
    const read = await owner.graphql("{ scores { edges { node { stepId step { id } } } } }", { project: otherProject });
    expect(read.data).toEqual({ scores: { edges: [{ node: { stepId: "theirs", step: null } }] } });
    const get = await server.fetch(`http://localhost/api/feedback?token=${token}`);
    expect(get.status).toBe(405);
  });

  test("T124: deleted records and scores are not scored again, and neither are records of a deleted project", async () => {
    await ask('mutation { ingestStep(id: "gone", threadId: "gone-thread") { ok } }');
    const ofStep = await createToken('stepId: "gone"');
    const ofThread = await createToken('threadId: "gone-thread"');
    expect((await send({ token: ofStep, value: 1 })).status).toBe(204);
    await ask('mutation { deleteThread(id: "gone-thread") { id } }');
    for (const token of [ofStep, ofThread]) expect((await send({ token, value: 0 })).status).toBe(404);
    expect(await scoresOf("gone")).toEqual([]);

    const ofUser = () => createToken('stepId: "judged", scorer: "ada"');
    expect((await send({ token: await ofUser(), value: 1 })).status).toBe(204);
    const { data } = await ask('{ scores(query: "scorer:ada") { edges { node { id stepId } } } }');
    const { edges } = valueOf(data, "scores") as { edges: { node: { id: string; stepId: string } }[] };
    const score = edges.find(({ node }) => node.stepId === "judged")?.node.id;
    await ask(`mutation { deleteScore(id: "${score}") { id } }`);
    expect((await send({ token: await ofUser(), value: 0 })).status).toBe(404);
    expect(await scoresOf("judged")).toEqual([]);

    const made = await owner.graphql('mutation { createProject(name: "short-lived") { id } }');
    const { id } = valueOf(made.data, "createProject") as { id: string };
    const minted = await owner.graphql('mutation { createFeedbackToken(stepId: "s") { token } }', { project: id });
    const { token } = valueOf(minted.data, "createFeedbackToken") as { token: string };
    await owner.graphql('mutation { deleteProject(name: "short-lived") { id } }', { project: id });
    expect((await send({ token, value: 1 })).status).toBe(404);
  });

  test("T125: bodies are small, JSON, and few for each token and address", async () => {
    const token = await createToken('stepId: "flood"');
    expect((await send({ token, value: 1, comment: "x".repeat(40_000) })).status).toBe(413);
    expect((await send({ token, value: 1 }, { "content-type": "text/plain" })).status).toBe(415);
    for (const body of ["", "[]", "{", '{"token":', "null"])
      expect((await send(body)).status).toBeGreaterThanOrEqual(400);
    const statuses: number[] = [];
    for (let sent = 0; sent < 21; sent += 1) statuses.push((await send({ token, value: 1 })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429]);
    expect(await scoresOf("flood")).toHaveLength(1);
    const other = await createToken('stepId: "flood"');
    let last = await send({ token: other, value: 1 });
    expect(last.status).toBe(204);
    for (let sent = 0; sent < 120 && last.status !== 429; sent += 1) last = await send({ token: "x", value: 1 });
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    address += 1;
    expect((await send({ token: other, value: 0 })).status).toBe(204);
  });

  test("T126: only this route answers preflights of pages, for JSON and without credentials", async () => {
    const preflight = async (path: string): Promise<Response> =>
      server.fetch(`http://localhost${path}`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      });
    const { status, headers } = await preflight("/api/feedback");
    expect([status, headers.get("access-control-allow-origin"), headers.get("access-control-allow-headers")]).toEqual([
      204,
      "*",
      "content-type",
    ]);
    expect(headers.has("access-control-allow-credentials")).toBe(false);
    for (const path of ["/api/graphql", "/api/upload/file", "/api/session/sign-in", "/v1/traces"]) {
      expect((await preflight(path)).headers.has("access-control-allow-origin")).toBe(false);
    }
  });

  test("the script has at most 1,024 bytes, and pages of any origin can load it", async () => {
    const response = await server.fetch("http://localhost/feedback.js");
    expect(await response.text()).toBe(feedbackScript);
    expect(Buffer.byteLength(feedbackScript)).toBeLessThanOrEqual(1_024);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
  });
});
