import { GraphQLError } from "graphql";
import type { ErrorCode } from "@threadline/schema/server";
import type { Permission } from "../store/permissions.ts";

/** Reason for rejecting a new password: too common, made only of obvious words, or too short. */
export type PasswordProblem = "COMMON" | "OWN_WORDS" | "TOO_SHORT";

/** Reason for an error, with a translated text in the UI. */
export type ErrorReason =
  | PasswordProblem
  | "ALREADY_MEMBER"
  | "AT_LEAST_THRESHOLD"
  | "AT_MOST_THRESHOLD"
  | "CONTROL_CHARACTERS"
  | "DURATION_TOO_LONG"
  | "EMPTY"
  | "INVALID_PATTERN"
  | "LABEL_TAKEN"
  | "LIMIT_REACHED"
  | "LINK_INVALID"
  | "LOCKED"
  | "MORE_THAN_REVIEWERS"
  | "NAME_TAKEN"
  | "NOT_ABOVE_MINIMUM"
  | "NOT_AFTER_START"
  | "NOT_AN_EMAIL"
  | "NOT_A_SHARE"
  | "NO_PASSWORD"
  | "PATTERN_TOO_COMPLEX"
  | "PATTERNS_TOO_COMPLEX"
  | "SECOND_FACTOR_REQUIRED"
  | "SIGN_IN_AGAIN"
  | "START_OVER"
  | "TOO_LARGE"
  | "TOO_LONG"
  | "TOO_MANY_ATTEMPTS"
  | "TOO_SMALL"
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
