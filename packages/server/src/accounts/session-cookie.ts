/** Browsers accept a cookie with this prefix only over HTTPS from this host. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-threadline" : "threadline-session";
}

/** Whether a request has a session cookie; without one, no account code is loaded. */
export function hasSessionCookie(headers: Headers, isSecure: boolean): boolean {
  const name = sessionCookieName(isSecure);
  return (headers.get("cookie") ?? "").split(";").some((pair) => pair.trim().startsWith(`${name}=`));
}
