import { onTestFinished } from "vitest";
import { type Step, Threadline, type ThreadlineOptions } from "../packages/core/src/index.ts";
import { createServer } from "../packages/server/src/index.ts";

export interface TestService {
  client: Threadline;
  /** Options to create further clients of the service. */
  clientOptions: ThreadlineOptions;
  /** Errors passed to `onError`. */
  errors: unknown[];
  /** Returns all stored steps. Parents come before children, and siblings are in order of their start. */
  steps: () => Promise<Step[]>;
  /** Returns the stored tree with one step per line: indentation, type and name. Siblings are ordered by start. */
  tree: () => Promise<string[]>;
}

/** Starts the real service in this process and in memory, with a client. Both run until the end of the test. */
export function startTestService(): TestService {
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
    return inTreeOrder(stored);
  };
  const tree = async (): Promise<string[]> => lines(await steps(), null, "");
  return {
    client,
    clientOptions,
    errors,
    steps,
    tree,
  };
}

export function inTreeOrder(steps: readonly Step[]): Step[] {
  return below(
    steps.toSorted((one, other) => timesOf(one).localeCompare(timesOf(other))),
    null,
  );
}

function timesOf({ startTime, endTime }: Step): string {
  return `${String(startTime)} ${String(endTime)}`;
}

/**
 * Creates a request with the header `Content-Length`, like a request over a network. Without it, the service would
 * reserve 64 KiB for the body.
 */
function withLength(...given: ConstructorParameters<typeof Request>): Request {
  const request = new Request(...given);
  const body = given[1]?.body;
  if (typeof body === "string") request.headers.set("content-length", String(Buffer.byteLength(body)));
  if (body instanceof Uint8Array) request.headers.set("content-length", String(body.byteLength));
  return request;
}

function below(steps: Step[], parentId: string | null): Step[] {
  return steps
    .filter((step) => (step.parentId ?? null) === parentId)
    .flatMap((step) => [step, ...below(steps, step.id)]);
}

function lines(steps: Step[], parentId: string | null, indentation: string): string[] {
  return steps
    .filter((step) => (step.parentId ?? null) === parentId)
    .flatMap((step) => [`${indentation}${step.type} ${step.name}`, ...lines(steps, step.id, `${indentation}  `)]);
}
