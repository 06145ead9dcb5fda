import type { QueryClient } from "@tanstack/react-query";
import { type Session, sessionOptions } from "./session.ts";

/**
 * Marks the cached session as signed out. The cache entry counts as outdated, so the next page that needs the session
 * requests it again. If the sign-out did not reach the service, that page shows the user as signed in again.
 */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(sessionOptions.queryKey, signedOut, { updatedAt: 0 });
}

function signedOut(session: Session | undefined): Session | undefined {
  return session && { ...session, account: null, projects: [], endsAt: null };
}
