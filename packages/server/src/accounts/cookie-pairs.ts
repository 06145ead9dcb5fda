/** Converts the `set-cookie` headers of a response to the `cookie` header of the next request. */
export function pairsOf(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}
