/** Name of the session cookie. Browsers accept the prefix `__Host-` only over HTTPS from this host. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-threadline" : "threadline-session";
}

/** Whether a request has a session cookie. Without one, the code for accounts need not be loaded. */
export function hasSessionCookie(headers: Headers, isSecure: boolean): boolean {
  const name = sessionCookieName(isSecure);
  return (headers.get("cookie") ?? "").split(";").some((pair) => pair.trim().startsWith(`${name}=`));
}
