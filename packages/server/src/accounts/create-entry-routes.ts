import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { recordErrorResponse } from "../http/record-error-response.ts";
import { readEmail, readShownName, requireText } from "../records/accounts.ts";
import { RecordError } from "../records/errors.ts";
import type { NewAccount } from "../store/accounts.ts";
import { ConflictError } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import { choosePassword } from "./choose-password.ts";
import type { Accounts } from "./create-accounts.ts";
import { hashLinkToken } from "../access/link-token.ts";
import type { SessionMiddleware } from "./session-middleware.ts";

export interface EntryRoutesOptions {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly middleware: SessionMiddleware;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Routes that create accounts, below `/api/session`: the setup link, and invitations. */
export function createEntryRoutes(options: EntryRoutesOptions): Hono<AppEnv> {
  const { store, accounts, middleware, now, newId } = options;
  const routes = new Hono<AppEnv>();
  routes.onError(recordErrorResponse);

  async function enter(
    context: Context<AppEnv>,
    email: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<Response> {
    const session = await middleware.signIn(context, email, String(body["password"]));
    if (!session?.account)
      throw new Error("The account was created, but the sign-in failed. Sign in with the new account.");
    await middleware.note(context, "signedIn", session.account, "account");
    return middleware.answer(context, session);
  }

  async function newAccount(
    context: Context<AppEnv>,
    email: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<NewAccount> {
    const name = readShownName("name", body["name"]);
    const host = new URL(accounts.originOf(context.req.raw)).hostname;
    const password = await choosePassword("password", body["password"], { email, name, host });
    return { id: newId(), email, name, createdAt: now(), passwordHash: await accounts.hasher.hash(password) };
  }

  async function requireSetupLink(body: Readonly<Record<string, unknown>>): Promise<void> {
    if ((await accounts.isSetUp()) || !accounts.isSetupToken(requireText("token", body["token"]))) {
      throw new RecordError(
        "NOT_FOUND",
        "token: the setup link is not valid or was already used; sign in, or use the link that the service printed at its last start",
        { field: "token", reason: "LINK_INVALID" },
      );
    }
  }

  routes.post("/api/session/setup-link", async (context) => {
    const body = await middleware.readForm(context);
    const refusal = await middleware.countAttempt(context, null);
    if (refusal) return refusal;
    await requireSetupLink(body);
    return context.json({ isValid: true });
  });

  routes.post("/api/session/setup", async (context) => {
    const body = await middleware.readForm(context);
    await requireSetupLink(body);
    const account = await newAccount(context, readEmail("email", body["email"]), body);
    await store.accounts.createFirst(account).catch(rethrow);
    await middleware.note(context, "accountCreated", account);
    return enter(context, account.email, body);
  });

  routes.post("/api/session/invitation", async (context) => {
    const body = await middleware.readForm(context);
    const hash = hashLinkToken(requireText("token", body["token"]));
    const invitation = await store.accounts.findInvitation(hash, now());
    const project = invitation && (await store.projects.find(invitation.projectId));
    if (!invitation || !project) throw invalidInvitation();
    const { email, role, expiresAt, invitedBy } = invitation;
    const inviter = invitedBy === null ? null : await store.accounts.get(invitedBy);
    const [known] = await store.accounts.findRows("user", [{ field: "email", operator: "=", value: email }]);
    return context.json({
      email,
      role,
      projectId: project.id,
      projectName: project.name,
      inviterName: inviter?.name ?? null,
      hasAccount: known !== undefined,
      expiresAt: new Date(expiresAt).toISOString(),
    });
  });

  routes.post("/api/session/accept-invitation", async (context) => {
    const body = await middleware.readForm(context);
    const hash = hashLinkToken(requireText("token", body["token"]));
    const session = await accounts.find(context.req.raw);
    if (session) {
      const accepted = await store.accounts.acceptInvitation(session.account.id, hash, now());
      if (!accepted) throw invalidInvitation();
      await middleware.noteJoin(context, session.account, accepted);
      return middleware.answer(context, session);
    }
    const invitation = await store.accounts.findInvitation(hash, now());
    if (!invitation) throw invalidInvitation();
    const account = await newAccount(context, invitation.email, body);
    const accepted = await store.accounts.createInvited(account, hash).catch(rethrow);
    if (!accepted) throw invalidInvitation();
    await middleware.note(context, "accountCreated", account);
    await middleware.noteJoin(context, account, accepted);
    return enter(context, account.email, body);
  });
  return routes;
}

function invalidInvitation(): RecordError {
  return new RecordError(
    "NOT_FOUND",
    "token: the invitation is not valid for this account, has expired or was used; ask for a new one",
    { field: "token", reason: "LINK_INVALID" },
  );
}

function rethrow(error: unknown): never {
  throw error instanceof ConflictError ? new RecordError("CONFLICT", error.message) : error;
}
