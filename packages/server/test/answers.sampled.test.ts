import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Limits } from "../src/config/limits.ts";
import { listen } from "../src/http/listen.ts";
import { describeStoresInTurn, embedded } from "./trust/trust-stores.ts";
import type { OpenServer } from "./trust/trust-stores.ts";
import { apiKey } from "./test-server.ts";

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: { data?: unknown; errors?: { message: string; extensions: { code: string; limit?: number } }[] };
  readonly text: string;
}

const payload = "x".repeat(20_000);
const nested = "edges { node { id thread { id steps { input output } } } }";

/** Starts a service with one thread of `stepCount` steps of 40 KB each. */
async function openThread(open: OpenServer, stepCount: number, limits: Partial<Limits>) {
  const { server } = await open({ apiKey, limits });
  onTestFinished(() => server.close());
  const request = (query: string, variables: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    server.fetch("http://localhost/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey, ...headers },
      body: JSON.stringify({ query, variables }),
    });
  const ask = async (...given: Parameters<typeof request>): Promise<Answer> => {
    const response = await request(...given);
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: JSON.parse(text) as Answer["body"],
      text,
    };
  };
  const steps = Array.from({ length: stepCount }, (_, index) => ({
    id: `s${index}`,
    threadId: "t1",
    type: "run",
    input: { content: payload },
    output: { content: payload },
  }));
  const stored = await ask("mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", { steps });
  expect(stored.status).toBe(200);
  return { server, request, ask };
}

/** Retries until there is memory for the response. */
async function untilFree(ask: () => Promise<Answer>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  while ((await ask()).status === 429) await setImmediate();
}

