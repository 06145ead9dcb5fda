import type { Context } from "hono";
import { recordEvent, recordAccountEvent, visitorAt } from "../audit/record-event.ts";
import type { AuditContext, AuditActor } from "../audit/record-event.ts";
import type { AppEnv } from "../http/app-env.ts";
import { errorResponse } from "../http/error-response.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { RecordError } from "../records/errors.ts";
import type { AccountRecord, InvitationRecord } from "../store/accounts.ts";
import type { AuditAction } from "../store/audit.ts";
import { addressOf, clientAddress, networkOf } from "../http/client-address.ts";
import { maxSessionMs } from "./create-accounts.ts";
import type { Accounts } from "./create-accounts.ts";
import { hasPassword } from "./has-password.ts";
import type { PendingSignIn, Session } from "./open-auth.ts";
import { requireSameOrigin } from "./same-origin.ts";
import { createSignInLimits } from "./sign-in-limits.ts";

const maxUserAgentLength = 500;

/** Response of `/api/session`. */
export interface SessionState {
  readonly signedIn: boolean;
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly hasSecondFactor: boolean;
    readonly hasPassword: boolean;
  } | null;
  /** Time when the session expires if it is not used, in ISO 8601. Null if the user is not signed in. */
  readonly endsAt: string | null;
  /** Whether the password was correct, and a code is required. */
  readonly awaitsCode: boolean;
  readonly setUp: boolean;
  /** Whether all callers have all permissions. */
  readonly noLogin: boolean;
  /** Button label of single sign-on; null if not configured. */
  readonly sso: { readonly name: string } | null;
  readonly mayResetPassword: boolean;
  readonly basePath: string;
}

export interface SessionMiddleware {
  /** Responds to the request with the state of the session, and sets the session cookies. */
  answer(context: Context<AppEnv>, session: PendingSignIn | Session | null): Promise<Response>;
  /**
   * Reads the body of a same-origin request. Throws a `RecordError` for other origins, before any password is checked.
   */
  readForm(context: Context<AppEnv>): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the session of the signed-in account. Throws a `RecordError` when not signed in. */
  requireSession(context: Context<AppEnv>): Promise<Session>;
  /** Creates a session, or starts a sign-in that needs a code; resolves to null for a wrong email or password. */
  signIn(context: Context<AppEnv>, email: string, password: string): Promise<PendingSignIn | Session | null>;
  /**
   * Counts an attempt to sign in. `email` is null for an attempt that names no account, such as the use of a link.
   * `session` is the caller's session if the caller is already signed in to the account. Resolves to an error response
   * if a limit is exceeded, otherwise to null.
   */
  countAttempt(context: Context<AppEnv>, email: string | null, session?: Session): Promise<Response | null>;
  noteVisit(context: Context<AppEnv>, session: Session): Promise<void>;
  /** Resets the failed sign-in attempts counted for the caller's network or device. Called after a correct password. */
  forgetTries(context: Context<AppEnv>, email: string, session?: Session): Promise<void>;
  /** Resets the failed sign-in attempts of the account, after a password reset by email. */
  clearTries(context: Context<AppEnv>, email: string): Promise<void>;
  /** Adds an event about an account to the audit log. By default, its actor is an anonymous visitor. */
  note(
    context: Context<AppEnv>,
    action: AuditAction,
    account: AuditedAccount,
    by?: "account" | "visitor",
  ): Promise<void>;
  /** Records in a project's audit log that an account accepted an invitation to the project. */
  noteJoin(context: Context<AppEnv>, account: AuditedAccount, invitation: InvitationRecord): Promise<void>;
}

type AuditedAccount = Pick<AccountRecord, "email" | "id">;

export interface SessionMiddlewareOptions {
  readonly accounts: Accounts;
  readonly basePath: string;
  /** Button label of single sign-on; null if not configured. */
  readonly ssoName: string | null;
  readonly mayResetPassword: boolean;
  readonly noLogin: boolean;
  /** Number of trusted reverse proxies in front of the service. */
  readonly proxies: number;
  readonly audit: AuditContext;
}

