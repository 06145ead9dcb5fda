import { GraphQLError } from "graphql";
import type { ErrorCode } from "@threadline/schema/server";
import type { Permission } from "../store/permissions.ts";

/** Reason for rejecting a new password: too common, made only of obvious words, or too short. */
export type PasswordProblem = "COMMON" | "OWN_WORDS" | "TOO_SHORT";

export interface RecordErrorDetails {
  readonly field?: string | undefined;
  readonly limit?: number | undefined;
  readonly permission?: Permission | undefined;
  /** Reason code that the UI translates. */
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

/** Creates the error for a request value that is malformed or out of range. Names the field. */
export function badInput(field: string, message: string, limit?: number): RecordError {
  return new RecordError("BAD_USER_INPUT", `${field}: ${message}`, { field, limit });
}
