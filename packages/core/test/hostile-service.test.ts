import { expect, test } from "vitest";
import { type Fetch, ResponseError, Threadline } from "../src/index.ts";

const megabyte = new TextEncoder().encode(" ".repeat(1024 * 1024));

/** Creates a `fetch` with endless responses. `taken` returns the number of megabytes that were read. */
function endless(status: number, type: string): { fetch: Fetch; taken: () => number } {
  let taken = 0;
  const fetch: Fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        taken += 1;
        controller.enqueue(megabyte);
      },
    });
    return new Response(body, { status, headers: { "content-type": type } });
  };
  return { fetch, taken: () => taken };
}

const connect = (fetch: Fetch, onError: (error: unknown) => void = () => {}): Threadline =>
  new Threadline({ apiKey: "tl_key", url: "http://evil.test", fetch, onError, maxRetries: 0 });

test.each([200, 500])("T107: an endless response (%i) is read up to its limit", async (status) => {
  const { fetch, taken } = endless(status, "application/json");
  const error = await connect(fetch)
    .api.getStep("s")
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ResponseError);
  expect((error as Error).message).toBe("getStep: http://evil.test/api/graphql returned more than 268435456 bytes");
  expect(taken()).toBeLessThanOrEqual(258);
});

test("T107: live updates fail with a ResponseError on an endless event", async () => {
  const { fetch, taken } = endless(200, "text/event-stream");
  const changes = await connect(fetch).api.recordChanges();
  await expect(changes.next()).rejects.toBeInstanceOf(ResponseError);
  expect(taken()).toBeLessThanOrEqual(20);
});

test("T107: background recording reads at most four megabytes of a response, and keeps its records", async () => {
  const { fetch, taken } = endless(200, "application/json");
  const errors: unknown[] = [];
  let requests = 0;
  const counted: Fetch = (input, init) => {
    requests += 1;
    return fetch(input, init);
  };
  const client = connect(counted, (error) => errors.push(error));
  expect(await client.step({ name: "s", type: "tool" }).wrap(() => "the host's")).toBe("the host's");
  await expect.poll(() => errors.length).toBe(1);
  const { pending, dropped } = await client.shutdown({ timeoutMs: 1 });
  expect({ pending, dropped }).toEqual({ pending: 1, dropped: 0 });
  expect(String(errors[0])).toContain("returned more than 4194304 bytes");
  expect(taken()).toBeLessThanOrEqual(requests * 6);
});

test("T107: keys such as `__proto__` in a response are plain data", async () => {
  const text =
    '{"data":{"step":{"id":"s","__proto__":{"polluted":1},"metadata":{"constructor":{"prototype":{"polluted":1}}}}},"__proto__":{"polluted":1},"extensions":{"__proto__":{"polluted":1}}}';
  const fetch: Fetch = async () => new Response(text, { headers: { "content-type": "application/json" } });
  const step = await connect(fetch).api.getStep("s");
  expect(step?.id).toBe("s");
  expect("polluted" in {}).toBe(false);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
