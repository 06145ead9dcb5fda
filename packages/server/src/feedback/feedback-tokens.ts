import { isSignatureOf, sign } from "../access/signature.ts";
import { RecordError } from "../records/errors.ts";
import type { FeedbackPermit } from "../records/feedback.ts";

/**
 * Creates and verifies feedback tokens. A token contains its own permissions (a {@link FeedbackPermit}), so nothing is
 * stored for it.
 */
export interface FeedbackTokens {
  create(permit: FeedbackPermit): string;
  /**
   * Returns the permissions in a token. Throws a `RecordError` (`FORBIDDEN`) if the token is not valid or has expired.
   */
  read(token: unknown): FeedbackPermit;
}

/** Payload and signature. The length allows for the longest names and ids. */
const possibleToken = /^([\w-]{1,16000})\.([\w-]{43})$/;

export function createFeedbackTokens({
  secret,
  now,
}: {
  readonly secret: Uint8Array;
  readonly now: () => number;
}): FeedbackTokens {
  return {
    create(permit) {
      const payload = Buffer.from(JSON.stringify(permit)).toString("base64url");
      return `${payload}.${sign(secret, [payload])}`;
    },
    read(token) {
      const [, payload = "", signature = ""] = (typeof token === "string" && possibleToken.exec(token)) || [];
      if (!isSignatureOf(signature, secret, [payload])) {
        throw new RecordError("FORBIDDEN", "token: is not valid; ask the application for a new one");
      }
      const permit = JSON.parse(Buffer.from(payload, "base64url").toString()) as FeedbackPermit; // signed by `create`
      if (permit.expiresAt > now()) return permit;
      throw new RecordError("FORBIDDEN", "token: has expired; ask the application for a new one");
    },
  };
}
