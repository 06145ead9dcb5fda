import { type Step, Threadline, type ThreadlineOptions } from "@threadline/core";
import { createServer } from "threadline";
import { onTestFinished } from "vitest";
import { type CallbackHandlerOptions, ThreadlineCallbackHandler } from "../src/index.ts";

export interface Service {
  client: Threadline;
  /** Options for creating further clients of the service. */
  clientOptions: ThreadlineOptions;
  handler: (options?: CallbackHandlerOptions) => ThreadlineCallbackHandler;
  /** Errors passed to `onError`. */
  errors: unknown[];
  /** Returns all stored steps, oldest first. */
  steps: () => Promise<Step[]>;
  /** Returns one line for each stored step, with indentation, type and name. Siblings are in order of their start. */
  tree: () => Promise<string[]>;
}

/** Starts a service in this process and in memory, and creates a client. Both run until the end of the test. */
export function startService(): Service {
  const apiKey = "tl_test_key";
  const server = createServer({ apiKey });
  onTestFinished(() => server.close());
  const errors: unknown[] = [];
  const clientOptions: ThreadlineOptions = {
    apiKey,
    url: "http://threadline.test",
    fetch: (input, init) => server.fetch(withLength(input, init)),
    onError: (error) => errors.push(error),
  };
  const client = new Threadline(clientOptions);
  const steps = async (): Promise<Step[]> => {
    await client.flush();
    const stored: Step[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const { data, pageInfo } = await client.api.getSteps({
        first: 100,
        after,
        orderBy: { column: "createdAt", direction: "ASC" },
      });
      stored.push(...data);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    }
    return stored.toSorted((one, other) => String(one.startTime).localeCompare(String(other.startTime)));
  };
  const tree = async (): Promise<string[]> => lines(await steps(), null, "");
  return {
    client,
    clientOptions,
    handler: (options) => new ThreadlineCallbackHandler(client, options),
    errors,
    steps,
    tree,
  };
}

/** Adds the header `Content-Length`, which every request on a network has. Without it, the service assumes 64 KiB. */
function withLength(...given: ConstructorParameters<typeof Request>): Request {
  const request = new Request(...given);
  const body = given[1]?.body;
  if (typeof body === "string") request.headers.set("content-length", String(Buffer.byteLength(body)));
  if (body instanceof Uint8Array) request.headers.set("content-length", String(body.byteLength));
  return request;
}

function lines(steps: Step[], parentId: string | null, indentation: string): string[] {
  return steps
    .filter((step) => (step.parentId ?? null) === parentId)
    .flatMap((step) => [`${indentation}${step.type} ${step.name}`, ...lines(steps, step.id, `${indentation}  `)]);
}
