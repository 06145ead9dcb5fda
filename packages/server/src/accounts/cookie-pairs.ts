/** Converts the cookies of a response to those of the next request. */
export function pairsOf(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}