describeStoresInTurn(({ open }) => {
  test("a response that would be too large is an error that names the limit, for all fields with payloads", async () => {
    const { ask } = await openThread(open, 30, { maxAnswerBytes: 1_000_000 });
    const documents = [
      '{ threadDetail(id: "t1") { steps { input output } } }',
      '{ threadDetail(id: "t1") { steps { id } } }',
      "{ steps(first: 30) { edges { node { input } } } }",
      '{ steps(first: 30) { edges { node { input inputPreview(around: "x") } } } }',
      "{ threads { edges { node { steps { output } } } } }",
      `{ steps(first: 20) { ${nested} } }`,
      'mutation { upsertThread(id: "t1") { id steps { output } } }',
      `{ steps(first: 10) { edges { node { ${"abcdefghij"
        .split("")
        .map((name) => `${name}: input`)
        .join(" ")} } } } }`,
      `query ($yes: Boolean!) { steps(first: 10) { edges { node { ${"abcdefghij"
        .split("")
        .map((name) => `${name}: input @include(if: $yes)`)
        .join(" ")} } } } }`,
    ];
    for (const query of documents) {
      const { status, body, text } = await ask(query, { yes: true });
      expect({ query, status, codes: body.errors?.map(({ extensions }) => extensions.code) }).toEqual({
        query,
        status: 200,
        codes: ["ANSWER_TOO_LARGE"],
      });
      expect(body).toMatchObject({ data: null, errors: [{ extensions: { limit: 1_000_000 } }] });
      expect(body.errors?.[0]?.message).toContain("first");
      expect(text.length).toBeLessThan(1_000);
    }
    // The limit applies to one response.
    const page = await ask("{ steps(first: 10) { edges { node { input output } } } }");
    expect(page.body.errors).toBeUndefined();
    expect(page.text.length).toBeGreaterThan(400_000);
  });

  test("30 aliases of nested lists are rejected before any read", async () => {
    const { ask } = await openThread(open, 1, {});
    const aliases = Array.from({ length: 30 }, (_, index) => `a${index}: steps(first: 100) { ${nested} }`);
    const { status, body } = await ask(`{ ${aliases.join(" ")} }`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: 100_000 } }]);
    const variables = await ask(`query ($n: Int!) { ${aliases.join(" ").replaceAll("100", "$n")} }`, { n: 100 });
    expect(variables.status).toBe(400);
    const small = await ask(`query ($n: Int!) { ${aliases.join(" ").replaceAll("100", "$n")} }`, { n: 1 });
    expect(small.body.errors).toBeUndefined();
  });

  test("a page of threads with all fields of the published clients is returned", async () => {
    const { ask } = await openThread(open, 100, {});
    const { status, body, text } = await ask(`{ threads(first: 100) { pageInfo { endCursor } edges { cursor node {
      id participant { id } steps { id input output metadata scores { id value } generation { messages } attachments { id url } } } } } }`);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(text.length).toBeGreaterThan(4_000_000);
  });

  test("a response beyond the memory of a credential is rejected with 429, until the client has read the others", async () => {
    const { request, ask } = await openThread(open, 25, {
      maxAnswerBytes: 2_000_000,
      maxPendingAnswerBytes: 3_000_000,
    });
    const query = "{ steps(first: 25) { edges { node { input output } } } }";
    const held: Response[] = [];
    let refused: Response | undefined;
    while (!refused && held.length < 5) {
      // oxlint-disable-next-line no-await-in-loop -- each response holds memory that the next one lacks
      const response = await request(query);
      if (response.status === 429) refused = response;
      else held.push(response);
    }
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(await refused?.json()).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED" } }] });
    for (const text of await Promise.all(held.map((response) => response.text()))) {
      expect(text.length).toBeGreaterThan(1_000_000);
    }
    expect((await ask(query)).status).toBe(200);
  });

  test("each of 200 concurrent large responses is complete or rejected, and their memory is released", async () => {
    const { server, ask } = await openThread(open, 25, {
      maxAnswerBytes: 2_000_000,
      maxPendingAnswerBytes: 5_000_000,
      maxWaitingReads: 10,
    });
    const query = "{ steps(first: 25) { edges { node { input output } } } }";
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(query)));
    for (const { status, text } of answers) {
      if (status === 429) continue;
      expect(status).toBe(200);
      expect(text.length).toBeGreaterThan(1_000_000);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await ask(query)).status).toBe(200);
    expect((await server.fetch("http://localhost/health")).status).toBe(200);
  });

  test("unread responses to a link leave memory for responses to a key", async () => {
    const { server, ask } = await openThread(open, 25, { maxAnswerBytes: 2_000_000, maxPendingAnswerBytes: 2_500_000 });
    const { body } = await ask('mutation { shareThread(threadId: "t1") { token } }');
    const { token } = (body.data as { shareThread: { token: string } }).shareThread;
    // The response has about 1.5 MB.
    const query = "{ sharedThread { a: steps { input } b: steps { input } c: steps { input } } }";
    const unread = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.fetch("http://localhost/api/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", "x-threadline-share": token },
          body: JSON.stringify({ query }),
        }),
      ),
    );
    expect(new Set(unread.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await ask("{ steps(first: 5) { edges { node { input } } } }")).status).toBe(200);
    await Promise.all(unread.map((response) => response.text()));
  });

  test("a mutation is never rejected because of other responses", async () => {
    const { ask } = await openThread(open, 25, { maxPendingAnswerBytes: 1_000_000, maxWaitingReads: 0 });
    const changes = Array.from({ length: 20 }, (_, index) => ask(`mutation { createStep(name: "n${index}") { id } }`));
    const reads = Array.from({ length: 20 }, () => ask("{ steps(first: 25) { edges { node { input } } } }"));
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
    await Promise.all(reads);
  });

  test("a mutation is executed while other responses use all memory, and its large response is rejected once", async () => {
    const { request, ask } = await openThread(open, 25, { maxPendingAnswerBytes: 1_100_000 });
    const unread = await request("{ steps(first: 25) { edges { node { input output } } } }");
    const small = await ask('mutation { createStep(name: "n") { id } }');
    expect([small.status, small.body]).toEqual([200, { data: { createStep: { id: expect.any(String) } } }]);
    const large = await ask(
      'mutation { createStep(threadId: "t1", name: "n") { id thread { steps { input output } } } }',
    );
    expect(large.status).toBe(200);
    expect(large.body.errors?.[0]?.extensions.code).toBe("ANSWER_TOO_LARGE");
    await unread.text();
    expect((await ask("{ steps(first: 25) { edges { node { input } } } }")).status).toBe(200);
  });

  test("an unread response is aborted, and its memory released", async () => {
    const limits = { maxAnswerBytes: 2_000_000, maxPendingAnswerBytes: 1_100_000, maxUnreadMs: 50 };
    const { server, request, ask } = await openThread(open, 25, limits);
    const query = "{ steps(first: 25) { edges { node { input output } } } }";
    const unread = await request(query);
    expect(unread.status).toBe(200);
    // While this response is in memory, there is no memory for another.
    await untilFree(() => ask(query));
    await expect(unread.text()).rejects.toThrow("stopped reading");
    expect((await server.fetch("http://localhost/health")).status).toBe(200);
  });

  describe("the export of a dataset", () => {
    /** Starts a service with a dataset of `itemCount` items of 40 KB each. */
    async function openDataset(itemCount: number, limits: Partial<Limits>) {
      const { server, ask } = await openThread(open, 0, limits);
      const { body } = await ask('mutation { createDataset(name: "d") { id } }');
      const { id } = (body.data as { createDataset: { id: string } }).createDataset;
      for (let index = 0; index < itemCount; index += 1) {
        const mutation = `mutation ($id: String!, $input: Json!) {
          createDatasetItem(datasetId: $id, input: $input, expectedOutput: { a: ${JSON.stringify(payload)} }) { id } }`;
        // oxlint-disable-next-line no-await-in-loop -- in order
        const stored = await ask(mutation, { id, input: { index, payload } });
        expect(stored.body.errors?.[0]?.extensions.code).toBeOneOf([undefined, "ANSWER_TOO_LARGE"]);
      }
      const request = (): Promise<Response> =>
        server.fetch("http://localhost/api/export/dataset", {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": apiKey },
          body: JSON.stringify({ id }),
        });
      return { server, ask, request };
    }

    const indexesOf = (text: string): number[] =>
      (JSON.parse(text) as { data: { items: { input: { index: number } }[] } }).data.items.map(
        ({ input }) => input.index,
      );

    test("may be larger than other responses, sent in portions", async () => {
      for (const count of [0, 1, 5, 20, 43]) {
        // oxlint-disable no-await-in-loop -- one dataset after the other
        const { request } = await openDataset(count, { maxAnswerBytes: 400_000 });
        const response = await request();
        expect(response.status).toBe(200);
        expect(indexesOf(await response.text())).toEqual(Array.from({ length: count }, (_, index) => index));
        // oxlint-enable no-await-in-loop
      }
    });

    test("is rejected with 429 when unread ones use all memory of a credential", async () => {
      const { request } = await openDataset(30, { maxAnswerBytes: 400_000, maxPendingAnswerBytes: 1_000_000 });
      const held: Response[] = [];
      let refused: Response | undefined;
      while (!refused && held.length < 20) {
        // oxlint-disable-next-line no-await-in-loop -- each response holds memory that the next one lacks
        const response = await request();
        if (response.status === 429) refused = response;
        else held.push(response);
      }
      expect(refused?.headers.get("retry-after")).toBe("1");
      expect(await refused?.json()).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED" } }] });
      for (const text of await Promise.all(held.map((response) => response.text()))) {
        expect(indexesOf(text)).toHaveLength(30);
      }
      expect(indexesOf(await (await request()).text())).toHaveLength(30);
    });

    test("is aborted when it is not read, and its memory released", async () => {
      const limits = { maxAnswerBytes: 400_000, maxPendingAnswerBytes: 300_000, maxUnreadMs: 50 };
      const { request, ask } = await openDataset(10, limits);
      const unread = await request();
      expect(unread.status).toBe(200);
      await untilFree(() => ask("{ datasets { edges { node { items { id input } } } } }"));
      await expect(unread.text()).rejects.toThrow("stopped reading");
    });

    test("names the limit that an item exceeds", async () => {
      const { request } = await openDataset(3, { maxAnswerBytes: 30_000 });
      const response = await request();
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: "ANSWER_TOO_LARGE", limit: 30_000 } }],
      });
    });
  });
});

test("a connection that does not read is closed, and its response released", async () => {
  const { server, ask } = await openThread(embedded.open, 500, { maxUnreadMs: 100, maxPendingAnswerBytes: 24_000_000 });
  const listener = await listen(server, { port: 0 });
  onTestFinished(() => listener.close());
  const query = '{ threadDetail(id: "t1") { steps { input output } } }';
  const body = JSON.stringify({ query });
  const head = `POST /api/graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-api-key: ${apiKey}`;
  const sockets = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = connect(listener.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      // The response starts to arrive, but is not read.
      await once(socket, "readable");
      return socket;
    }),
  );
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  // While one response is in memory, there is no memory for another.
  await untilFree(() => ask(query));
  const started = sockets.filter((socket) => String(socket.read()).startsWith("HTTP/1.1 200"));
  expect(started.length).toBeGreaterThan(0);
  for (const socket of started) {
    let bytes = 0;
    socket.on("data", (chunk: Buffer) => (bytes += chunk.length));
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await once(socket, "close");
    expect(bytes).toBeLessThan(20_000_000);
  }
});
