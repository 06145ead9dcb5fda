import { GraphQLError } from "graphql";
import type { ErrorCode } from "@threadline/schema/server";
import type { Permission } from "../store/permissions.ts";

/** Reason for rejecting a new password: too common, made only of obvious words, or too short. */
export type PasswordProblem = "COMMON" | "OWN_WORDS" | "TOO_SHORT";

/** Reason for an error, with a translated text in the UI. */
export type ErrorReason =
  | PasswordProblem
  | "ALREADY_MEMBER"
  | "CONTROL_CHARACTERS"
  | "EMPTY"
  | "LINK_INVALID"
  | "LOCKED"
  | "NOT_AN_EMAIL"
  | "NO_PASSWORD"
  | "SECOND_FACTOR_REQUIRED"
  | "SIGN_IN_AGAIN"
  | "START_OVER"
  | "TOO_LONG"
  | "TOO_MANY_ATTEMPTS"
  | "WRONG_CODE"
  | "WRONG_PASSWORD";

export interface RecordErrorDetails {
  readonly field?: string | undefined;
  readonly limit?: number | undefined;
  readonly permission?: Permission | undefined;
  /** Reason code that the UI translates. */
  readonly reason?: ErrorReason | undefined;
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
export function badInput(field: string, message: string, limit?: number, reason?: ErrorReason): RecordError {
  return new RecordError("BAD_USER_INPUT", `${field}: ${message}`, { field, limit, reason });
}
