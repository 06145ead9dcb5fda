import type { QueryClient } from "@tanstack/react-query";
import { type Session, sessionOptions } from "./session.ts";

/**
 * Signs out the page and clears what it showed, even if the service did not receive the sign-out. The next page that
 * needs a session requests it again.
 */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(sessionOptions.queryKey, signedOut, { updatedAt: 0 });
}

function signedOut(session: Session | undefined): Session | undefined {
  return session && { ...session, account: null, projects: [], endsAt: null };
}
