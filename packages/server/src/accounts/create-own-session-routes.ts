import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { requireText } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import { maxSessionMs } from "./create-accounts.ts";
import type { Session } from "./open-auth.ts";
import { endOtherSessions, endSession, listOwnSessions } from "./own-sessions.ts";
import type { SessionOwner } from "./own-sessions.ts";
import { createProvePresence } from "./prove-presence.ts";
import type { ProveOptions } from "./prove-presence.ts";

/** Routes that list the sessions of an account, and revoke a single session, all other sessions, or all sessions. */
export function createOwnSessionRoutes(options: ProveOptions): Hono<AppEnv> {
  const { store, accounts, middleware, now } = options;
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);
  const provePresence = createProvePresence(options);

  async function answer(context: Context<AppEnv>, session: Session): Promise<Response> {
    const time = { now: now(), maxAgeMs: maxSessionMs };
    return context.json({ sessions: await listOwnSessions(store.accounts, ownerOf(session), time) });
  }

  routes.get("/api/session/sessions", async (context) => answer(context, await middleware.requireSession(context)));

  routes.post("/api/session/sessions/end", async (context) => {
    const body = await middleware.readForm(context);
    const session = await middleware.requireSession(context);
    const id = requireText("id", body["id"]);
    if (id === session.id) throw new RecordError("CONFLICT", "id: is the current session; sign out instead");
    const refusal = await provePresence(context, session, body);
    if (refusal) return refusal;
    if (!(await endSession(store.accounts, ownerOf(session), id))) {
      throw new RecordError("NOT_FOUND", "id: session not found; it has probably ended", { field: "id" });
    }
    await middleware.note(context, "sessionsEnded", session.account, "account");
    return answer(context, session);
  });

  routes.post("/api/session/sessions/end-others", async (context) => {
    const body = await middleware.readForm(context);
    const session = await middleware.requireSession(context);
    const refusal = await provePresence(context, session, body);
    if (refusal) return refusal;
    if ((await endOtherSessions(store.accounts, ownerOf(session))) > 0) {
      await middleware.note(context, "sessionsEnded", session.account, "account");
    }
    return answer(context, session);
  });

  routes.post("/api/session/sign-out-everywhere", async (context) => {
    const body = await middleware.readForm(context);
    const session = await middleware.requireSession(context);
    const refusal = await provePresence(context, session, body);
    if (refusal) return refusal;
    const { account } = session;
    await store.accounts.deleteRows("session", [{ field: "userId", operator: "=", value: account.id }]);
    const auth = await accounts.auth(context.req.raw);
    const cookies = await auth.signOut(context.req.raw.headers);
    await middleware.note(context, "signedOutEverywhere", account, "account");
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return middleware.answer(context, null);
  });
  return routes;
}

function ownerOf({ account, id }: Session): SessionOwner {
  return { accountId: account.id, sessionId: id };
}
