import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";

/** One recorded exchange, from `__fixtures__/<name>.json`. */
export interface Fixture {
  /** The model that responded. */
  model: string;
  date: string;
  request: {
    method: string;
    path: string;
    /** Fields that a request body must have. `#messages` is the number of messages. */ body?: Record<string, unknown>;
  };
  response: {
    status?: number;
    headers?: Record<string, string>;
    /** The body as JSON. */
    json?: unknown;
    /** The events of a stream, as JSON. */
    events?: unknown[];
    /** The final stream event with usage, if requested. */
    usageEvent?: unknown;
    /** Any other body, as base64. */
    base64?: string;
    /** Number of events before the connection breaks. */
    breaksAfter?: number;
    /** Whether the response never arrives. Of a stream, only the first event arrives. */
    hangs?: boolean;
  };
}

export interface Arrived {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

export interface ReplayOptions {
  /** Changes each JSON response and each event of a stream. */
  change?: (value: unknown) => unknown;
}

export interface ReplayServer {
  url: string;
  arrived: Arrived[];
  /** Resolves when the next request arrives. */
  arrival: () => Promise<void>;
  /** Throws if a request matched no fixture. */
  check: () => void;
  close: () => Promise<void>;
}

const folder = join(import.meta.dirname, "__fixtures__");

/** Starts a server that replays the recorded responses of the provider. */
export async function startReplay({ change = (value) => value }: ReplayOptions = {}): Promise<ReplayServer> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const fixtures: Fixture[] = [];
  for (const name of names) fixtures.push(JSON.parse(await readFile(join(folder, name), "utf8")) as Fixture);
  // Fixtures that require more request fields are tried first.
  const asked = ({ request }: Fixture): number => Object.keys(request.body ?? {}).length;
  fixtures.sort((one, other) => asked(other) - asked(one));
  const arrived: Arrived[] = [];
  const waiting: (() => void)[] = [];
  const unmatched: string[] = [];
  const server = createServer((request, response) => void answer(request, response));

  function changed(recorded: Fixture["response"]): Fixture["response"] {
    const { json, events, usageEvent } = recorded;
    return {
      ...recorded,
      ...(json !== undefined && { json: change(json) }),
      ...(events !== undefined && { events: events.map(change) }),
      ...(usageEvent !== undefined && { usageEvent: change(usageEvent) }),
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
    const body: unknown = isJson && text !== "" ? JSON.parse(text) : text;
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const one: Arrived = { method: request.method ?? "", path: pathname, headers: request.headers, body };
    arrived.push(one);
    for (const resolve of waiting.splice(0)) resolve();
    const found = fixtures.find((fixture) => isMatch(fixture, one));
    if (found) await replay(changed(found.response), one, response);
    else {
      unmatched.push(`${one.method} ${one.path} ${text.slice(0, 300)}`);
      response.writeHead(501).end();
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens to no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    arrived,
    arrival: () => new Promise((resolve) => void waiting.push(resolve)),
    check: () => {
      const [first] = unmatched.splice(0);
      if (first !== undefined) throw new Error(`no fixture answers ${first}`);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function isMatch({ request, response }: Fixture, { method, path, body }: Arrived): boolean {
  if (method !== request.method || path !== request.path) return false;
  if (response.status === undefined && isStreamed(body) !== (response.events !== undefined)) return false;
  const expected = Object.entries(request.body ?? {});
  if (typeof body === "string")
    return expected.every(([key, value]) => body.includes(`name="${key}"`) && body.includes(String(value)));
  const given = (body ?? {}) as Record<string, unknown>;
  const list = given["messages"];
  return expected.every(([key, value]) =>
    key === "#messages"
      ? Array.isArray(list) && list.length === value
      : JSON.stringify(given[key]) === JSON.stringify(value),
  );
}

function isStreamed(body: unknown): boolean {
  if (typeof body === "string") return /name="stream"\r\n\r\ntrue/u.test(body);
  return (body as { stream?: unknown }).stream === true;
}

async function replay(recorded: Fixture["response"], { body }: Arrived, response: ServerResponse): Promise<void> {
  const { status = 200, json, events, usageEvent, base64, breaksAfter, hangs } = recorded;
  const headers = { "x-request-id": "req_replayed", date: "Mon, 02 Nov 2026 09:00:00 GMT", ...recorded.headers };
  if (json !== undefined) {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json));
  } else if (events !== undefined) {
    response.writeHead(status, { "content-type": "text/event-stream", ...headers });
    const isAsked = (body as { stream_options?: { include_usage?: boolean } }).stream_options?.include_usage === true;
    for (const [index, event] of events.entries()) {
      if (index === breaksAfter) return void response.destroy();
      // If usage is requested, the provider adds an empty `usage` to the other chunks.
      const sent = isAsked && usageEvent !== undefined ? { ...(event as object), usage: null } : event;
      const { type } = event as { type?: string };
      response.write(`${type === undefined ? "" : `event: ${type}\n`}data: ${JSON.stringify(sent)}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (hangs) return;
    }
    if (isAsked && usageEvent !== undefined) response.write(`data: ${JSON.stringify(usageEvent)}\n\n`);
    response.end("data: [DONE]\n\n");
  } else if (!hangs) response.writeHead(status, headers).end(Buffer.from(base64 ?? "", "base64"));
}
