import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import type { PublicUrl } from "../http/public-url.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { testMail } from "../mail/account-mails.ts";
import { type Mailer, MailError } from "../mail/create-mailer.ts";
import { RecordError } from "../records/errors.ts";
import type { AccountStore } from "../store/accounts.ts";
import { rolePermissions } from "../store/permissions.ts";
import type { Session } from "./open-auth.ts";
import type { SessionMiddleware } from "./session-middleware.ts";
import { ssoProviderId, type SsoOptions } from "./sso-options.ts";

export interface ServiceRoutesOptions {
  readonly store: { readonly accounts: AccountStore };
  readonly middleware: SessionMiddleware;
  readonly publicUrl: PublicUrl;
  readonly mailer: Mailer | null;
  readonly sso: SsoOptions | undefined;
}

/**
 * Routes with which administrators of a project view and test the configuration of email and single sign-on. `GET
 * /api/session/service` returns the configuration without secrets; the routes below it run the tests.
 */
export function createServiceRoutes(options: ServiceRoutesOptions): Hono<AppEnv> {
  const { store, middleware, publicUrl, mailer, sso } = options;
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);

  async function requireAdministrator(context: Context<AppEnv>): Promise<Session> {
    const session = await middleware.requireSession(context);
    const memberships = await store.accounts.memberships(session.account.id);
    if (memberships.some(({ role, lacksSecondFactor }) => !lacksSecondFactor && rolePermissions[role].has("admin"))) {
      return session;
    }
    throw new RecordError("FORBIDDEN", "Only owners and admins of a project can see and test the service settings", {
      permission: "admin",
    });
  }

  const redirectUriOf = ({ req }: Context<AppEnv>): string =>
    `${publicUrl.forRequest(req.url)}/api/session/callback/${ssoProviderId}`;

  routes.get("/api/session/service", async (context) => {
    const { email } = (await requireAdministrator(context)).account;
    return context.json({
      mail: mailer && {
        host: mailer.server.host,
        port: mailer.server.port,
        from: mailer.server.from.address,
        to: email,
      },
      sso: sso
        ? { name: sso.name ?? null, issuer: sso.issuer, clientId: sso.clientId, redirectUri: redirectUriOf(context) }
        : null,
    });
  });

  routes.post("/api/session/service/test-mail", async (context) => {
    await middleware.readForm(context);
    const { account } = await requireAdministrator(context);
    if (mailer === null)
      throw new RecordError("NOT_FOUND", "Email is not configured; ask the operator of the service to set it up");
    const refusal = await middleware.countAttempt(context, null);
    if (refusal) return refusal;
    try {
      await mailer.send(testMail(account.email));
      return context.json({ isSent: true, message: null });
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      context.get("log").warn({ err: error }, "the test message was not sent");
      return context.json({ isSent: false, message: error.message });
    }
  });

  routes.post("/api/session/service/test-sso", async (context) => {
    await middleware.readForm(context);
    await requireAdministrator(context);
    if (!sso)
      throw new RecordError(
        "NOT_FOUND",
        "Single sign-on is not configured; ask the operator of the service to set it up",
      );
    const refusal = await middleware.countAttempt(context, null);
    if (refusal) return refusal;
    const { testProvider } = await import("./test-provider.ts");
    return context.json({ checks: await testProvider(sso, redirectUriOf(context)) });
  });

  return routes;
}
