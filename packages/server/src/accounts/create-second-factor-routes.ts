import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { secondFactorChangedMail } from "../mail/account-mails.ts";
import { requirePassword, requireText } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import type { AccountStore } from "../store/accounts.ts";
import type { Accounts } from "./create-accounts.ts";
import { requireOwnPassword } from "./has-password.ts";
import type { NotifyAccount } from "./notify-account.ts";
import type { Session } from "./open-auth.ts";
import type { SessionMiddleware } from "./session-middleware.ts";

export interface SecondFactorRoutesOptions {
  readonly store: { readonly accounts: AccountStore };
  readonly accounts: Accounts;
  readonly middleware: SessionMiddleware;
  readonly notify: NotifyAccount;
}

/**
 * Routes below `/api/session/second-factor`. They set up an authenticator, complete sign-ins with its codes, and
 * disable it.
 */
export function createSecondFactorRoutes(options: SecondFactorRoutesOptions): Hono<AppEnv> {
  const { store, accounts, middleware, notify } = options;
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);

  /**
   * Returns the session of the signed-in account, which must have a password. `refusal` is the error response after too
   * many attempts, otherwise null.
   */
  async function requireTry(context: Context<AppEnv>): Promise<{ session: Session; refusal: Response | null }> {
    const session = await middleware.requireSession(context);
    await requireOwnPassword(store.accounts, session.account.id);
    return { session, refusal: await middleware.countAttempt(context, session.account.email, session) };
  }

  async function secondFactor(context: Context<AppEnv>) {
    return (await accounts.auth(context.req.raw)).secondFactor;
  }

  async function sessionOf(context: Context<AppEnv>, cookies: readonly string[]): Promise<Session> {
    const session = await accounts.findBegun(context.req.raw, cookies);
    if (!session) throw new Error("No session was found after sign-in was completed");
    return session;
  }

  /** Responds with a new session and ends all others, because the sign-in requirements have changed. */
  async function renewSession(
    context: Context<AppEnv>,
    asking: Session,
    cookies: readonly string[],
  ): Promise<Response> {
    const session = await sessionOf(context, cookies);
    await store.accounts.deleteRows("session", [
      { field: "userId", operator: "=", value: session.account.id },
      { field: "id", operator: "!=", value: session.id },
    ]);
    await middleware.forgetTries(context, session.account.email, asking);
    return middleware.answer(context, session);
  }

  routes.post("/api/session/second-factor/begin", async (context) => {
    const body = await middleware.readForm(context);
    const { session, refusal } = await requireTry(context);
    if (refusal) return refusal;
    const password = requirePassword("password", body["password"]);
    const enrollment = await (await secondFactor(context)).begin(context.req.raw.headers, password);
    if (!enrollment) throw wrong("password");
    await middleware.forgetTries(context, session.account.email, session);
    return context.json({ ...enrollment, secret: new URL(enrollment.uri).searchParams.get("secret") });
  });

  routes.post("/api/session/second-factor/confirm", async (context) => {
    const body = await middleware.readForm(context);
    const { session, refusal } = await requireTry(context);
    if (refusal) return refusal;
    if (session.hasSecondFactor) throw new RecordError("CONFLICT", "Two-factor authentication is already enabled");
    const code = readCode(body["code"]);
    const { headers } = context.req.raw;
    const confirmed = await (await secondFactor(context)).confirm(headers, session.account.id, code);
    if (!confirmed) throw wrong("code");
    await middleware.note(context, "secondFactorEnabled", session.account, "account");
    notify(context, session.account.email, (link) => secondFactorChangedMail(link, "enabled"));
    return renewSession(context, session, confirmed.cookies);
  });

  routes.post("/api/session/second-factor/end", async (context) => {
    const body = await middleware.readForm(context);
    const { session, refusal } = await requireTry(context);
    if (refusal) return refusal;
    const password = requirePassword("password", body["password"]);
    if (!session.hasSecondFactor) throw new RecordError("CONFLICT", "Two-factor authentication is not enabled");
    const ended = await (await secondFactor(context)).end(context.req.raw.headers, password);
    if (!ended) throw wrong("password");
    await middleware.note(context, "secondFactorDisabled", session.account, "account");
    notify(context, session.account.email, (link) => secondFactorChangedMail(link, "disabled"));
    return renewSession(context, session, ended.cookies);
  });

  routes.post("/api/session/second-factor/backup-codes", async (context) => {
    const body = await middleware.readForm(context);
    const { session, refusal } = await requireTry(context);
    if (refusal) return refusal;
    const password = requirePassword("password", body["password"]);
    const backupCodes = await (await secondFactor(context)).renewBackupCodes(context.req.raw.headers, password);
    if (!backupCodes) throw wrong("password");
    await middleware.forgetTries(context, session.account.email, session);
    await middleware.note(context, "backupCodesRenewed", session.account, "account");
    return context.json({ backupCodes });
  });

  routes.post("/api/session/second-factor/sign-in", async (context) => {
    const body = await middleware.readForm(context);
    const auth = await secondFactor(context);
    const { headers } = context.req.raw;
    const pending = await auth.findPending(headers);
    if (!pending)
      throw new RecordError("UNAUTHENTICATED", "Enter the email and password first", { reason: "START_OVER" });
    const refusal = await middleware.countAttempt(context, pending.email);
    if (refusal) return refusal;
    const finished = await auth.finish(headers, pending.id, readCode(body["code"]));
    if (!finished) {
      await middleware.note(context, "secondFactorFailed", pending);
      throw new RecordError("UNAUTHENTICATED", `code: ${wrongCode}`, {
        field: "code",
        reason: "WRONG_CODE",
      });
    }
    await middleware.forgetTries(context, pending.email);
    const session = await sessionOf(context, finished.cookies);
    await middleware.note(context, "signedIn", session.account, "account");
    if (finished.isBackup) await middleware.note(context, "backupCodeUsed", session.account, "account");
    return middleware.answer(context, session);
  });
  return routes;
}

const wrongCode = "is wrong or already used; enter the next code";

function readCode(value: unknown): string {
  return requireText("code", value).replaceAll(/\s/g, "").slice(0, 100);
}

function wrong(field: "code" | "password"): RecordError {
  return field === "code"
    ? new RecordError("FORBIDDEN", `code: ${wrongCode}`, { field, reason: "WRONG_CODE" })
    : new RecordError("FORBIDDEN", "password: is wrong", { field, reason: "WRONG_PASSWORD" });
}
