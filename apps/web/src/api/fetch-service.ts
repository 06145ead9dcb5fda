import { serviceUrl } from "./base-path.ts";
import { RequestError } from "./request-error.ts";
import { emitServiceEvent } from "./service-events.ts";

/** Statuses of a proxy that cannot reach the service, and of the service without its database. */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether the response means that the service is unavailable. */
export function isAway({ status }: Response): boolean {
  return awayStatuses.has(status);
}

/** Requests the service; rejects with a {@link RequestError} of the code `UNREACHABLE` without a response. */
export async function fetchService(path: string, options: RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(serviceUrl(path), options);
    emitServiceEvent(isAway(response) ? "doubt" : "answer");
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    emitServiceEvent("doubt");
    throw unreachable();
  }
}

/** Error of a request without a response, or with one from a proxy instead of the service. */
export function unreachable(status = 0): RequestError {
  return new RequestError("The service cannot be reached.", { code: "UNREACHABLE", status });
}
