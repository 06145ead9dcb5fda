import { fetchService, isAway, unreachable } from "./fetch-service.ts";
import { type ErrorExtensions, RequestError } from "./request-error.ts";

interface Refusal {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: ErrorExtensions;
  }[];
}

/** Posts the fields of a form to a route below `/api/session`. Rejects with a {@link RequestError}. */
export async function postSession<Result = unknown>(path: string, body: object): Promise<Result> {
  const response = await fetchService(`api/session/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Result; // response format of the service
  const [problem] = (answer as Refusal).errors ?? [];
  if (!problem && isAway(response)) throw unreachable(response.status);
  const retryAfter = Number(response.headers.get("retry-after"));
  throw new RequestError(problem?.message ?? `The service responded with status ${response.status}. Try again later.`, {
    code: "INTERNAL",
    ...problem?.extensions,
    status: response.status,
    ...(retryAfter > 0 && { retryAfter }),
  });
}
