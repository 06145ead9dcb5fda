import type { Permission } from "./permissions.ts";

/** Facts from which the UI creates a text in another language. The names are those of the wire. */
export interface StoreErrorDetails {
  /** Field of the record that is wrong. */
  readonly field?: "name";
  /** Highest number that is allowed. */
  readonly limit?: number;
  readonly reason?: "INVALID_PATTERN" | "LIMIT_REACHED" | "NAME_TAKEN" | "PATTERN_TOO_COMPLEX" | "PATTERNS_TOO_COMPLEX";
}

export interface DetailedErrorOptions extends ErrorOptions {
  readonly details?: StoreErrorDetails | undefined;
}

/** Base class of errors that the UI shows in another language. */
export class DetailedError extends Error {
  readonly details: StoreErrorDetails;

  constructor(message: string, { details = {}, ...options }: DetailedErrorOptions = {}) {
    super(message, options);
    this.details = details;
  }
}

/**
 * The write conflicts with stored records. For example, a unique name is taken, or a limit on the number of records is
 * reached.
 */
export class ConflictError extends DetailedError {
  override readonly name = "ConflictError";
}

/**
 * Creates the error for a name that another record has. `what` is the kind of the record, such as `A dataset`, and
 * `advice` is what the caller can do.
 */
export function nameTaken(what: string, name: string, advice = "Choose another name."): ConflictError {
  const details = { field: "name", reason: "NAME_TAKEN" } as const;
  return new ConflictError(`${what} named "${name}" already exists. ${advice}`, { details });
}

/** Creates the error for a project with `limit` records of a kind. `records` is the kind in the plural. */
export function limitReached(
  records: string,
  { count, limit }: { readonly count: number; readonly limit: number },
): ConflictError {
  const message = `The project has ${count} ${records}; at most ${limit} are allowed. Delete one first.`;
  return new ConflictError(message, { details: { limit, reason: "LIMIT_REACHED" } });
}

/** A record to import is malformed. The message names the record and the field. */
export class InvalidRecordError extends Error {
  override readonly name = "InvalidRecordError";
}

/** The account or API key that performs the action lacks the required permission, or has lost it since the request. */
export class ForbiddenError extends Error {
  override readonly name = "ForbiddenError";
  readonly permission: Permission;

  constructor(message: string, permission: Permission) {
    super(message);
    this.permission = permission;
  }
}

/** The project does not exist, or was deleted. */
export class MissingProjectError extends Error {
  override readonly name = "MissingProjectError";
}

/**
 * The regular expression of a model price is rejected. The message continues a sentence that starts with the name of
 * the field, for example "is too complex".
 */
export class PatternError extends DetailedError {
  override readonly name = "PatternError";
}

/** The records exceed the caller's memory limit; none are returned. */
export class ReadTooLargeError extends Error {
  override readonly name = "ReadTooLargeError";
}

/** The record was deleted earlier and is not restored. */
export class DeletedError extends Error {
  override readonly name = "DeletedError";
}

/**
 * The store cannot be opened. It is damaged, belongs to a newer version, or is not a Threadline store. The message says
 * what to do.
 */
export class StoreOpenError extends Error {
  override readonly name = "StoreOpenError";
}

/**
 * The store is temporarily unavailable: its disk is full or read-only, or its database does not respond. Clients get
 * the message, with "; try again later" appended; `cause` is only logged.
 */
export class UnavailableError extends Error {
  override readonly name: string = "UnavailableError";
}

/**
 * The disk lost data that the store had written. The store accepts no further writes, and must be reopened to read the
 * data that is actually on disk.
 */
export class FailedStoreError extends UnavailableError {
  override readonly name = "FailedStoreError";
}

/** The store cannot create backups itself. The message names the tool that can. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
