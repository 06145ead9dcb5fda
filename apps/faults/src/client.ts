import { Agent, request } from "node:http";
import { apiKey } from "./server-process.ts";
import type { StoredStep } from "./history.ts";

/** A response of the service, with any status. */
export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** Parsed body; empty if the body is not JSON. */
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  };
}

export interface PostOptions {
  /** Maximum time without any data, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
  /**
   * If set, the last byte of the body is sent only after this promise resolves. The service then has an incomplete
   * request.
   */
  readonly beforeEnd?: Promise<unknown> | undefined;
}

/**
 * Connection to a service. It is reopened after each start of the service. Requests reject when the connection breaks.
 */
export class Client {
  url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string) {
    this.url = url;
  }

  post(path: string, body: string, options: PostOptions = {}): Promise<Answer> {
    return this.#send(`${this.url}${path}`, "POST", body, { "content-type": "application/json" }, options);
  }

  get(path: string): Promise<Answer> {
    return this.#send(`${this.url}${path}`, "GET", "", {});
  }

  put(url: string, body: Buffer, type: string): Promise<Answer> {
    return this.#send(url, "PUT", body, { "content-type": type });
  }

  execute(query: string, variables: object = {}, options: PostOptions = {}): Promise<Answer> {
    return this.post("/api/graphql", JSON.stringify({ query, variables }), options);
  }

  /** Returns every step of the project, in order of creation. */
  async readSteps(): Promise<StoredStep[]> {
    const steps: StoredStep[] = [];
    for (let after: string | undefined; ;) {
      // oxlint-disable-next-line no-await-in-loop -- one page leads to the next
      const { body, text } = await this.execute(listDocument, { after });
      const page = body.data?.["steps"] as StepPage | undefined; // the document selects this field
      if (page === undefined || body.errors !== undefined) throw new Error(`The steps cannot be read: ${text}`);
      steps.push(...page.edges.map(({ node }) => node));
      if (!page.pageInfo.hasNextPage) return steps;
      after = page.pageInfo.endCursor;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    url: string,
    method: string,
    body: string | Buffer,
    headers: object,
    { timeout = 30_000, beforeEnd }: PostOptions = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          method,
          agent: this.#agent,
          timeout,
          headers: { ...headers, "x-api-key": apiKey, "content-length": Buffer.byteLength(body) },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.once("error", reject);
          incoming.once("end", () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: readBody(text) });
          });
        },
      );
      outgoing.once("error", reject);
      outgoing.once("timeout", () => outgoing.destroy(new Error(`No response within ${timeout} ms`)));
      if (beforeEnd === undefined) return void outgoing.end(body);
      const bytes = Buffer.from(body);
      outgoing.write(bytes.subarray(0, -1));
      return void beforeEnd.then(() => outgoing.end(bytes.subarray(-1)));
    });
  }
}

interface StepPage {
  readonly edges: readonly { readonly node: StoredStep }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

const listDocument = `query ($after: ID) {
  steps(first: 100, after: $after, orderBy: { column: createdAt, direction: ASC }) {
    edges { node { id name input output error metadata } }
    pageInfo { hasNextPage endCursor }
  }
}`;

function readBody(text: string): Answer["body"] {
  try {
    return JSON.parse(text) as Answer["body"]; // response format of the service
  } catch {
    return {};
  }
}
