import { ThreadlineError } from "../errors.ts";

/** A signed request, and the secret for verifying it. */
export interface SignedRequest {
  /** Signing secret: `whsec_` and base64. */
  secret: string;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it was received. JSON that was parsed and serialized again may differ. */
  body: string | Uint8Array;
  /** Maximum difference between the time of the request and now, in milliseconds. Default: 5 minutes. */
  toleranceMs?: number | undefined;
}

/** The signature of a request is missing, old, or not valid. */
export class SignatureError extends ThreadlineError {
  override readonly name: string = "SignatureError";
}

const DEFAULT_TOLERANCE_MS = 5 * 60_000;
const PREFIX = "whsec_";

/**
 * Verifies that a request was signed with the secret, and recently. Signatures are compared in constant time.
 *
 * @returns The id of the request, which is the same when the request is repeated.
 * @throws {SignatureError} if the signature is not valid.
 * @see https://www.standardwebhooks.com
 */
export async function verifyWebhook(request: SignedRequest): Promise<string> {
  const { secret, headers, body, toleranceMs = DEFAULT_TOLERANCE_MS } = request;
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  if (id === "" || !/^\d{1,15}$/.test(timestamp))
    throw new SignatureError(
      "The request is not signed: its webhook-id or webhook-timestamp header is missing or not valid.",
    );
  if (Math.abs(Date.now() - Number(timestamp) * 1000) > toleranceMs) {
    throw new SignatureError(
      "The webhook-timestamp of the request is too old or in the future. Check the clock of this machine.",
    );
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secretBytes(secret), algorithm, false, ["verify"]);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array(head.length + content.length);
  signed.set(head);
  signed.set(content, head.length);
  for (const signature of header(headers, "webhook-signature").split(" ").slice(0, 100)) {
    const bytes = signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : null;
    // oxlint-disable-next-line no-await-in-loop -- a request has one signature, or two while a secret is replaced
    if (bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return id;
  }
  throw new SignatureError(
    "The signature of the request is not valid. Check the signing secret, and pass the body exactly as received.",
  );
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === null || bytes.length === 0)
    throw new SignatureError("The signing secret must be base64, usually with the prefix whsec_.");
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function header(headers: SignedRequest["headers"], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  return [headers[key ?? name] ?? []].flat().join(" ").trim();
}
