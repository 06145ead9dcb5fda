import { fetchService, isAway, unreachable } from "./fetch-service.ts";
import type { Operation } from "../operation.ts";
import { inOrder, type Priority } from "./request-order.ts";
import { type ErrorExtensions, RequestError } from "./request-error.ts";

/** Header that selects a project. Also the `field` of the error if the project was not found. */
export const projectHeaderName = "x-threadline-project";

interface Answer<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: ErrorExtensions;
  }[];
}

/** Sends one operation to the public endpoint as the signed-in account. Rejects with a {@link RequestError}. */
export async function request<Result, Variables>(options: {
  readonly projectId: string | null;
  readonly operation: Operation<Result, Variables>;
  readonly variables: Variables;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sets `keepalive`, with which the browser completes the request even if the page closes. */
  readonly isKept?: boolean | undefined;
  readonly priority?: Priority | undefined;
}): Promise<Result> {
  const { projectId, operation, variables, signal, isKept = false, priority } = options;
  const response = await inOrder(priority, () =>
    fetchService("api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...projectHeader(projectId), ...options.headers },
      body: JSON.stringify({ query: operation.text, variables }),
      keepalive: isKept,
      ...(signal && { signal }),
    }),
  );
  const answer = (await response.json().catch(() => ({}))) as Answer<Result>; // GraphQL response format
  const [problem] = answer.errors ?? [];
  if (problem) {
    throw new RequestError(problem.message, { code: "INTERNAL", ...problem.extensions, status: response.status });
  }
  if (!answer.data) {
    if (isAway(response)) throw unreachable(response.status);
    throw new RequestError(`The service responded with status ${response.status}. Try again later.`, {
      code: "INTERNAL",
      status: response.status,
    });
  }
  return answer.data;
}

/** Returns the header that selects a project. A session does not belong to a project, unlike an API key. */
export function projectHeader(projectId: string | null): Record<string, string> {
  return projectId === null ? {} : { [projectHeaderName]: projectId };
}
