import { postSession } from "./post-session.ts";

/** Secret and backup codes of an authenticator that is being set up. The service returns them only once. */
export interface NewSecondFactor {
  /** `otpauth://totp/...` */
  readonly uri: string;
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

export function confirmSecondFactor(body: { readonly code: string }): Promise<unknown> {
  return postSession("second-factor/confirm", body);
}

export function endSecondFactor(body: { readonly password: string }): Promise<unknown> {
  return postSession("second-factor/end", body);
}

export function renewBackupCodes(body: {
  readonly password: string;
}): Promise<{ readonly backupCodes: readonly string[] }> {
  return postSession<{ readonly backupCodes: readonly string[] }>("second-factor/backup-codes", body);
}
