import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { requirePassword } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import type { AccountStore } from "../store/accounts.ts";
import type { Accounts } from "./create-accounts.ts";
import { hasPassword } from "./has-password.ts";
import type { Session } from "./open-auth.ts";
import type { SessionMiddleware } from "./session-middleware.ts";

/**
 * Maximum age of a session for a user who has no password: ten minutes, in milliseconds. A sign-in within this time
 * proves that the user is present.
 */
const recentMs = 600_000;

export interface ProveOptions {
  readonly store: { readonly accounts: AccountStore };
  readonly accounts: Accounts;
  readonly middleware: SessionMiddleware;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Verifies that the owner of the account makes the request, and not another person who uses the owner's unlocked
 * browser. Resolves to null if the owner is verified, and to an error response after too many attempts. Rejects with a
 * `RecordError` if the verification fails, for example because of a wrong password.
 */
export type ProvePresence = (
  context: Context<AppEnv>,
  session: Session,
  body: Readonly<Record<string, unknown>>,
) => Promise<Response | null>;

/**
 * Creates a {@link ProvePresence} that checks the password in the field `password`. If the account has no password, it
 * requires a recent sign-in with the identity provider. Throws a `RecordError` for a wrong password or an old sign-in.
 */
export function createProvePresence({ store, accounts, middleware, now }: ProveOptions): ProvePresence {
  return async (context, session, body) => {
    if (!(await hasPassword(store.accounts, session.account.id))) {
      if (now() - session.createdAt < recentMs) return null;
      const message = "Sign in with your provider again: your last sign-in was more than ten minutes ago";
      throw new RecordError("FORBIDDEN", message, { reason: "SIGN_IN_AGAIN" });
    }
    const password = requirePassword("password", body["password"]);
    const refusal = await middleware.countAttempt(context, session.account.email, session);
    if (refusal) return refusal;
    const auth = await accounts.auth(context.req.raw);
    if (!(await auth.isPassword(context.req.raw.headers, password))) {
      throw new RecordError("FORBIDDEN", "password: is wrong", { field: "password", reason: "WRONG_PASSWORD" });
    }
    await middleware.forgetTries(context, session.account.email, session);
    return null;
  };
}
