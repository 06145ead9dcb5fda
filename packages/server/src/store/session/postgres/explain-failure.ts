import { UnavailableError } from "../../errors.ts";

/**
 * SQLSTATEs of temporary failures: connection exceptions, insufficient resources, shutdown and start, system errors.
 */
const passingStates = /^(08|53|57P|58)/;
const passingCodes: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
/**
 * Messages of temporary failures without a code. `postmaster was shut down` is from Citus, when a coordinator was
 * killed. All others are from `pg`.
 */
const passingMessages =
  /^(Connection (terminated|ended)|timeout exceeded when trying to connect|postmaster was shut down)|not queryable/;
const readTimeout = "Query read timeout";

const reasons: Readonly<Record<string, string>> = {
  "25006": "The database is read-only",
  "53100": "The database's disk is full",
  "57014": "The database took too long",
};

/** Converts an error of the database to an error for callers. Other errors are returned unchanged. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnavailableError) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const reason = isUnanswered(error) ? reasons["57014"] : reasons[code];
  if (reason !== undefined) return new UnavailableError(reason, { cause: error });
  if (!passingStates.test(code) && !passingCodes.has(code) && !passingMessages.test(error.message)) return error;
  return new UnavailableError("The database does not respond", { cause: error });
}

/** Whether the error means that the server did not respond in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === readTimeout;
}
