import { GraphQLRequestError, type GraphQLResponseError, HttpError, ResponseError } from "../errors.ts";
import { readErrors } from "../transport/response.ts";
import type { Entry } from "./entry.ts";

export type BatchOutcome =
  /**
   * The service has processed the request. It rejected the records in `refused`, whose values are the reasons. The
   * records in `again` must be sent again. All other records are stored.
   */
  | { kind: "stored"; refused: ReadonlyMap<Entry, string>; again: ReadonlySet<Entry> }
  /** The service rejected the whole request. Any record in the request may be the cause. */
  | { kind: "refused"; isTooLarge: boolean; error: unknown }
  /**
   * The request failed, and a retry may succeed. `isSuspicious` means that a record in the batch may have caused the
   * failure.
   */
  | { kind: "failed"; isSuspicious: boolean; error: unknown };

/** Codes of errors that are temporary or the service's fault. The records stay queued, and are sent again. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "RATE_LIMITED",
  "QUOTA_EXCEEDED",
  "UNAVAILABLE",
  "INTERNAL",
]);

export function readAnswer(entries: readonly Entry[], answer: object): BatchOutcome {
  const errors = readErrors(answer);
  const { data } = answer as { data?: Record<string, unknown> | null };
  const refused = new Map<Entry, string>();
  const again = new Set<Entry>();
  for (const kind of ["thread", "step"] as const) {
    const sent = entries.filter((entry) => entry.kind === kind);
    // A request without threads uses a document without `ingestThreads`, so the response has no results for threads.
    if (kind === "thread" && sent.length === 0) continue;
    const field = kind === "thread" ? "ingestThreads" : "ingestSteps";
    const results = data?.[field];
    if (!Array.isArray(results)) {
      if (errors.length === 0)
        return readFailure(new ResponseError(`The service's response to a batch of records has no ${field}`));
      return readFailure(new GraphQLRequestError(errors.map(({ message }) => message).join("; "), errors));
    }
    // If the service does not acknowledge every record, none counts as stored.
    if (results.length < sent.length)
      return readFailure(
        new ResponseError("The service's response to a batch of records has fewer results than records"),
      );
    sent.forEach((entry, index) => {
      // The response is untrusted: its fields may be missing or of another type.
      const result = results[index] as { ok?: unknown; message?: unknown } | null | undefined;
      if (result?.ok === true) return;
      if (result?.ok === false) refused.set(entry, String(result.message ?? "no reason given"));
      else again.add(entry);
    });
  }
  const [reason] = refused.values();
  // If the service refuses all records of a request, the service may be faulty. So the request counts as refused as a
  // whole, and its records are not dropped yet.
  if (reason !== undefined && refused.size === entries.length) {
    return { kind: "refused", isTooLarge: false, error: new ResponseError(reason) };
  }
  return { kind: "stored", refused, again };
}

function isTransientError({ extensions }: GraphQLResponseError): boolean {
  return TRANSIENT_CODES.has(extensions?.code ?? "");
}

export function readFailure(error: unknown): BatchOutcome {
  const status = error instanceof HttpError ? error.status : undefined;
  const errors = error instanceof HttpError || error instanceof GraphQLRequestError ? error.errors : [];
  const isInternal = errors.some(({ extensions }) => extensions?.code === "INTERNAL");
  // A proxy may also respond with status 400 or 422. So such a response counts as a refusal only if it contains GraphQL
  // errors of the service. Status 413 always counts as a refusal, because a smaller request may succeed.
  const isOurs = errors.length > 0 && !errors.some(isTransientError);
  const isRefusal = status === 400 || status === 422 || error instanceof GraphQLRequestError;
  if (status === 413 || (isRefusal && isOurs)) return { kind: "refused", isTooLarge: status === 413, error };
  // A record may be the cause of status 500, an internal error or a refusal. Other failures, such as status 503 or a
  // missing response, do not depend on the records.
  const isSuspicious = status === 500 || isInternal || isRefusal;
  return { kind: "failed", isSuspicious, error };
}
