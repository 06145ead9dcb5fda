import { serviceUrl } from "./base-path.ts";
import { RequestError } from "./request-error.ts";

interface Refusal {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly reason?: string };
  }[];
}

async function post<Result = unknown>(path: string, body: object): Promise<Result> {
  const response = await fetch(serviceUrl(`api/session/${path}`), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new RequestError("The service cannot be reached.", { code: "UNREACHABLE", status: 0 });
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Result; // what the service documents
  const [problem] = (answer as Refusal).errors ?? [];
  throw new RequestError(problem?.message ?? `The service answered with status ${response.status}.`, {
    code: problem?.extensions?.code ?? "INTERNAL",
    status: response.status,
    reason: problem?.extensions?.reason,
  });
}

/** Begins a session. Like all of these it rejects with a {@link RequestError} that says why not. */
export function signIn(credentials: { readonly email: string; readonly password: string }): Promise<unknown> {
  return post("sign-in", credentials);
}

export function signOut(): Promise<unknown> {
  return post("sign-out", {});
}

/** Ends every session of the account, on every machine. */
export function signOutEverywhere(): Promise<unknown> {
  return post("sign-out-everywhere", {});
}

/** Changes the password of the account, and ends its other sessions. */
export function changePassword(passwords: {
  readonly currentPassword: string;
  readonly newPassword: string;
}): Promise<unknown> {
  return post("password", passwords);
}

/** Makes the first account, the owner of everything, by the link that the service printed. */
export function setUp(owner: {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}): Promise<unknown> {
  return post("setup", owner);
}

/** Whether {@link setUp} would take the token. */
export async function isSetupLink(token: string): Promise<boolean> {
  if (token === "") return false;
  try {
    await post("setup-link", { token });
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return false;
    throw error;
  }
}

/** Resolves to the address of the identity provider; `returnTo` is a path of ours behind the base path. */
export async function startSso(returnTo: string): Promise<string> {
  const { url } = await post<{ readonly url: string }>("sso", { returnTo });
  return url;
}

/** What an invitation opens, and to whom. */
export interface OpenInvitation {
  readonly email: string;
  readonly role: string;
  readonly projectName: string;
  /** Whether the address has an account, which then signs in first. */
  readonly hasAccount: boolean;
}

export function readInvitation(token: string): Promise<OpenInvitation> {
  return post<OpenInvitation>("invitation", { token });
}

/** Joins the project: as the account that is signed in, else as a new one. */
export function acceptInvitation(answer: {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}): Promise<unknown> {
  return post("accept-invitation", answer);
}
