import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { errorResponse } from "../http/error-response.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { badInput, RecordError } from "../records/errors.ts";
import type { Auth, SsoStart } from "./open-auth.ts";
import { createProvePresence } from "./prove-presence.ts";
import type { ProveOptions } from "./prove-presence.ts";
import { requireSameOrigin } from "./same-origin.ts";

/**
 * Routes of single sign-on. `POST /api/session/sso` returns the URL to sign in, `POST /api/session/sso/connect` the URL
 * to connect the signed-in account. The provider redirects to `GET /api/session/callback/sso`.
 */
export function createSsoRoutes(options: ProveOptions & { readonly basePath: string }): Hono<AppEnv> {
  const { accounts, middleware, basePath } = options;
  const provePresence = createProvePresence(options);
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);

  async function start(context: Context<AppEnv>, begin: (auth: Auth) => Promise<SsoStart>): Promise<Response> {
    let auth;
    try {
      auth = await accounts.ssoAuth(context.req.raw);
    } catch (error) {
      if (error instanceof RecordError) throw error;
      context.get("log").error({ err: error }, "could not read the configuration of the identity provider");
      const message = "The identity provider returned an invalid response; see the service log";
      return errorResponse({ status: 502, code: "INTERNAL", message });
    }
    const { url, cookies } = await begin(auth);
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return context.json({ url });
  }

  routes.post("/api/session/sso", async (context) => {
    const request = context.req.raw;
    requireSameOrigin(request, accounts.originOf(request));
    const returnTo = basePath + readPath((await readJsonObject(request))["returnTo"]);
    return start(context, (auth) => auth.startSso({ returnTo, onError: `${basePath}/login` }));
  });

  routes.post("/api/session/sso/connect", async (context) => {
    const body = await middleware.readForm(context);
    const session = await middleware.requireSession(context);
    const returnTo = basePath + readPath(body["returnTo"]);
    const refusal = await provePresence(context, session, body);
    if (refusal) return refusal;
    const { headers } = context.req.raw;
    return start(context, (auth) => auth.startConnect(headers, { returnTo, onError: `${basePath}/login` }));
  });

  routes.get("/api/session/callback/sso", async (context) => {
    const request = context.req.raw;
    const auth = await accounts.ssoAuth(request);
    const previous = await accounts.find(request);
    const { location, cookies } = await auth.finishSso(request.headers, new URL(request.url).search);
    const isSignedIn = !new URL(location, request.url).searchParams.has("error");
    // A browser only has a cookie for the new session, so its previous session is ended.
    if (previous && isSignedIn) await auth.signOut(request.headers);
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    if (isSignedIn) {
      const session = await accounts.findBegun(request, cookies);
      if (session) {
        await middleware.noteVisit(context, session);
        await middleware.note(context, "signedIn", session.account, "account");
      } else if (previous) {
        await middleware.note(context, "singleSignOnConnected", previous.account, "account");
      }
    }
    return context.redirect(location);
  });
  return routes;
}

/** Reads a path of this service. Rejects paths that browsers could interpret as another host. */
function readPath(value: unknown): string {
  if (value === undefined || value === null) return "/";
  const isPath = typeof value === "string" && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value);
  if (!isPath || URL.parse(value, "http://here")?.host !== "here") {
    throw badInput("returnTo", "must be a path of this service, such as /projects");
  }
  return value;
}
