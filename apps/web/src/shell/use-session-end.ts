import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { onSessionEnded } from "../api/session-channel.ts";
import { type Session, sessionOptions } from "../api/session.ts";
import { forgetPlaces } from "./recent-places.ts";

/**
 * Delay between the expiry of the session and the check, in milliseconds. Without the delay, the check would be too
 * early if the browser's clock is slightly ahead of the service's clock.
 */
const grace = 1_000;

/**
 * Returns whether the session has ended. In that case, clears the cached data and opens the sign-in page. The session
 * is checked when it expires, and when the user signs out in another tab.
 */
export function useSessionEnd({ account, noLogin, endsAt }: Session): boolean {
  const client = useQueryClient();
  const router = useRouter();
  const isOver = account === null && !noLogin;

  useEffect(() => onSessionEnded(() => void client.invalidateQueries(sessionOptions)), [client]);

  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setTimeout(
      () => void client.invalidateQueries(sessionOptions),
      Date.parse(endsAt) - Date.now() + grace,
    );
    return () => clearTimeout(timer);
  }, [client, endsAt]);

  useEffect(() => {
    if (!isOver) return;
    forgetPlaces();
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionOptions.queryKey[0] });
    const { pathname, href } = router.latestLocation;
    if (pathname !== "/login") void router.navigate({ to: "/login", search: { next: href } });
  }, [client, router, isOver]);
  return isOver;
}
