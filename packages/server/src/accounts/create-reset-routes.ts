import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { networkOfRequest } from "../http/client-address.ts";
import { errorResponse } from "../http/error-response.ts";
import type { PublicUrl } from "../http/public-url.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { passwordChangedMail, resetMail } from "../mail/account-mails.ts";
import type { Mailer } from "../mail/create-mailer.ts";
import { canonicalEmail, requireText } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import { choosePassword } from "./choose-password.ts";
import type { Accounts } from "./create-accounts.ts";
import { type NotifyAccount, sendLater } from "./notify-account.ts";
import type { PasswordResets } from "./password-resets.ts";
import { createResetLimits } from "./reset-limits.ts";
import type { SessionMiddleware } from "./session-middleware.ts";

export interface ResetRoutesOptions {
  readonly accounts: Accounts;
  readonly middleware: SessionMiddleware;
  readonly resets: PasswordResets;
  readonly mailer: Mailer;
  readonly notify: NotifyAccount;
  readonly publicUrl: PublicUrl;
  /** Number of trusted reverse proxies in front of the service. */
  readonly proxies: number;
}

/** Routes below `/api/session` that send a link to reset a forgotten password, and set the new password. */
export function createResetRoutes(options: ResetRoutesOptions): Hono<AppEnv> {
  const { accounts, middleware, resets, mailer, notify, publicUrl, proxies } = options;
  const limits = createResetLimits();
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);

  async function sendLink(context: Context<AppEnv>, email: string): Promise<void> {
    if (!(await limits.takeOfEmail(email))) return;
    const created = await resets.create(email);
    if (created === null) return;
    const url = `${publicUrl.forRequest(context.req.url)}/reset-password?token=${created.token}`;
    await mailer.send(resetMail({ to: email, url }));
  }

  routes.post("/api/session/reset-password/request", async (context) => {
    const body = await middleware.readForm(context);
    const email = canonicalEmail(requireText("email", body["email"]).trim());
    const seconds = await limits.takeOfNetwork(networkOfRequest(context, proxies) ?? "in process");
    if (seconds !== null) {
      const message = "Too many requests for a new password; try again later";
      const response = errorResponse({ status: 429, code: "RATE_LIMITED", message, reason: "TOO_MANY_ATTEMPTS" });
      response.headers.set("retry-after", String(seconds));
      return response;
    }
    // Not awaited: neither the response nor its timing may reveal whether the account exists.
    if (email !== null) sendLater(context, sendLink(context, email));
    return context.json({ isAccepted: true });
  });

  routes.post("/api/session/reset-password/link", async (context) => {
    const body = await middleware.readForm(context);
    const refusal = await middleware.countAttempt(context, null);
    if (refusal) return refusal;
    const account = await resets.find(requireText("token", body["token"]));
    if (!account) throw invalidLink();
    return context.json({ email: account.email });
  });

  routes.post("/api/session/reset-password", async (context) => {
    const body = await middleware.readForm(context);
    const refusal = await middleware.countAttempt(context, null);
    if (refusal) return refusal;
    const token = requireText("token", body["token"]);
    const owner = await resets.find(token);
    if (!owner) throw invalidLink();
    const host = new URL(accounts.originOf(context.req.raw)).hostname;
    const password = await choosePassword("password", body["password"], { ...owner, host });
    const account = await resets.complete(token, await accounts.hasher.hash(password));
    if (!account) throw invalidLink();
    await middleware.clearTries(context, account.email);
    await middleware.note(context, "passwordReset", account);
    notify(context, account.email, (link) => passwordChangedMail(link, "link"));
    return middleware.answer(context, null);
  });

  return routes;
}

function invalidLink(): RecordError {
  return new RecordError("NOT_FOUND", "token: the link is not valid, has expired or was used; request a new one", {
    field: "token",
    reason: "LINK_INVALID",
  });
}
