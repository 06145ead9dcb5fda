import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as requestByHttp } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request as requestByHttps } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, listen } from "../../src/index.ts";
import { closedPort } from "../doctor/examine.ts";
import { findProgram, needs } from "../requirements.ts";
import { startCaddy, startNginx } from "./proxies.ts";
import type { Proxy } from "./proxies.ts";

const apiKey = "key-of-a-test-behind-a-proxy";

describe.each([
  ["nginx", startNginx],
  ["caddy", startCaddy],
] as const)("behind %s, as configured in deploy/", (name, start) => {
  const hasCertificate = name === "caddy" || findProgram("openssl") !== null;
  const program = hasCertificate ? findProgram(name) : null;
  const needed = hasCertificate ? needs(name) : needs("openssl");
  let proxy: Proxy;
  let close: () => Promise<void>;

  beforeAll(async () => {
    if (program === null) return;
    const port = await closedPort();
    proxy = await start(program, port);
    const limits = { maxRequestsPerAddress: 100 };
    const options = { apiKey, baseUrl: proxy.origin, proxies: 1, limits, webDir: false, metricsToken: apiKey } as const;
    const server = createServer(options);
    const listener = await listen(server, { port });
    close = async () => {
      await listener.close();
      await server.close();
      await proxy.stop();
    };
  });
  afterAll(() => close?.());

  async function send(
    url: string,
    {
      method = "GET",
      headers = {},
      body = "",
    }: { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
  ): Promise<IncomingMessage> {
    const { protocol, port, pathname, search, hostname } = new URL(url);
    const options = {
      host: "127.0.0.1",
      port,
      path: pathname + search,
      method,
      headers: { host: hostname, ...headers },
    };
    const request =
      protocol === "https:"
        ? requestByHttps({ ...options, ca: proxy.ca, servername: hostname })
        : requestByHttp(options);
    request.end(body);
    const [response] = await once(request, "response");
    return response as IncomingMessage; // the argument of the event
  }

  async function read(response: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  const graphql = (query: string, headers: OutgoingHttpHeaders = {}): Promise<IncomingMessage> =>
    send(`${proxy.origin}/api/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey, ...headers },
      body: JSON.stringify({ query }),
    });

  test("requests are answered, and links name the public URL", needed, async () => {
    const response = await graphql('mutation { upsertThread(id: "opening-hours") { id } }');
    expect(JSON.parse(String(await read(response)))).toEqual({ data: { upsertThread: { id: "opening-hours" } } });
    expect((await send(`${proxy.origin}/metrics`, { headers: { authorization: `Bearer ${apiKey}` } })).statusCode).toBe(
      404,
    );
    if (proxy.plainOrigin === undefined) return;
    const sentOn = await send(`${proxy.plainOrigin}/threads?a=b`);
    expect(sentOn.statusCode).toBe(301);
    expect(sentOn.headers.location).toBe("https://threadline.example.com/threads?a=b");
  });

  test("a file is uploaded and downloaded unchanged", needed, async () => {
    const content = randomBytes(3 * 1024 * 1024);
    const asked = await send(`${proxy.origin}/api/upload/file`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ fileName: "noise.bin", contentType: "application/octet-stream", uploadType: "raw" }),
    });
    const { put, signedUrl } = JSON.parse(String(await read(asked)));
    expect(put.url).toContain(`${proxy.origin}/api/files/`);
    const sent = await send(put.url, { method: "PUT", headers: put.headers, body: content });
    expect([sent.statusCode, String(await read(sent))]).toEqual([
      expect.toBeOneOf([200, 201, 204]),
      expect.any(String),
    ]);
    expect((await read(await send(signedUrl))).equals(content)).toBe(true);
  });

  test("live updates arrive while the stream is open", needed, async () => {
    const stream = await graphql("subscription { recordChanges(kinds: [THREAD]) { changes { id } } }", {
      accept: "text/event-stream",
    });
    expect(stream.headers["content-type"]).toContain("text/event-stream");
    await read(await graphql('mutation { upsertThread(id: "seen-at-once") { id } }'));
    let seen = "";
    for await (const chunk of stream) {
      seen += chunk;
      if (seen.includes("seen-at-once")) break;
    }
    expect(seen).toContain("seen-at-once");
    expect(stream.complete).toBe(false);
  });

  test("a client cannot spoof the IP address of its rate limit", needed, async () => {
    const statuses = new Set<number | undefined>();
    // Sends more than twice the limit, because the counting window may end in between.
    for (let count = 0; count < 202 && !statuses.has(429); count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const response = await graphql("{ __typename }", { "x-forwarded-for": `203.0.113.${count}` });
      response.resume();
      statuses.add(response.statusCode);
    }
    expect(statuses).toContain(429);
  });
});
