import { expect, onTestFinished } from "vitest";
import type { ServerOptions } from "../../../src/server-options.ts";
import type { OpenServer } from "../trust-stores.ts";

/** Target of fuzzed requests, which checks every response. */
export interface FuzzTarget {
  /** The project `default`. */
  readonly projectId: string;
  /** Sends a request, and throws if the response is unexpected. */
  send(path: string, init: RequestInit): Promise<Response>;
  /** Sends a GraphQL request like `send`; resolves to the text of the response. */
  graphql(query: string, variables: unknown): Promise<string>;
  /** Throws unless the service responds correctly to a query and to `/ready`. */
  checkAlive(): Promise<void>;
}

export const fuzzKey = "tl_fuzz-key";
/** Text that responses must not contain: code locations and SQL statements. */
const leaks = [
  process.cwd(),
  "node_modules",
  ".ts:",
  "INSERT INTO",
  "SQLITE_",
  "sqlite",
  "TypeError",
  "RangeError",
  "\\n    at ",
];

/** Starts a service for the test. Requests send {@link fuzzKey}; with `noLogin`, they send no key. */
export async function openFuzzTarget(open: OpenServer, options: ServerOptions = {}): Promise<FuzzTarget> {
  const { server } = await open({ apiKey: fuzzKey, ...options });
  onTestFinished(() => server.close());
  const { project } = await server.ready;
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return createFuzzTarget({
    projectId: project.id,
    headers: options.noLogin
      ? { origin: "http://localhost", "sec-fetch-site": "same-origin", "x-threadline-project": project.id }
      : { "x-api-key": fuzzKey },
    fetch: (path, init) => server.fetch(`http://localhost${path}`, init),
    async checkState() {
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(Object.keys(Array.prototype)).toEqual([]);
      expect(rejections).toEqual([]);
    },
  });
}

/** Makes a service a fuzz target. `checkState` throws if requests damaged its process. */
export function createFuzzTarget({
  projectId,
  headers: who,
  fetch,
  checkState,
}: {
  readonly projectId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: (path: string, init?: RequestInit) => Response | Promise<Response>;
  readonly checkState: () => Promise<void>;
}): FuzzTarget {
  const send: FuzzTarget["send"] = async (path, init) => {
    const response = await fetch(path, init);
    if (response.status >= 500) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const graphql: FuzzTarget["graphql"] = async (query, variables) => {
    const body = JSON.stringify({ query, variables });
    const headers = { "content-type": "application/json", ...who };
    const text = await (await send("/api/graphql", { method: "POST", headers, body })).text();
    checkText(text, body);
    return text;
  };
  return {
    projectId,
    send,
    graphql,
    async checkAlive() {
      expect(await graphql("{ __typename }", {})).toBe('{"data":{"__typename":"Query"}}');
      expect((await fetch("/ready")).status).toBe(200);
      await checkState();
    },
  };
}

/** Throws unless a response is complete JSON without internal data. */
export function checkText(text: string, sent: string): void {
  JSON.parse(text);
  if (text.includes('"code":"INTERNAL"')) throw new Error(`Internal error: ${text.slice(0, 1_000)}`);
  if (!text.includes('"errors"')) return;
  const leaked = leaks.find((leak) => text.includes(leak) && !sent.includes(leak));
  if (leaked !== undefined) throw new Error(`An error reveals ${leaked}: ${text.slice(0, 1_000)}`);
}
