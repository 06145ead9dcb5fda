import type { QueryClient } from "@tanstack/react-query";
import { type Session, sessionOptions } from "./session.ts";

/**
 * From now on the page takes nobody to be signed in, whether or not the service heard of it: what it showed goes. The next
 * page that asks who is signed in asks the service.
 */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(sessionOptions.queryKey, withNobody, { updatedAt: 0 });
}

function withNobody(session: Session | undefined): Session | undefined {
  return session && { ...session, account: null, projects: [], endsAt: null };
}
