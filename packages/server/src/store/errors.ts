import type { Permission } from "./permissions.ts";

/**
 * The write conflicts with stored records. For example, a unique name is taken, or a limit on the number of records is
 * reached.
 */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

/** Message for a name that another record has. `what` is the kind of the record, such as `A dataset`. */
export function nameTaken(what: string, name: string): string {
  return `${what} named "${name}" already exists. Choose another name.`;
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
export class PatternError extends Error {
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
