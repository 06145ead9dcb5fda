import type { RetentionDays } from "../retention.ts";
import { ConflictError, DeletedError, MissingProjectError, StoreOpenError } from "../errors.ts";

/** What the thread that writes is started with. */
export interface WriterOptions {
  readonly path: string;
  readonly retentionDays: RetentionDays | undefined;
}

/** One call of the thread that reads to the thread that writes. */
export interface WriterCall {
  readonly id: number;
  /** A part of the store and its method; a method of the store itself stands alone. */
  readonly path: readonly string[];
  readonly values: readonly unknown[];
}

/** How a call ended. The first answer, with the id 0, tells how opening the file ended. */
export type WriterAnswer =
  | { readonly id: number; readonly error: null; readonly result: unknown }
  | { readonly id: number; readonly error: WriterError };

/** The class of an error does not cross between threads; its name does. */
export interface WriterError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

const errorClasses: Readonly<Record<string, new (message: string) => Error>> = {
  ConflictError,
  DeletedError,
  MissingProjectError,
  StoreOpenError,
};

export function describeError(error: unknown): WriterError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack };
}

export function reviveError({ name, message, stack }: WriterError): Error {
  const error = new (errorClasses[name] ?? Error)(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
