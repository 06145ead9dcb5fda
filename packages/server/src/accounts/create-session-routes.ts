import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { errorResponse } from "../http/error-response.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { readEmail, readNewPassword, readShownName, requirePassword, requireText } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import { ConflictError } from "../store/errors.ts";
import type { NewAccount } from "../store/accounts.ts";
import type { Store } from "../store/store.ts";
import { clientAddress } from "./client-address.ts";
import type { Accounts } from "./create-accounts.ts";
import { hashLinkToken } from "./link-token.ts";
import { requireLoopback } from "./loopback.ts";
import type { Session } from "./open-auth.ts";
import { requireSameOrigin } from "./same-origin.ts";
import { createSignInLimits } from "./sign-in-limits.ts";

export interface SessionRoutesOptions {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly basePath: string;
  /** Null without single sign-on. */
  readonly ssoName: string | null;
  readonly noLogin: boolean;
  /** How many proxies of our own stand in front. */
  readonly proxies: number;
  readonly now: () => number;
  readonly newId: () => string;
}

/** What `/api/session` tells the UI. */
export interface SessionState {
  readonly signedIn: boolean;
  readonly account: { readonly id: string; readonly email: string; readonly name: string } | null;
  /** Whether the first account exists. */
  readonly setUp: boolean;
  /** Whether everybody who reaches the service may do everything. */
  readonly noLogin: boolean;
  /** Single sign-on, by the name on its button; null when it is not offered. */
  readonly sso: { readonly name: string } | null;
  readonly basePath: string;
}

type Body = Readonly<Record<string, unknown>>;

