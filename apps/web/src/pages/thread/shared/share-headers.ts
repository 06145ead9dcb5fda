/** Headers that authenticate a request with a share link. */
export function shareHeaders(token: string): Record<string, string> {
  return { "x-threadline-share": token };
}
