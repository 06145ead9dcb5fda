import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import type { Fetch } from "../configuration.ts";
import type { Document } from "../documents/document.ts";
import { GraphQLRequestError, HttpError, NetworkError, ResponseError, TimeoutError } from "../errors.ts";
import { version } from "../version.ts";
import { createTransport, type TransportOptions } from "./create-transport.ts";

const READ: Document<unknown, object> = { name: "getStep", text: "query { step { id } }", isRepeatable: true };
const WRITE: Document<unknown, object> = { ...READ, name: "createStep", isRepeatable: false };

function transportOver(fetch: Fetch, options: Partial<TransportOptions> = {}) {
  return createTransport({
    apiKey: "secret-key",
    url: "http://threadline.test",
    environment: undefined,
    disabled: false,
    fetch,
    timeoutMs: 5000,
    maxRetries: 2,
    random: () => 0,
    ...options,
  });
}

/** Creates a `fetch` that returns the given responses one after the other. The last one is repeated. */
function answering(...answers: (() => Response | Promise<Response>)[]) {
  return vi.fn<Fetch>(async () => (answers.length > 1 ? answers.shift()! : answers[0]!)());
}

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);
const data = json({ data: { step: { id: "s" } } });
const status = (code: number, headers: Record<string, string> = {}) => json({}, { status: code, headers });
const broken = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));
const torn = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        controller.error(new Error("other side closed"));
      },
    }),
  );
const hanging = () => new Promise<Response>(() => {});

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test("graphql posts the document with the key, the client and the environment", async () => {
  const fetch = answering(data);
  await transportOver(fetch, { environment: "prod" }).graphql(READ, { id: "s" });
  const [url, init] = fetch.mock.calls[0]!;
  expect(url).toBe("http://threadline.test/api/graphql");
  expect(JSON.parse(init!.body as string)).toEqual({ query: READ.text, variables: { id: "s" } });
  expect(Object.fromEntries(new Headers(init!.headers))).toEqual({
    "content-type": "application/json",
    accept: "application/json",
    "x-api-key": "secret-key",
    "x-client-name": "threadline-js",
    "x-client-version": version,
    "x-env": "prod",
  });
});

test("the environment of a call overrides the one of the client, for that call alone", async () => {
  const fetch = answering(data);
  const transport = transportOver(fetch, { environment: "prod" });
  await transport.graphql(READ, {}, { environment: "experiment" });
  await transport.graphql(READ, {});
  const environments = fetch.mock.calls.map(([, init]) => new Headers(init!.headers).get("x-env"));
  expect(environments).toEqual(["experiment", "prod"]);
});

test("no environment header is sent without an environment", async () => {
  const fetch = answering(data);
  await transportOver(fetch).graphql(READ, {});
  expect(new Headers(fetch.mock.calls[0]![1]!.headers).has("x-env")).toBe(false);
});

test("graphql resolves to the data of the response", async () => {
  await expect(transportOver(answering(data)).graphql(READ, {})).resolves.toEqual({ step: { id: "s" } });
});

