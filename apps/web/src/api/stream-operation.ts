import type { Operation } from "../operation.ts";
import { serviceUrl } from "./base-path.ts";
import { fetchService } from "./fetch-service.ts";
import { projectHeader } from "./request.ts";
import { RequestError } from "./request-error.ts";

/**
 * Streams the results of a subscription until it ends or the signal aborts. Rejects with the error of the service. Does
 * not retry a failed subscription, because the subscription may call models that cost money.
 */
export async function streamOperation<Result, Variables extends Record<string, unknown>>(options: {
  readonly projectId: string | null;
  readonly operation: Operation<Result, Variables>;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  readonly onData: (data: Result) => void;
}): Promise<void> {
  const { projectId, operation, variables, signal, onData } = options;
  const { createClient } = await import("graphql-sse");
  if (signal.aborted) return;
  const client = createClient({
    url: serviceUrl("api/graphql"),
    headers: projectHeader(projectId),
    retryAttempts: 0,
    fetchFn: async (_url: string, init: RequestInit) => readError(await fetchService("api/graphql", init)),
  });
  await new Promise<void>((resolve, reject) => {
    const stop = client.subscribe<Result>(
      { query: operation.text, variables },
      {
        next: ({ data, errors }) => {
          if (errors?.[0]) reject(new RequestError(errors[0].message, { code: "INTERNAL", status: 200 }));
          else if (data) onData(data);
        },
        error: (error) => reject(error instanceof Error ? error : new Error(String(error))),
        complete: resolve,
      },
    );
    signal.addEventListener(
      "abort",
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  }).finally(() => client.dispose());
}

async function readError(response: Response): Promise<Response> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  const body: unknown = await response.json().catch(() => null);
  // All error responses of the service have this format.
  const { errors = [] } = (body ?? {}) as { readonly errors?: readonly { readonly message: string }[] };
  const message = errors[0]?.message ?? `The service responded with status ${response.status}. Try again later.`;
  throw new RequestError(message, { code: "INTERNAL", status: response.status });
}
