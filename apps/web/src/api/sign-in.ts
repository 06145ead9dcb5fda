import { serviceUrl } from "./base-path.ts";
import { RequestError } from "./request-error.ts";

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(serviceUrl(`api/session/${path}`), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => ({}))) as { readonly message?: string; readonly code?: string };
  throw new RequestError(answer.message ?? `The service answered with status ${response.status}.`, {
    code: answer.code ?? "INTERNAL",
    status: response.status,
  });
}

/** Begins a session; rejects with a {@link RequestError} that says why not. */
export function signIn(credentials: { readonly email: string; readonly password: string }): Promise<void> {
  return post("sign-in", credentials);
}

export function signOut(): Promise<void> {
  return post("sign-out", {});
}
