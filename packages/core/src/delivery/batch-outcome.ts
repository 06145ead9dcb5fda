import { GraphQLRequestError, HttpError, ResponseError } from "../errors.ts";
import { readErrors } from "../transport/response.ts";
import { threadAlias } from "./batch-request.ts";
import type { Entry } from "./entry.ts";

/** What became of a batch. */
export type BatchOutcome =
  /** Everything is stored but what the service named, with its reason. */
  | { kind: "stored"; refused: ReadonlyMap<Entry, string> }
  /** The service took offence at the request as a whole: what is at fault is somewhere in it. */
  | { kind: "refused"; isTooLarge: boolean; error: unknown }
  /** Nothing is known to be stored; another attempt may succeed. `isSuspicious`: the batch itself may be the reason. */
  | { kind: "failed"; isSuspicious: boolean; error: unknown };

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
  const steps = entries.filter(({ kind }) => kind === "step");
  // What is not acknowledged is not stored.
  if (results.length < steps.length)
    return readFailure(new ResponseError("The answer to a batch holds too few results"));
  steps.forEach((entry, index) => {
    // The service is held to nothing here but what its schema says.
    const result = results[index] as { ok?: unknown; message?: unknown } | null | undefined;
    if (result?.ok !== true) refused.set(entry, String(result?.message ?? "no reason was given"));
  });
  const threads = entries.filter(({ kind }) => kind === "thread");
  threads.forEach((entry, index) => {
    const error = errors.find(({ path }) => path?.[0] === threadAlias(index));
    if (error) refused.set(entry, error.message);
  });
  return { kind: "stored", refused };
}

/** Reads the error that a request ended with. */
export function readFailure(error: unknown): BatchOutcome {
  const status = error instanceof HttpError ? error.status : undefined;
  const isInternal = error instanceof GraphQLRequestError && error.codes.includes("INTERNAL");
  const isRefusal = status === 400 || status === 413 || status === 422 || error instanceof GraphQLRequestError;
  if (isRefusal && !isInternal) return { kind: "refused", isTooLarge: status === 413, error };
  // Without an answer, or with one that says "not now", the service is at fault; else the batch may have broken it.
  const isSuspicious = status === 500 || isInternal;
  return { kind: "failed", isSuspicious, error };
}
