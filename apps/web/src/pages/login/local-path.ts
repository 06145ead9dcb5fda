/** Returns the path to open after signing in: `next` if it is a local path, otherwise the home page. */
export function localPath(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/")) return "/";
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin ? `${url.pathname}${url.search}` : "/";
}
