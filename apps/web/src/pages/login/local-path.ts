/** Returns the path after signing in: a local one, or the home page. URLs of other hosts are ignored. */
export function localPath(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/")) return "/";
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin ? `${url.pathname}${url.search}` : "/";
}
