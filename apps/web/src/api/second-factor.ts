import { postSession } from "./post-session.ts";

/** Data for setting up an authenticator. Shown only once. */
export interface NewSecondFactor {
  /** `otpauth://totp/...` */
  readonly uri: string;
  /** Secret to enter manually. */
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

/**
 * Starts the setup of an authenticator. Like all functions of this file, rejects with a `RequestError` that contains
 * the reason.
 */
export function beginSecondFactor(body: { readonly password: string }): Promise<NewSecondFactor> {
  return postSession<NewSecondFactor>("second-factor/begin", body);
}

/** Enables two-factor authentication with the first code, and ends the other sessions of the account. */
export function confirmSecondFactor(body: { readonly code: string }): Promise<unknown> {
  return postSession("second-factor/confirm", body);
}

/** Disables two-factor authentication, and ends the other sessions of the account. */
export function endSecondFactor(body: { readonly password: string }): Promise<unknown> {
  return postSession("second-factor/end", body);
}

/** Creates new backup codes that replace the previous ones. */
export function renewBackupCodes(body: {
  readonly password: string;
}): Promise<{ readonly backupCodes: readonly string[] }> {
  return postSession<{ readonly backupCodes: readonly string[] }>("second-factor/backup-codes", body);
}
