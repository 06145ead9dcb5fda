import { queryOptions } from "@tanstack/react-query";
import { fetchService, unreachable } from "./fetch-service.ts";
import { postSession } from "./post-session.ts";
import { broadcastSessionEnd } from "./session-channel.ts";

export interface OwnSession {
  readonly id: string;
  readonly isCurrent: boolean;
  /** User agent of the browser; null when unknown. */
  readonly userAgent: string | null;
  /** IP address of the last request; null when unknown. */
  readonly address: string | null;
  /** Time as ISO 8601. */
  readonly createdAt: string;
  readonly lastSeenAt: string;
}

/** Sessions of the account: the current one first, then the others by last activity. */
export const ownSessionsOptions = queryOptions({
  queryKey: ["session", "own"],
  queryFn: async ({ signal }): Promise<readonly OwnSession[]> => {
    const response = await fetchService("api/session/sessions", { signal });
    if (!response.ok) throw unreachable(response.status);
    return ((await response.json()) as { readonly sessions: readonly OwnSession[] }).sessions; // the service's response
  },
});

/** Password that confirms the request. Absent for an account without a password, whose last sign-in must be recent. */
export interface Proof {
  readonly password?: string | undefined;
}

/**
 * Revokes a session of the account. Like all functions of this file, rejects with a {@link RequestError} that contains
 * the reason.
 */
export function endSession(body: Proof & { readonly id: string }): Promise<unknown> {
  return postSession("sessions/end", body);
}

export function endOtherSessions(body: Proof): Promise<unknown> {
  return postSession("sessions/end-others", body);
}

export async function signOutEverywhere(body: Proof): Promise<void> {
  await postSession("sign-out-everywhere", body);
  broadcastSessionEnd();
}
