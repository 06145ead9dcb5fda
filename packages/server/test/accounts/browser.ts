import { noteSecret } from "../canaries/secret-watch.ts";
import type { ServerReady, ThreadlineServer } from "../../src/create-server.ts";

/** Sends requests like a page of the service: with cookies, origin and browser headers. */
export interface Browser {
  readonly cookies: Map<string, string>;
  send(path: string, init?: RequestInit & { readonly project?: string | undefined }): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  graphql(query: string, options?: GraphQLOptions): Promise<GraphQLAnswer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed body if the response is JSON, otherwise an empty object. */
  readonly body: AnswerBody;
}

export interface AnswerBody {
  readonly signedIn?: boolean;
  readonly setUp?: boolean;
  readonly noLogin?: boolean;
  readonly account?: AnsweredAccount | null;
  readonly errors?: readonly AnswerError[];
  readonly [name: string]: unknown;
}

interface AnsweredAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly hasSecondFactor: boolean;
  readonly hasPassword: boolean;
}

interface AnswerError {
  readonly message: string;
  readonly extensions: {
    readonly code: string;
    readonly field?: string;
    readonly permission?: string;
    readonly reason?: string;
  };
}

export interface GraphQLOptions {
  readonly project?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface GraphQLAnswer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly AnswerError[];
}

/** Fields of a request body that are secret. The service must not write them anywhere. */
const secretFields = ["password", "currentPassword", "newPassword", "token", "code"];

/** Registers the keys and header values as secrets, if the variables of a request contain a model connection. */
function noteConnectionSecrets(body: unknown): void {
  const { apiKey, headers } = Object(Object(Object(body).variables).connection) as Readonly<Record<string, unknown>>;
  noteSecret(apiKey);
  for (const header of Array.isArray(headers) ? (headers as unknown[]) : []) noteSecret(Object(header).value);
}

/** Email and password of the owner created by {@link setUp}. */
export const owner = { email: "ada@example.com", name: "Ada", password: "correct horse battery" };

export function openBrowser(server: ThreadlineServer, origin = "http://localhost"): Browser {
  const cookies = new Map<string, string>();

  const send: Browser["send"] = async (path, { project, ...init } = {}) => {
    const headers = new Headers({ origin, "sec-fetch-site": "same-origin" });
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (project !== undefined) headers.set("x-threadline-project", project);
    for (const [name, value] of new Headers(init.headers)) {
      if (value === "") headers.delete(name);
      else headers.set(name, value);
    }
    const response = await server.fetch(`${origin}${path}`, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split(";");
      const [name = "", value = ""] = pair.split("=");
      noteSecret(value);
      if (value === "" || attributes.some((text) => /max-age=0/i.test(text))) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} };
  };
  const post: Browser["post"] = (path, body = {}, headers = {}) => {
    for (const name of secretFields) noteSecret(new Map(Object.entries(Object(body) as object)).get(name));
    noteConnectionSecrets(body);
    return send(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  };
  return {
    cookies,
    send,
    post,
    async graphql(query, { project, variables, headers } = {}) {
      const named = project === undefined ? {} : { "x-threadline-project": project };
      const { status, body } = await post("/api/graphql", { query, variables }, { ...named, ...headers });
      return { status, data: body["data"] as GraphQLAnswer["data"], errors: body.errors ?? [] };
    },
  };
}

/** Opens a browser and creates the account of the owner in it. */
export async function setUp(server: ThreadlineServer, origin?: string): Promise<Browser> {
  const browser = openBrowser(server, origin);
  const { status, body } = await browser.post("/api/session/setup", {
    token: setupTokenOf(await server.ready),
    ...owner,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return browser;
}

export function setupTokenOf({ setupPath }: ServerReady): string {
  return new URL(setupPath ?? "/", "http://localhost").searchParams.get("token") ?? "";
}

/** Returns a required field of a response. */
export function valueOf(data: GraphQLAnswer["data"], field: string): unknown {
  const value = data?.[field];
  if (value === undefined || value === null) throw new Error(`The answer has no ${field}`);
  return value;
}
