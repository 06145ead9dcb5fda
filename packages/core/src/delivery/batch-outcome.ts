import { GraphQLRequestError, type GraphQLResponseError, HttpError, ResponseError } from "../errors.ts";
import { readErrors } from "../transport/response.ts";
import type { Entry } from "./entry.ts";

export type BatchOutcome =
  /** Stored, except the records that the service rejected (with reasons) and those to retry. */
  | { kind: "stored"; refused: ReadonlyMap<Entry, string>; again: ReadonlySet<Entry> }
  /** The service rejected the whole request; any of its records may be the cause. */
  | { kind: "refused"; isTooLarge: boolean; error: unknown }
  /** Nothing is known to be stored; a retry may succeed. `isSuspicious`: the batch itself may be the cause. */
  | { kind: "failed"; isSuspicious: boolean; error: unknown };

/** Error codes of temporary errors and service faults: the records are kept and retried. */
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
    // Without threads, only steps are requested.
    if (kind === "thread" && sent.length === 0) continue;
    const field = kind === "thread" ? "ingestThreads" : "ingestSteps";
    const results = data?.[field];
    if (!Array.isArray(results)) {
      if (errors.length === 0) return readFailure(new ResponseError(`The response to a batch has no ${field}`));
      return readFailure(new GraphQLRequestError(errors.map(({ message }) => message).join("; "), errors));
    }
    // Unacknowledged records count as not stored.
    if (results.length < sent.length)
      return readFailure(new ResponseError("The response to a batch has too few results"));
    sent.forEach((entry, index) => {
      // The response is untrusted: its fields may be missing or of another type.
      const result = results[index] as { ok?: unknown; message?: unknown } | null | undefined;
      if (result?.ok === true) return;
      if (result?.ok === false) refused.set(entry, String(result.message ?? "no reason given"));
      else again.add(entry);
    });
  }
  const [reason] = refused.values();
  // If the service refuses every record, the service is at fault, so nothing is dropped.
  if (reason !== undefined && refused.size === entries.length) {
    return { kind: "refused", isTooLarge: false, error: new ResponseError(reason) };
  }
  return { kind: "stored", refused, again };
}

function isTransientError({ extensions }: GraphQLResponseError): boolean {
  return TRANSIENT_CODES.has(extensions?.code ?? "");
}

/** Classifies the error that a request failed with. */
export function readFailure(error: unknown): BatchOutcome {
  const status = error instanceof HttpError ? error.status : undefined;
  const errors = error instanceof HttpError || error instanceof GraphQLRequestError ? error.errors : [];
  const isInternal = errors.some(({ extensions }) => extensions?.code === "INTERNAL");
  // A proxy's error page with status 400 or 422 is not a response of the service. 413 counts from a proxy, too.
  const isOurs = errors.length > 0 && !errors.some(isTransientError);
  const isRefusal = status === 400 || status === 422 || error instanceof GraphQLRequestError;
  if (status === 413 || (isRefusal && isOurs)) return { kind: "refused", isTooLarge: status === 413, error };
  // Without a response, or with a temporary error, the service is at fault. Otherwise the batch may have caused the
  // failure.
  const isSuspicious = status === 500 || isInternal || isRefusal;
  return { kind: "failed", isSuspicious, error };
}
