import { expect, test } from "vitest";
import { createEventStream } from "./event-stream.ts";
import { LiveConnections } from "./live-connections.ts";

interface Opened {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly connections: LiveConnections;
  readonly errors: unknown[];
  readonly state: { isPermitted: boolean; returned: number };
  next(): Promise<string | null>;
}

function open(next: () => Promise<IteratorResult<unknown, undefined>>, heartbeatMs = 60_000): Opened {
  const connections = new LiveConnections({
    maxSubscriptions: 1,
    maxSubscriptionsPerProject: 1,
    maxSubscriptionsPerCredential: 1,
  });
  const connection = connections.open({ credential: "k", projectId: "p", isLink: false });
  if (!connection || "limit" in connection) throw new Error("the first stream was refused");
  const errors: unknown[] = [];
  const state = { isPermitted: true, returned: 0 };
  const stream = createEventStream({
    results: {
      next,
      async return() {
        state.returned += 1;
        return { done: true, value: undefined };
      },
    },
    connection,
    checkMs: 1,
    heartbeatMs,
    isPermitted: async () => state.isPermitted,
    onError: (error) => errors.push(error),
  });
  const reader = stream.getReader();
  return {
    reader,
    connections,
    errors,
    state,
    async next() {
      const { value } = await reader.read();
      return value === undefined ? null : new TextDecoder().decode(value);
    },
  };
}

const silence = (): Promise<IteratorResult<unknown, undefined>> => new Promise(() => {});
const opening = ":\n\n";
const ending = "event: complete\ndata:\n\n";

test("a stream starts with a comment, sends each result, and ends with its source", async () => {
  const values = [{ data: 1 }, { data: "a\nb" }];
  const stream = open(async () => {
    const value = values.shift();
    return value === undefined ? { done: true, value } : { done: false, value };
  });
  expect(await stream.next()).toBe(opening);
  expect(await stream.next()).toBe('event: next\ndata: {"data":1}\n\n');
  expect(await stream.next()).toBe('event: next\ndata: {"data":"a\\nb"}\n\n');
  expect(await stream.next()).toBe(ending);
  expect(await stream.next()).toBeNull();
  expect(stream.connections.size).toBe(0);
});

test("comments keep an idle stream open", async () => {
  const stream = open(silence, 0);
  expect([await stream.next(), await stream.next(), await stream.next()]).toEqual([opening, opening, opening]);
});

test("the source is not read before the client reads", async () => {
  let taken = 0;
  const stream = open(async () => ({ done: false, value: (taken += 1) }));
  expect(await stream.next()).toBe(opening);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(taken).toBe(0);
  await stream.next();
  expect(taken).toBe(1);
});

test("an idle stream ends when its permission is revoked, without sending a pending event", async () => {
  const quiet = open(silence);
  await quiet.next();
  quiet.state.isPermitted = false;
  expect(await quiet.next()).toBe(ending);
  expect(quiet.state.returned).toBe(1);

  const busy = open(async () => ({ done: false, value: "secret" }));
  await busy.next();
  busy.state.isPermitted = false;
  expect(await busy.next()).toBe(ending);
});

test("a stream ends with the service, and when its client leaves", async () => {
  const stream = open(silence);
  await stream.next();
  stream.connections.close();
  expect(await stream.next()).toBe(ending);

  const left = open(silence);
  await left.next();
  await left.reader.cancel();
  expect(left.connections.size).toBe(0);
  expect(left.state.returned).toBe(1);
});

test("a client that leaves while the stream waits for an event is no error", async () => {
  const event = Promise.withResolvers<IteratorResult<unknown, undefined>>();
  const stream = open(() => event.promise);
  await stream.next();
  const waiting = stream.next();
  await stream.reader.cancel();
  expect(await waiting).toBeNull();
  event.resolve({ done: false, value: 1 });
  // The stream reads the event in microtasks, which are complete before this.
  await new Promise((resolve) => void setImmediate(resolve));
  expect(stream.errors).toEqual([]);
  expect(stream.state.returned).toBe(1);
});

test("a failing source ends its stream without `complete`, and the reason is logged", async () => {
  const reason = new Error("the feed broke");
  const stream = open(() => Promise.reject(reason));
  await stream.next();
  expect(await stream.next()).toBeNull();
  expect(stream.errors).toEqual([reason]);
  expect(stream.connections.size).toBe(0);
});
