/** What makes a request one of the link's. */
export function shareHeaders(token: string): Record<string, string> {
  return { "x-threadline-share": token };
}
