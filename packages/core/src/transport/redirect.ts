/**
 * How a request whose body is bytes or a stream refuses a redirect, which would carry the key to wherever it leads. In any mode but
 * `error` Node's fetch keeps a copy of the whole body; Cloudflare Workers refuse to make a request in that mode.
 */
export function redirectOfBytes(): "error" | "manual" {
  try {
    return new Request("http://localhost/", { redirect: "error" }).redirect === "error" ? "error" : "manual";
  } catch {
    return "manual";
  }
}
