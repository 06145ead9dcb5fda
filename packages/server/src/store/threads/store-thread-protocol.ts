import type { Permission } from "../permissions.ts";
import type { WorkSlice } from "../background-work.ts";
import type { IndexingOptions } from "../search/postgres/search-indexer.ts";
import type { RetentionDays } from "../upkeep/retention.ts";
import {
  ConflictError,
  DeletedError,
  DetailedError,
  type DetailedErrorOptions,
  FailedStoreError,
  ForbiddenError,
  InvalidRecordError,
  MissingProjectError,
  PatternError,
  ReadTooLargeError,
  type StoreErrorDetails,
  StoreOpenError,
  UnavailableError,
} from "../errors.ts";
import { InvalidCursorError } from "../list.ts";

export interface SqliteThreadOptions {
  readonly database: "sqlite";
  readonly path: string;
  /** Whether the store rejects every write, because another worker thread writes. */
  readonly readOnly?: boolean | undefined;
  /** Whether other threads run first when the processors are busy. Has an effect only on Linux. */
  readonly hasLowPriority?: boolean | undefined;
  readonly retentionDays?: RetentionDays | undefined;
}

interface PostgresThreadOptions {
  readonly database: "postgres";
  readonly url: string;
  readonly poolSize: number;
  readonly preparedStatements?: number | undefined;
  readonly retentionDays?: RetentionDays | undefined;
  readonly indexing?: IndexingOptions | undefined;
}

export type StoreThreadOptions = SqliteThreadOptions | PostgresThreadOptions;

export interface StoreCall {
  readonly id: number;
  /**
   * Name of a part of the store, and name of its method. For a method of the store itself, only the name of the method.
   */
  readonly path: readonly string[];
  readonly values: readonly unknown[];
  /** Byte limit of a read. Without it, the read is unlimited. */
  readonly maxBytes?: number | undefined;
}

/** Cancels a read, because its caller has disconnected. */
export interface StoreCancel {
  readonly canceled: number;
}

/** Result of a call. The first result has the id 0, and is the result of opening the database. */
export type StoreAnswer =
  | { readonly id: number; readonly error: null; readonly result: unknown }
  | { readonly id: number; readonly error: StoreThreadError };

/** Report of a background error, of a problem at startup, or of a completed slice of background work. */
export type StoreNotice =
  | { readonly notice: "error"; readonly error: StoreThreadError }
  | { readonly notice: "warning"; readonly message: string }
  | {
      readonly notice: "work";
      readonly slice: Omit<WorkSlice, "failure">;
      readonly failure: StoreThreadError | null;
    };

/** An error as sent between worker threads. Error classes cannot be sent, so the name of the class is sent instead. */
export interface StoreThreadError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly permission?: Permission | undefined;
  readonly details?: StoreErrorDetails | undefined;
  readonly cause: StoreThreadError | null;
}

const errorClasses: Readonly<Record<string, new (message: string, options?: DetailedErrorOptions) => Error>> = {
  ConflictError,
  DeletedError,
  FailedStoreError,
  InvalidCursorError,
  InvalidRecordError,
  MissingProjectError,
  PatternError,
  ReadTooLargeError,
  StoreOpenError,
  UnavailableError,
};

export function describeError(error: unknown): StoreThreadError {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const permission = error instanceof ForbiddenError ? error.permission : undefined;
  const details = error instanceof DetailedError ? error.details : undefined;
  return { name, message, stack, permission, details, cause: cause instanceof Error ? describeError(cause) : null };
}

export function reviveError({ name, message, stack, permission, details, cause }: StoreThreadError): Error {
  const options = { details, ...(cause !== null && { cause: reviveError(cause) }) };
  const error =
    permission === undefined
      ? new (errorClasses[name] ?? Error)(message, options)
      : new ForbiddenError(message, permission);
  if (stack !== undefined) error.stack = stack;
  return error;
}
