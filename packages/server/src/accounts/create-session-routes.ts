import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { passwordChangedMail } from "../mail/account-mails.ts";
import { lowerAscii, readShownName, requirePassword, requireText } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import type { AccountStore } from "../store/accounts.ts";
import { choosePassword } from "./choose-password.ts";
import type { Accounts } from "./create-accounts.ts";
import { requireOwnPassword } from "./has-password.ts";
import { requireLoopback } from "../access/loopback.ts";
import type { NotifyAccount } from "./notify-account.ts";
import type { SessionMiddleware } from "./session-middleware.ts";

export interface SessionRoutesOptions {
  readonly store: { readonly accounts: AccountStore };
  readonly accounts: Accounts;
  readonly middleware: SessionMiddleware;
  readonly notify: NotifyAccount;
  readonly noLogin: boolean;
}

/**
 * Routes for sign-in. `GET /api/session` returns the session state. Routes below it sign in and out, and change the
 * name and the password of the account.
 */
export function createSessionRoutes(options: SessionRoutesOptions): Hono<AppEnv> {
  const { store, accounts, middleware, notify, noLogin } = options;
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);

  async function noteFailure(context: Context<AppEnv>, email: string): Promise<void> {
    const [known] = await store.accounts.findRows("user", [{ field: "email", operator: "=", value: email }]);
    if (known) await middleware.note(context, "signInFailed", { id: String(known["id"]), email });
  }

  routes.get("/api/session", async (context) => {
    if (noLogin) requireLoopback(context.req.raw, context.env?.address);
    return middleware.answer(context, noLogin ? null : await accounts.find(context.req.raw, { prolong: true }));
  });

  routes.post("/api/session/sign-in", async (context) => {
    const body = await middleware.readForm(context);
    const email = lowerAscii(requireText("email", body["email"]).trim()).slice(0, 255);
    const password = requirePassword("password", body["password"]);
    const refusal = await middleware.countAttempt(context, email);
    if (refusal) return refusal;
    const session = await middleware.signIn(context, email, password);
    if (!session) {
      // Not awaited: the response time must not reveal whether the account exists.
      noteFailure(context, email).catch((error: unknown) =>
        context.get("log").error({ err: error }, "could not store the audit event of a failed sign-in"),
      );
      throw new RecordError("UNAUTHENTICATED", "Wrong email or password");
    }
    if (session.account) {
      await middleware.forgetTries(context, email);
      await middleware.note(context, "signedIn", session.account, "account");
    }
    return middleware.answer(context, session);
  });

  routes.post("/api/session/sign-out", async (context) => {
    await middleware.readForm(context);
    const session = await accounts.find(context.req.raw);
    const auth = await accounts.auth(context.req.raw);
    const cookies = await auth.signOut(context.req.raw.headers);
    if (session) await middleware.note(context, "signedOut", session.account, "account");
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return middleware.answer(context, null);
  });

  routes.post("/api/session/password", async (context) => {
    const body = await middleware.readForm(context);
    const session = await middleware.requireSession(context);
    await requireOwnPassword(store.accounts, session.account.id);
    const currentPassword = requirePassword("currentPassword", body["currentPassword"]);
    const host = new URL(accounts.originOf(context.req.raw)).hostname;
    const newPassword = await choosePassword("newPassword", body["newPassword"], { ...session.account, host });
    const refusal = await middleware.countAttempt(context, session.account.email, session);
    if (refusal) return refusal;
    const auth = await accounts.auth(context.req.raw);
    const changed = await auth.changePassword(context.req.raw.headers, { currentPassword, newPassword });
    if (!changed) {
      throw new RecordError("FORBIDDEN", "currentPassword: is wrong", {
        field: "currentPassword",
        reason: "WRONG_PASSWORD",
      });
    }
    await middleware.forgetTries(context, session.account.email, session);
    await middleware.note(context, "passwordChanged", session.account, "account");
    notify(context, session.account.email, (link) => passwordChangedMail(link, "settings"));
    return middleware.answer(context, await accounts.findBegun(context.req.raw, changed.cookies));
  });

  routes.post("/api/session/name", async (context) => {
    const body = await middleware.readForm(context);
    const session = await middleware.requireSession(context);
    const name = readShownName("name", body["name"]);
    await store.accounts.updateRows("user", [{ field: "id", operator: "=", value: session.account.id }], { name });
    return middleware.answer(context, { ...session, account: { ...session.account, name } });
  });

  return routes;
}
