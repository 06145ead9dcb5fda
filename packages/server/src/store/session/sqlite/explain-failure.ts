import { FailedStoreError, UnavailableError } from "../../errors.ts";

/** Primary result codes of SQLite. */
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const full = 13;
const cannotOpen = 14;
/** SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC */
const syncErrors = new Set([ioError | (4 << 8), ioError | (5 << 8)]);

/** Converts an error of SQLite to an error for callers. Other errors are returned unchanged. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  const code = Number(error.errcode);
  // After a failed sync, the kernel drops the unwritten data and reports the next sync as successful. So the sync must
  // not be retried.
  if (syncErrors.has(code)) {
    return new FailedStoreError("The service's disk failed while data was written", { cause: error });
  }
  const reason = reasons[code & 0xff];
  return reason === undefined ? error : new UnavailableError(reason, { cause: error });
}

const reasons: Readonly<Record<number, string>> = {
  [busy]: "Another process has locked the service's database",
  [locked]: "Another process has locked the service's database",
  [readOnly]: "The service cannot write to its disk",
  [ioError]: "The service's disk fails",
  [full]: "The service's disk is full",
  [cannotOpen]: "The service cannot write to its disk",
};
