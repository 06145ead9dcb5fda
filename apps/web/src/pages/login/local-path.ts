/** The path to go on to after signing in: one of ours, or the start. What leads elsewhere is not followed. */
export function localPath(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/")) return "/";
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin ? `${url.pathname}${url.search}` : "/";
}
