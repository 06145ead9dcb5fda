import { GraphQLError } from "graphql";
import type { ErrorCode } from "@threadline/schema/server";
import type { Permission } from "../store/permissions.ts";

/** What is wrong with a new password: it has too few characters, is common, or holds nothing but the words around it. */
export type PasswordProblem = "COMMON" | "OWN_WORDS" | "TOO_SHORT";

/** What an error adds to its message: the field at fault and the bound it broke. */
export interface RecordErrorDetails {
  readonly field?: string | undefined;
  readonly limit?: number | undefined;
  /** The one that is lacking. */
  readonly permission?: Permission | undefined;
  /** What a page says in the language of its reader. */
  readonly reason?: PasswordProblem | "SECOND_FACTOR_REQUIRED" | "SIGN_IN_AGAIN" | undefined;
}

/** A deliberate error of the service: its message is meant for the caller and is never masked. */
export class RecordError extends GraphQLError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, details: RecordErrorDetails = {}) {
    super(message, { extensions: { code, ...details } });
    this.code = code;
  }
}

/** A value of a request is malformed or out of range; names the field. */
export function badInput(field: string, message: string, limit?: number): RecordError {
  return new RecordError("BAD_USER_INPUT", `${field}: ${message}`, { field, limit });
}