test.each([429, 502, 503, 504])("a read is repeated after status %i", async (code) => {
  const fetch = answering(status(code), status(code), data);
  await transportOver(fetch).graphql(READ, {});
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("a read is retried after a network error", async () => {
  const fetch = answering(broken, data);
  await transportOver(fetch).graphql(READ, {});
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a read rejects after maxRetries retries", async () => {
  const fetch = answering(status(503));
  const error = await failure(transportOver(fetch, { maxRetries: 1 }).graphql(READ, {}));
  expect(error).toBeInstanceOf(HttpError);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([status(503), broken])("a write that is not safe to repeat is sent once", async (answer) => {
  const fetch = answering(answer);
  await failure(transportOver(fetch).graphql(WRITE, {}));
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([400, 401, 404, 500])("status %i is not repeated", async (code) => {
  const fetch = answering(status(code));
  const error = await failure(transportOver(fetch).graphql(READ, {}));
  expect(error).toMatchObject({ name: "HttpError", status: code });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("Retry-After is honored", async () => {
  const fetch = answering(status(429, { "retry-after": "0.15" }), data);
  const start = performance.now();
  await transportOver(fetch).graphql(READ, {});
  expect(performance.now() - start).toBeGreaterThanOrEqual(145);
});

test("a Retry-After beyond the timeout fails at once, and its error has the delay", async () => {
  const fetch = answering(status(503, { "retry-after": "60" }));
  const error = await failure(transportOver(fetch).graphql(READ, {}));
  expect(error).toMatchObject({ name: "HttpError", status: 503, retryAfterMs: 60_000 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("Retry-After may be a date", async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  const error = await failure(transportOver(answering(status(503, { "retry-after": date }))).graphql(READ, {}));
  expect((error as HttpError).retryAfterMs).toBeGreaterThan(3_590_000);
});

test("a network error names the operation, URL and reason, and keeps the cause", async () => {
  const error = await failure(transportOver(answering(broken)).graphql(WRITE, {}));
  expect(error).toBeInstanceOf(NetworkError);
  expect((error as Error).message).toBe(
    "createStep: no response from http://threadline.test/api/graphql: fetch failed (connect ECONNREFUSED)",
  );
  expect((error as Error).cause).toBeInstanceOf(TypeError);
});

test("a network error without a message gets one", async () => {
  const error = await failure(transportOver(() => Promise.reject(new Error(""))).graphql(WRITE, {}));
  expect((error as Error).message).toContain("no response from http://threadline.test/api/graphql: Error");
});

test("a truncated body is a network error", async () => {
  const error = await failure(transportOver(answering(torn)).graphql(WRITE, {}));
  expect(error).toBeInstanceOf(NetworkError);
  expect((error as Error).message).toContain("other side closed");
});

test("a hanging service times out, also when fetch ignores its signal", async () => {
  const error = await failure(transportOver(answering(hanging), { timeoutMs: 50 }).graphql(READ, {}));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    message: "getStep at http://threadline.test/api/graphql: no response within 50 ms",
    timeoutMs: 50,
  });
});

test("a body that never ends times out", async () => {
  const error = await failure(
    transportOver(answering(() => new Response(new ReadableStream({})))).graphql(READ, {}, { timeoutMs: 50 }),
  );
  expect(error).toBeInstanceOf(TimeoutError);
});

test("the timeout covers all attempts together", async () => {
  const fetch = answering(broken, broken, hanging);
  const error = await failure(transportOver(fetch).graphql(READ, {}, { timeoutMs: 1_000 }));
  expect(error).toBeInstanceOf(TimeoutError);
});

test("a caller's abort rejects with the caller's reason", async () => {
  const controller = new AbortController();
  const call = failure(transportOver(answering(hanging)).graphql(READ, {}, { signal: controller.signal }));
  const reason = new Error("the user left");
  controller.abort(reason);
  expect(await call).toBe(reason);
});

test("a signal that is aborted already sends nothing", async () => {
  const fetch = answering(data);
  const reason = new Error("too late");
  expect(await failure(transportOver(fetch).graphql(READ, {}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(fetch).not.toHaveBeenCalled();
});

test("an abort ends the delay before a retry", async () => {
  const fetch = answering(status(503, { "retry-after": "3" }));
  const controller = new AbortController();
  const call = failure(transportOver(fetch).graphql(READ, {}, { signal: controller.signal }));
  setTimeout(() => controller.abort("stop"), 20);
  expect(await call).toBe("stop");
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("errors of the service are thrown with their messages and codes", async () => {
  const errors = [
    { message: "name: too long", path: ["createStep"], extensions: { code: "BAD_USER_INPUT", limit: 255 } },
  ];
  const error = await failure(transportOver(answering(json({ data: null, errors }))).graphql(WRITE, {}));
  expect(error).toBeInstanceOf(GraphQLRequestError);
  expect(error).toMatchObject({ message: "createStep: name: too long", errors, codes: ["BAD_USER_INPUT"] });
});

test("an error without a message gets one", async () => {
  const error = await failure(transportOver(answering(json({ errors: [{}] }))).graphql(WRITE, {}));
  expect((error as Error).message).toBe("createStep: no reason given");
});

test("an HTTP error carries the messages of the body", async () => {
  const body = { errors: [{ message: "Invalid API key", extensions: { code: "UNAUTHENTICATED" } }] };
  const error = await failure(transportOver(answering(json(body, { status: 401 }))).graphql(READ, {}));
  expect(error).toMatchObject({ status: 401, errors: body.errors });
  expect((error as Error).message).toBe("getStep: http://threadline.test/api/graphql responded 401: Invalid API key");
});

test.each([
  ["<html>oops</html>", "text/html", "responded 500: an HTML page"],
  ["", "text/plain", "responded 500: an empty body"],
  ["out of order", "text/plain", 'responded 500: "out of order"'],
])("an HTTP error describes the body %j", async (body, type, message) => {
  const answer = () => new Response(body, { status: 500, headers: { "content-type": type } });
  const error = await failure(transportOver(answering(answer)).graphql(READ, {}));
  expect((error as Error).message).toContain(message);
});

test.each(["<html></html>", "", "null", "[]", "{}", '{"data":null}'])(
  "an answer of %j with status 200 is a response error",
  async (body) => {
    const error = await failure(transportOver(answering(() => new Response(body))).graphql(READ, {}));
    expect(error).toBeInstanceOf(ResponseError);
    expect((error as Error).message).not.toBe("");
  },
);

test("a redirect is not followed, so that the key is not sent elsewhere", async () => {
  const fetch = answering(() => new Response(null, { status: 307, headers: { location: "http://elsewhere.test" } }));
  const error = await failure(transportOver(fetch).graphql(READ, {}));
  expect(error).toMatchObject({ name: "HttpError", status: 307 });
  expect(fetch.mock.calls[0]![1]!.redirect).toBe("manual");
});

test("no error shows the key", async () => {
  const answers = [broken, hanging, status(401), json({ errors: [{ message: "no" }] }), () => new Response("x")];
  for (const answer of answers) {
    const error = await failure(transportOver(answering(answer)).graphql(WRITE, {}, { timeoutMs: 20 }));
    // Prints the error as a logger might, with causes and hidden fields.
    expect(inspect(error, { depth: Infinity, showHidden: true, getters: true })).not.toContain("secret-key");
  }
});

test("an upload sends neither the key nor the client version, and its errors hide the signature", async () => {
  const fetch = answering(status(403));
  const upload = { method: "PUT", headers: { "content-type": "image/png" }, body: new Blob(["bytes"]) } as const;
  const error = await failure(transportOver(fetch).upload("/files/1?signature=hush", upload));
  const [url, init] = fetch.mock.calls[0]!;
  expect(url).toBe("http://threadline.test/files/1?signature=hush");
  expect([...new Headers(init!.headers).keys()]).toEqual(["content-type"]);
  expect(init!.redirect).toBe("error");
  expect((error as Error).message).toContain("uploadFile: http://threadline.test/files/1 responded 403");
  expect((error as Error).message).not.toContain("hush");
});

test("post resolves to the JSON of the response, and is retried like a read", async () => {
  const fetch = answering(status(503), json({ projectId: "p" }));
  await expect(transportOver(fetch).post("getProjectId", "/api/my-project", {})).resolves.toEqual({ projectId: "p" });
  expect(fetch).toHaveBeenCalledTimes(2);
});