export function createSessionMiddleware(options: SessionMiddlewareOptions): SessionMiddleware {
  const { accounts, basePath, ssoName, mayResetPassword, noLogin, proxies, audit } = options;
  const limits = createSignInLimits();
  const { accounts: rows } = audit.store;
  const actor = (context: Context<AppEnv>, { id, email }: AuditedAccount, by: "account" | "visitor"): AuditActor => {
    const address = addressOf(context, proxies);
    return by === "visitor" ? visitorAt(address) : { actorKind: "account", actorId: id, actorName: email, address };
  };

  const isSecure = ({ req }: Context<AppEnv>): boolean => accounts.originOf(req.raw).startsWith("https:");

  /**
   * Returns where a sign-in attempt comes from, for `SignInLimits`. `known` identifies the caller's session or, without
   * a session, a device on which the account has signed in before. Without either, `known` is null, and only `network`
   * identifies the place.
   */
  function placeOf(
    context: Context<AppEnv>,
    email: string | null,
    session: Session | undefined,
  ): { readonly network: string; readonly known: string | null } {
    const { req, env } = context;
    const network = networkOf(clientAddress(req.header("x-forwarded-for"), env?.address, proxies));
    if (session) return { network, known: `session ${session.id}` };
    const device = email === null ? null : accounts.devices.find(req.raw.headers, email, isSecure(context));
    return { network, known: device === null ? null : `device ${device}` };
  }

  async function noteVisit(context: Context<AppEnv>, { id }: Session): Promise<void> {
    const userAgent = context.req.header("user-agent")?.slice(0, maxUserAgentLength) ?? null;
    const own = { field: "id", operator: "=", value: id } as const;
    await rows.updateRows("session", [own], { userAgent, ipAddress: addressOf(context, proxies) });
  }

  async function shownAccount({ account: { id, email, name }, hasSecondFactor }: Session) {
    return { id, email, name, hasSecondFactor, hasPassword: await hasPassword(rows, id) };
  }

  return {
    async answer(context, session) {
      // A visit is noted only when the session was just created or extended. The session then has `set-cookie` headers.
      if (session?.account && session.cookies.length > 0) await noteVisit(context, session);
      const state: SessionState = {
        signedIn: Boolean(session?.account) || noLogin,
        account: session?.account ? await shownAccount(session) : null,
        endsAt: session?.account ? endOf(session) : null,
        awaitsCode: session?.account === null,
        setUp: await accounts.isSetUp(),
        noLogin,
        mayResetPassword,
        sso: ssoName === null || noLogin ? null : { name: ssoName },
        basePath,
      };
      for (const cookie of session?.cookies ?? []) context.header("set-cookie", cookie, { append: true });
      if (session?.account && session.cookies.length > 0) {
        const { email } = session.account;
        const mark = accounts.devices.mark(context.req.raw.headers, email, isSecure(context));
        context.header("set-cookie", mark, { append: true });
      }
      return context.json(state);
    },

    async readForm(context) {
      const request = context.req.raw;
      requireSameOrigin(request, accounts.originOf(request));
      if (noLogin) throw new RecordError("FORBIDDEN", "The service runs without login, so accounts cannot be used");
      return readJsonObject(request);
    },

    async requireSession(context) {
      const session = await accounts.find(context.req.raw);
      if (!session) throw new RecordError("UNAUTHENTICATED", "Sign in first");
      return session;
    },

    async signIn(context, email, password) {
      const auth = await accounts.auth(context.req.raw);
      const previous = await accounts.find(context.req.raw);
      const session = await auth.signIn({ email, password });
      // A browser only has a cookie for the new session, so its previous session is ended.
      if (session && previous) await auth.signOut(context.req.raw.headers);
      if (session) await accounts.sweep();
      return session;
    },

    async countAttempt(context, email, session) {
      const seconds = await limits.take({ email, ...placeOf(context, email, session) });
      if (seconds === null) return null;
      const message = "Too many sign-in attempts; try again later";
      const response = errorResponse({ status: 429, code: "RATE_LIMITED", message, reason: "TOO_MANY_ATTEMPTS" });
      response.headers.set("retry-after", String(seconds));
      return response;
    },

    noteVisit,

    async forgetTries(context, email, session) {
      await limits.forget({ email, ...placeOf(context, email, session) });
    },

    async clearTries(context, email) {
      await limits.clear({ email, ...placeOf(context, email, undefined) });
    },

    note: (context, action, account, by = "visitor") =>
      recordAccountEvent(audit, account, actor(context, account, by), action),

    async noteJoin(context, account, { projectId, role }) {
      const event = { subjectId: account.id, subjectName: account.email, details: { role } };
      await recordEvent(audit, projectId, actor(context, account, "account"), { action: "memberJoined", ...event });
    },
  };
}

function endOf({ createdAt, expiresAt }: Session): string {
  return new Date(Math.min(expiresAt, createdAt + maxSessionMs)).toISOString();
}
