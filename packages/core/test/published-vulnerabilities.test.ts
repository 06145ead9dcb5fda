import { expect, test } from "vitest";
import { contextFromTrace, runWithContext, type Threadline } from "../src/index.ts";
import { startService } from "./start-service.ts";

/** Creates a client of a real service. `asked` lists every request with its URL and key. */
function watchedClient(): { client: Threadline; asked: { url: URL; key: string | null }[] } {
  const asked: { url: URL; key: string | null }[] = [];
  const { connect, fetch } = startService();
  const client = connect({
    fetch: async (input, init) => {
      const { url, headers } = new Request(input, init);
      asked.push({ url: new URL(url), key: headers.get("x-api-key") });
      return fetch(input instanceof Request ? input.url : input, init);
    },
  });
  return { client, asked };
}

test("CVE-2026-25528: no header of an incoming request changes where records are sent", async () => {
  const { client, asked } = watchedClient();
  const hostile = {
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    tracestate: "threadline=http%3A%2F%2Fevil.example:run:step,url=http://evil.example",
    baggage:
      "threadline-url=http://evil.example,LITERAL_API_URL=http://evil.example,langsmith-replicas=http://evil.example",
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-api-url": "http://evil.example",
    location: "http://evil.example",
  };
  const context = contextFromTrace(client, new Headers(hostile));
  await runWithContext(client, context, () => client.step({ name: "s", type: "tool" }).wrap(() => undefined));
  await client.flush();
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map(({ url }) => url.origin))).toEqual(new Set(["http://threadline.test"]));
});

test.each([
  "../../evil",
  "..%2f..%2fevil",
  "a/b?c=d#e",
  "//evil.example/x",
  "http://evil.example/",
  "\\\\evil",
  "a\r\nhost: evil",
])("CVE-2026-48776: the id %j is not part of a path", async (id) => {
  const { client, asked } = watchedClient();
  const calls = [
    client.api.getStep(id),
    client.api.getThread(id),
    client.api.getDataset({ id }),
    client.api.deleteStep(id),
    client.api.getPromptById(id),
  ];
  await Promise.allSettled(calls);
  expect(asked.length).toBeGreaterThan(0);
  for (const { url, key } of asked) {
    expect(["/api/graphql", "/api/export/dataset"]).toContain(url.pathname);
    expect(url.origin + url.search + url.hash).toBe("http://threadline.test");
    expect(key).toBe("tl_test_key");
  }
});
