import { postSession } from "./post-session.ts";
import { RequestError } from "./request-error.ts";
import { broadcastSessionEnd } from "./session-channel.ts";

/**
 * Starts a session, unless a second factor is required. Like all functions of this file, rejects with a {@link
 * RequestError} that contains the reason.
 */
export function signIn(credentials: {
  readonly email: string;
  readonly password: string;
}): Promise<{ readonly awaitsCode: boolean }> {
  return postSession<{ readonly awaitsCode: boolean }>("sign-in", credentials);
}

/** Completes a pending sign-in. `code` is a code of the authenticator, or one of the backup codes. */
export function finishSignIn(body: { readonly code: string }): Promise<unknown> {
  return postSession("second-factor/sign-in", body);
}

export async function signOut(): Promise<void> {
  await postSession("sign-out", {});
  broadcastSessionEnd();
}

export function changeName(body: { readonly name: string }): Promise<unknown> {
  return postSession("name", body);
}

/** Changes the password of the account, and ends its other sessions. */
export function changePassword(passwords: {
  readonly currentPassword: string;
  readonly newPassword: string;
}): Promise<unknown> {
  return postSession("password", passwords);
}

/** Creates the first account with the setup link. The account becomes the owner of the installation. */
export function setUp(owner: {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}): Promise<unknown> {
  return postSession("setup", owner);
}

/** Whether the token is valid for {@link setUp}. */
export async function isSetupLink(token: string): Promise<boolean> {
  if (token === "") return false;
  try {
    await postSession("setup-link", { token });
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Starts single sign-on. Resolves to a URL of the identity provider. `returnTo` is a path relative to the base path.
 */
export async function startSso(returnTo: string): Promise<string> {
  const { url } = await postSession<{ readonly url: string }>("sso", { returnTo });
  return url;
}

/**
 * Starts to connect the account with single sign-on. After the account is connected, it no longer has a password.
 * Resolves to the URL of the identity provider's sign-in page.
 */
export async function connectSso(body: {
  readonly password?: string | undefined;
  readonly returnTo: string;
}): Promise<string> {
  const { url } = await postSession<{ readonly url: string }>("sso/connect", body);
  return url;
}

/** An invitation that was not accepted yet: the invited email, the project and the role. */
export interface OpenInvitation {
  readonly email: string;
  readonly role: string;
  readonly projectId: string;
  readonly projectName: string;
  /** Name of the person who created the invitation; null if unknown. */
  readonly inviterName: string | null;
  /** Whether there is an account with this email. Its owner must sign in before joining. */
  readonly hasAccount: boolean;
}

/** Returns an invitation; null if the link is not valid. */
export async function readInvitation(token: string): Promise<OpenInvitation | null> {
  if (token === "") return null;
  try {
    return await postSession<OpenInvitation>("invitation", { token });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

/** Joins the project with the signed-in account, or with a new account. */
export function acceptInvitation(answer: {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}): Promise<unknown> {
  return postSession("accept-invitation", answer);
}

/** Requests an email with a link to reset the password. The response does not show whether the email has an account. */
export function requestReset(body: { readonly email: string }): Promise<unknown> {
  return postSession("reset-password/request", body);
}

/** Returns the email of the account that a reset link is for; null if the link is not valid. */
export async function readResetLink(token: string): Promise<{ readonly email: string } | null> {
  if (token === "") return null;
  try {
    return await postSession<{ readonly email: string }>("reset-password/link", { token });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

/** Sets the password with the token of a reset link, and ends all sessions of the account. */
export function resetPassword(body: { readonly token: string; readonly password: string }): Promise<unknown> {
  return postSession("reset-password", body);
}
