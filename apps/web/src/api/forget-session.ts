import type { QueryClient } from "@tanstack/react-query";
import { type Session, sessionOptions } from "./session.ts";

/**
 * Marks the cached session as signed out. The cache entry counts as outdated, so the next page that needs the session
 * requests it again. If the service did not receive the sign-out, this page shows that the user is still signed in.
 */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(sessionOptions.queryKey, signedOut, { updatedAt: 0 });
}

function signedOut(session: Session | undefined): Session | undefined {
  return session && { ...session, account: null, projects: [], endsAt: null };
}
