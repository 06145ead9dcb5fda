import { onTestFinished } from "vitest";
import { createServer } from "../src/create-server.ts";
import { noteSecret } from "./canaries/secret-watch.ts";
import type { ThreadlineServer } from "../src/create-server.ts";
import type { ServerOptions } from "../src/server-options.ts";

export const apiKey = "tl_test-key";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string; readonly field?: string; readonly limit?: number };
  }[];
}

export interface TestServer {
  readonly server: ThreadlineServer;
  /** Sends a request to a path of the service, with the API key unless `headers` override it. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Answer>;
}

/** Starts a real service in memory. It closes with the test. */
export function startTestServer(options: ServerOptions = {}): TestServer {
  noteSecret(options.apiKey ?? apiKey);
  const server = createServer({ apiKey, ...options });
  onTestFinished(() => server.close());

  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers({ "x-api-key": apiKey, "content-type": "application/json" });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await server.fetch(`http://localhost${path}`, { method: "POST", ...init, headers });
    const body = (await response.json()) as Partial<Pick<Answer, "data" | "errors">>;
    return { status: response.status, headers: response.headers, data: body.data, errors: body.errors ?? [] };
  };
  return {
    server,
    send,
    graphql: (query, variables) => send("/api/graphql", { body: JSON.stringify({ query, variables }) }),
  };
}
