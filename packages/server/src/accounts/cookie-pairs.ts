/** The cookies of an answer, as the next request sends them. */
export function pairsOf(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}
