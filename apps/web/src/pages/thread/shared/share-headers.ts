/** Returns the headers that authenticate a request by a share link. */
export function shareHeaders(token: string): Record<string, string> {
  return { "x-threadline-share": token };
}
