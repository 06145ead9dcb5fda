import { APIError } from "better-auth/api";
import { RecordError } from "../records/errors.ts";
import type { AccountStore } from "../store/accounts.ts";
import { hashBackupCode } from "./backup-codes.ts";
import { createSpentCodes } from "./spent-codes.ts";

/** Setup data of an authenticator, shown once. */
export interface NewSecondFactor {
  /** `otpauth://totp/...`, for a QR code. */
  readonly uri: string;
  readonly backupCodes: readonly string[];
}

export interface Cookies {
  readonly cookies: readonly string[];
}

export interface PendingAccount {
  readonly id: string;
  readonly email: string;
}

/**
 * Two-factor authentication with authenticator codes. Methods reject with a `RecordError`, for example if two-factor
 * authentication is not enabled.
 */
export interface SecondFactor {
  /**
   * Creates a secret for an authenticator. Two-factor authentication stays off until {@link confirm} is called with a
   * code. Resolves to null for a wrong password.
   */
  begin(headers: Headers, password: string): Promise<NewSecondFactor | null>;
  /** Enables two-factor authentication and creates a new session; resolves to null for a wrong code. */
  confirm(headers: Headers, accountId: string, code: string): Promise<Cookies | null>;
  /** Turns off two-factor authentication and creates a new session. Resolves to null for a wrong password. */
  end(headers: Headers, password: string): Promise<Cookies | null>;
  /** Replaces the backup codes; resolves to null for a wrong password. */
  renewBackupCodes(headers: Headers, password: string): Promise<readonly string[] | null>;
  /** Returns the account that entered a correct password and must still enter a code. Null if no sign-in is pending. */
  findPending(headers: Headers): Promise<PendingAccount | null>;
  /**
   * Creates a session with an authenticator code or backup code; resolves to null if the code is wrong or was used
   * before.
   */
  finish(headers: Headers, accountId: string, code: string): Promise<(Cookies & { readonly isBackup: boolean }) | null>;
}

type Call<Body, Answer> = (request: {
  headers: Headers;
  body: Body;
  returnHeaders: true;
}) => Promise<{ headers: Headers; response: Answer }>;

export interface SecondFactorApi {
  readonly enableTwoFactor: Call<{ password: string }, { totpURI?: string; backupCodes?: string[] }>;
  readonly disableTwoFactor: Call<{ password: string }, unknown>;
  readonly generateBackupCodes: Call<{ password: string }, { backupCodes: string[] }>;
  readonly verifyTOTP: Call<{ code: string }, unknown>;
  readonly verifyBackupCode: Call<{ code: string }, unknown>;
}

export interface SecondFactorOptions {
  readonly api: SecondFactorApi;
  readonly accounts: AccountStore;
  readonly sessionCookie: string;
}

const pendingCookie = "threadline.two_factor";

export function createSecondFactor({ api, accounts, sessionCookie }: SecondFactorOptions): SecondFactor {
  const spent = createSpentCodes(accounts);

  /**
   * Verifies an authenticator code. Resolves to null if the code is wrong or was used before. Marks the code as used
   * before verifying it, so that concurrent requests cannot both use the code. Removes the mark if the verification
   * fails.
   */
  async function verifyTotp(headers: Headers, accountId: string, code: string): Promise<Headers | null> {
    if (!(await spent.spend(accountId, code))) return null;
    const answer = await attempt(() => api.verifyTOTP({ headers, body: { code }, returnHeaders: true })).catch(
      async (error: unknown) => {
        await spent.forget(accountId, code);
        throw error;
      },
    );
    if (!answer) await spent.forget(accountId, code);
    return answer?.headers ?? null;
  }

  return {
    async begin(headers, password) {
      const answer = await attempt(() => api.enableTwoFactor({ headers, body: { password }, returnHeaders: true }));
      return answer && { uri: answer.response.totpURI ?? "", backupCodes: answer.response.backupCodes ?? [] };
    },
    async confirm(headers, accountId, code) {
      const answer = await verifyTotp(headers, accountId, code);
      return answer && { cookies: answer.getSetCookie() };
    },
    async end(headers, password) {
      const answer = await attempt(() => api.disableTwoFactor({ headers, body: { password }, returnHeaders: true }));
      return answer && { cookies: answer.headers.getSetCookie() };
    },
    async renewBackupCodes(headers, password) {
      const answer = await attempt(() => api.generateBackupCodes({ headers, body: { password }, returnHeaders: true }));
      return answer && answer.response.backupCodes;
    },
    async findPending(headers) {
      const signed = cookiesOf(headers).find(([name]) => name === pendingCookie)?.[1] ?? "";
      const [identifier = ""] = decodeCookie(signed).split(".");
      if (!identifier.startsWith("2fa-")) return null;
      const [row] = await accounts.findRows("verification", [
        { field: "identifier", operator: "=", value: identifier },
        { field: "expiresAt", operator: ">", value: Date.now() },
      ]);
      const account = row && (await accounts.get(String(row["value"])));
      return account ? { id: account.id, email: account.email } : null;
    },
    async finish(headers, accountId, code) {
      // Removes the browser's session cookie. With this cookie, the library would verify the code for the account that
      // is signed in, and not for the account that is signing in.
      const pending = new Headers(headers);
      const cookies = cookiesOf(headers).filter(([name]) => name !== sessionCookie);
      pending.set("cookie", cookies.map(([name, value]) => `${name}=${value}`).join("; "));
      if (/^\d{6}$/.test(code)) {
        const answer = await verifyTotp(pending, accountId, code);
        return answer && { cookies: answer.getSetCookie(), isBackup: false };
      }
      const body = { code: hashBackupCode(code) };
      const answer = await attempt(() => api.verifyBackupCode({ headers: pending, body, returnHeaders: true }));
      return answer && { cookies: answer.headers.getSetCookie(), isBackup: true };
    },
  };
}

/**
 * Calls the library; resolves to null for a wrong password or code. Converts other errors of the library to a
 * `RecordError`.
 */
async function attempt<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const code = error.body?.code ?? "";
    if (["INVALID_PASSWORD", "INVALID_CODE", "INVALID_BACKUP_CODE"].includes(code) || error.statusCode === 409)
      return null;
    throw refusals[code] ?? error;
  }
}

const signInAgain = new RecordError("UNAUTHENTICATED", "Enter the email and password again", {
  reason: "START_OVER",
});
const isOff = new RecordError("CONFLICT", "Two-factor authentication is not enabled");

const refusals: Readonly<Record<string, RecordError>> = {
  INVALID_TWO_FACTOR_COOKIE: signInAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInAgain,
  // The account was disabled after its password was entered.
  FAILED_TO_CREATE_SESSION: signInAgain,
  ACCOUNT_TEMPORARILY_LOCKED: new RecordError("RATE_LIMITED", "Too many wrong codes; try again in 15 minutes", {
    reason: "LOCKED",
  }),
  TOTP_ALREADY_ENABLED: new RecordError("CONFLICT", "Two-factor authentication is already enabled"),
  TOTP_NOT_ENABLED: isOff,
  TWO_FACTOR_NOT_ENABLED: isOff,
  BACKUP_CODES_NOT_ENABLED: isOff,
};

function cookiesOf(headers: Headers): readonly (readonly [string, string])[] {
  return (headers.get("cookie") ?? "").split(";").map((pair) => {
    const [name = "", ...value] = pair.trim().split("=");
    return [name, value.join("=")] as const;
  });
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
