import { GraphQLRequestError, type GraphQLResponseError, HttpError, ResponseError } from "../errors.ts";
import { readErrors } from "../transport/response.ts";
import { threadAlias } from "./batch-request.ts";
import type { Entry } from "./entry.ts";

/** What became of a batch. */
export type BatchOutcome =
  /** Everything is stored but what the service named, with its reason, and what it could not store now. */
  | { kind: "stored"; refused: ReadonlyMap<Entry, string>; again: ReadonlySet<Entry> }
  /** The service refused the request as a whole: what is at fault may be somewhere in it. */
  | { kind: "refused"; isTooLarge: boolean; error: unknown }
  /** Nothing is known to be stored; another attempt may succeed. `isSuspicious`: the batch itself may be the reason. */
  | { kind: "failed"; isSuspicious: boolean; error: unknown };

/** Codes of a service that is not able to, rather than of a request at fault. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "RATE_LIMITED",
  "QUOTA_EXCEEDED",
  "UNAVAILABLE",
  "INTERNAL",
]);

/** Reads the answer to a batch. */
export function readAnswer(entries: readonly Entry[], answer: object): BatchOutcome {
  const errors = readErrors(answer);
  const { data } = answer as { data?: Record<string, unknown> | null };
  const results = data?.["ingestSteps"];
  if (!Array.isArray(results)) {
    if (errors.length === 0) return readFailure(new ResponseError("The answer to a batch holds no ingestSteps"));
    return readFailure(new GraphQLRequestError(errors.map(({ message }) => message).join("; "), errors));
  }
  const refused = new Map<Entry, string>();
  const again = new Set<Entry>();
  const steps = entries.filter(({ kind }) => kind === "step");
  // What is not acknowledged is not stored.
  if (results.length < steps.length)
    return readFailure(new ResponseError("The answer to a batch holds too few results"));
  steps.forEach((entry, index) => {
    // The service is held to nothing here but what its schema says.
    const result = results[index] as { ok?: unknown; message?: unknown } | null | undefined;
    if (result?.ok === true) return;
    if (result?.ok === false) refused.set(entry, String(result.message ?? "no reason was given"));
    else again.add(entry);
  });
  const threads = entries.filter(({ kind }) => kind === "thread");
  threads.forEach((entry, index) => {
    const alias = threadAlias(index);
    const error = errors.find(({ path }) => path?.[0] === alias);
    if (error && !isPassing(error)) refused.set(entry, error.message);
    else if (error || !data?.[alias]) again.add(entry);
  });
  const [reason] = refused.values();
  // A service that refuses everything is not one to drop anything for.
  if (reason !== undefined && refused.size === entries.length) {
    return { kind: "refused", isTooLarge: false, error: new ResponseError(reason) };
  }
  return { kind: "stored", refused, again };
}

function isPassing({ extensions }: GraphQLResponseError): boolean {
  return PASSING_CODES.has(extensions?.code ?? "");
}

/** Reads the error that a request ended with. */
export function readFailure(error: unknown): BatchOutcome {
  const status = error instanceof HttpError ? error.status : undefined;
  const errors = error instanceof HttpError || error instanceof GraphQLRequestError ? error.errors : [];
  const isInternal = errors.some(({ extensions }) => extensions?.code === "INTERNAL");
  // A page of a proxy with one of these statuses is no answer of the service; but a proxy may refuse what is too large.
  const isOurs = errors.length > 0 && !errors.some(isPassing);
  const isRefusal = status === 400 || status === 422 || error instanceof GraphQLRequestError;
  if (status === 413 || (isRefusal && isOurs)) return { kind: "refused", isTooLarge: status === 413, error };
  // Without an answer, or with one that says "not now", the service is at fault; else the batch may have broken it.
  const isSuspicious = status === 500 || isInternal || isRefusal;
  return { kind: "failed", isSuspicious, error };
}
