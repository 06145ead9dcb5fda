import { RecordError } from "../records/errors.ts";
import { projectHeader } from "../access/actor.ts";

const safeMethods: readonly string[] = ["GET", "HEAD"];

/**
 * Throws unless a request with browser credentials comes from a page of this service. Requests that change something
 * must have headers that only browsers set, and a content type that pages of other origins cannot send.
 */
export function requireSameOrigin(request: Request, ownOrigin: string): void {
  const { headers, method } = request;
  const isSafe = safeMethods.includes(method);
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null && site !== "same-origin" && !(isSafe && site === "none")) throw refusal(ownOrigin);
  if (origin !== null && origin !== ownOrigin) throw refusal(ownOrigin);
  if (isSafe) return;
  if (site === null && origin === null) throw refusal(ownOrigin);
  const isJson = /^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
  if (!isJson && !headers.has(projectHeader)) {
    const message = `content-type: must be application/json, unless the header ${projectHeader} is set`;
    throw new RecordError("FORBIDDEN", message);
  }
}

function refusal(ownOrigin: string): RecordError {
  return new RecordError(
    "FORBIDDEN",
    `origin: signed-in requests must come from pages of ${ownOrigin}; if users open the service at another URL, set its base URL`,
  );
}
