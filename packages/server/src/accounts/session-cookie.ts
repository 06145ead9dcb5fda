/** The prefix makes a browser refuse the cookie unless it came by HTTPS, from this very host. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-threadline" : "threadline-session";
}

/** Whether a request carries a session at all; most do not, and then nothing of the accounts needs to be loaded. */
export function hasSessionCookie(headers: Headers, isSecure: boolean): boolean {
  const name = sessionCookieName(isSecure);
  return (headers.get("cookie") ?? "").split(";").some((pair) => pair.trim().startsWith(`${name}=`));
}
