import type { Session } from "../../../api/session.ts";

/** Returns the name under which the user's scores are stored. */
export function scorerOf(session: Session | undefined): string {
  return session?.account?.email ?? "local";
}
