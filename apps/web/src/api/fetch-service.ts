import { serviceUrl } from "./base-path.ts";
import { RequestError } from "./request-error.ts";
import { emitServiceEvent } from "./service-events.ts";

const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

export function isAway({ status }: Response): boolean {
  return awayStatuses.has(status);
}

/**
 * Sends a request to the service, and emits whether it got a response. Rejects with the code `UNREACHABLE` if it got
 * none.
 */
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

export function unreachable(status = 0): RequestError {
  return new RequestError("The service cannot be reached. Check that it is running.", { code: "UNREACHABLE", status });
}