/** `/api/session`: who is signed in; and below it signing in and out, the first account, and invitations. */
export function createSessionRoutes(options: SessionRoutesOptions): Hono<AppEnv> {
  const { store, accounts, basePath, ssoName, noLogin, proxies, now, newId } = options;
  const limits = createSignInLimits();
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);

  async function answer(context: Context<AppEnv>, session: Session | null): Promise<Response> {
    const account = session && { id: session.account.id, email: session.account.email, name: session.account.name };
    const state: SessionState = {
      signedIn: account !== null || noLogin,
      account,
      setUp: await accounts.isSetUp(),
      noLogin,
      sso: ssoName === null || noLogin ? null : { name: ssoName },
      basePath,
    };
    for (const cookie of session?.cookies ?? []) context.header("set-cookie", cookie, { append: true });
    return context.json(state);
  }

  /** What a page of ours sent; nothing else gets as far as a password. */
  async function readForm(context: Context<AppEnv>): Promise<Body> {
    const request = context.req.raw;
    requireSameOrigin(request, accounts.originOf(request));
    if (noLogin) throw new RecordError("FORBIDDEN", "The service runs without a login");
    return readJsonObject(request);
  }

  async function requireSession(context: Context<AppEnv>): Promise<Session> {
    const session = await accounts.find(context.req.raw);
    if (!session) throw new RecordError("UNAUTHENTICATED", "Nobody is signed in");
    return session;
  }

  async function signIn(context: Context<AppEnv>, email: string, password: string): Promise<Session | null> {
    const auth = await accounts.auth(context.req.raw);
    const previous = await accounts.find(context.req.raw);
    const session = await auth.signIn({ email, password });
    // A browser holds one session; the one before ends.
    if (session && previous) await auth.signOut(context.req.raw.headers);
    return session;
  }

  async function takeTry(context: Context<AppEnv>, email: string): Promise<Response | null> {
    const address = clientAddress(context.req.header("x-forwarded-for"), context.env?.address, proxies);
    const seconds = await limits.take(email, address);
    if (seconds === null) return null;
    const message = "Too many attempts to sign in; try again later";
    const response = errorResponse({ status: 429, code: "RATE_LIMITED", message });
    response.headers.set("retry-after", String(seconds));
    return response;
  }

  async function newAccount(email: string, body: Body): Promise<NewAccount> {
    const name = readShownName("name", body["name"]);
    const password = readNewPassword("password", body["password"]);
    return { id: newId(), email, name, createdAt: now(), passwordHash: await accounts.hasher.hash(password) };
  }

  routes.get("/api/session", async (context) => {
    if (noLogin) requireLoopback(context.req.raw, context.env?.address);
    return answer(context, noLogin ? null : await accounts.find(context.req.raw, { prolong: true }));
  });

  routes.post("/api/session/setup", async (context) => {
    const body = await readForm(context);
    if ((await accounts.isSetUp()) || !accounts.isSetupToken(requireText("token", body["token"]))) {
      throw new RecordError("NOT_FOUND", "token: the setup link is not valid, or was used");
    }
    const account = await newAccount(readEmail("email", body["email"]), body);
    await store.accounts.createFirst(account).catch(rethrow);
    return answer(context, await signIn(context, account.email, String(body["password"])));
  });

  routes.post("/api/session/sign-in", async (context) => {
    const body = await readForm(context);
    const email = requireText("email", body["email"]).trim().toLowerCase().slice(0, 255);
    const password = requirePassword("password", body["password"]);
    const refusal = await takeTry(context, email);
    if (refusal) return refusal;
    const session = await signIn(context, email, password);
    if (!session) throw new RecordError("UNAUTHENTICATED", "The e-mail address or the password is wrong");
    await limits.forget(email);
    return answer(context, session);
  });

  routes.post("/api/session/sign-out", async (context) => {
    await readForm(context);
    const auth = await accounts.auth(context.req.raw);
    const cookies = await auth.signOut(context.req.raw.headers);
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return answer(context, null);
  });

  routes.post("/api/session/sign-out-everywhere", async (context) => {
    await readForm(context);
    const { account } = await requireSession(context);
    await store.accounts.deleteRows("session", [{ field: "userId", operator: "=", value: account.id }]);
    const auth = await accounts.auth(context.req.raw);
    const cookies = await auth.signOut(context.req.raw.headers);
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return answer(context, null);
  });

  routes.post("/api/session/password", async (context) => {
    const body = await readForm(context);
    const session = await requireSession(context);
    const currentPassword = requirePassword("currentPassword", body["currentPassword"]);
    const newPassword = readNewPassword("newPassword", body["newPassword"]);
    const refusal = await takeTry(context, session.account.email);
    if (refusal) return refusal;
    const auth = await accounts.auth(context.req.raw);
    const changed = await auth.changePassword(context.req.raw.headers, { currentPassword, newPassword });
    if (!changed) throw new RecordError("FORBIDDEN", "currentPassword: is wrong", { field: "currentPassword" });
    await limits.forget(session.account.email);
    return answer(context, { ...session, cookies: changed.cookies });
  });

  routes.post("/api/session/invitation", async (context) => {
    const body = await readForm(context);
    const hash = hashLinkToken(requireText("token", body["token"]));
    const invitation = await store.accounts.findInvitation(hash, now());
    const project = invitation && (await store.projects.find(invitation.projectId));
    if (!invitation || !project) throw invalidInvitation();
    const { email, role, expiresAt } = invitation;
    const [known] = await store.accounts.findRows("user", [{ field: "email", operator: "=", value: email }]);
    return context.json({
      email,
      role,
      projectName: project.name,
      hasAccount: known !== undefined,
      expiresAt: new Date(expiresAt).toISOString(),
    });
  });

  routes.post("/api/session/accept-invitation", async (context) => {
    const body = await readForm(context);
    const hash = hashLinkToken(requireText("token", body["token"]));
    const session = await accounts.find(context.req.raw);
    if (session) {
      if (!(await store.accounts.acceptInvitation(session.account.id, hash, now()))) throw invalidInvitation();
      return answer(context, session);
    }
    const invitation = await store.accounts.findInvitation(hash, now());
    if (!invitation) throw invalidInvitation();
    const account = await newAccount(invitation.email, body);
    if (!(await store.accounts.createInvited(account, hash).catch(rethrow))) throw invalidInvitation();
    return answer(context, await signIn(context, account.email, String(body["password"])));
  });
  return routes;
}

function invalidInvitation(): RecordError {
  return new RecordError("NOT_FOUND", "token: the invitation is not valid for this account, has expired or was used");
}

function rethrow(error: unknown): never {
  throw error instanceof ConflictError ? new RecordError("CONFLICT", error.message) : error;
}
