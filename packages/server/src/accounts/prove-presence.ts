import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { requirePassword } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import type { AccountStore } from "../store/accounts.ts";
import type { Accounts } from "./create-accounts.ts";
import { hasPassword } from "./has-password.ts";
import type { Session } from "./open-auth.ts";
import type { SessionMiddleware } from "./session-middleware.ts";

/** Maximum age of the sign-in of an account without a password: ten minutes, in milliseconds. */
const recentMs = 600_000;

export interface ProveOptions {
  readonly store: { readonly accounts: AccountStore };
  readonly accounts: Accounts;
  readonly middleware: SessionMiddleware;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Verifies that the caller owns the account, and did not just find an open browser. */
export type ProvePresence = (
  context: Context<AppEnv>,
  session: Session,
  body: Readonly<Record<string, unknown>>,
) => Promise<Response | null>;

/**
 * Verifies the password in the field `password` or, without one, a recent sign-in with the provider. Resolves to the
 * rejection if there were too many attempts; rejects with a `RecordError` for an invalid proof.
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
      throw new RecordError("FORBIDDEN", "password: is wrong", { field: "password" });
    }
    await middleware.forgetTries(context, session.account.email, session);
    return null;
  };
}
