import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const challengeHeader = "x-threadline-challenge";

/** A challenge that only a service with the same store can answer. */
export interface Challenge {
  readonly header: string;
  isMet(proof: unknown): boolean;
}

/**
 * Creates a challenge that a service can answer only if its store has the given {@link Store.identity}. The challenge
 * does not reveal the identity.
 */
export function challenge(identity: string): Challenge {
  const nonce = randomBytes(16).toString("hex");
  return {
    header: `${nonce}.${sign(identity, "question", nonce)}`,
    isMet: (proof) => typeof proof === "string" && isSame(proof, sign(identity, "answer", nonce)),
  };
}

/**
 * Returns the response to a challenge. Null if the challenge was created for another identity. So callers who do not
 * know the identity get no text that is signed with it.
 */
export function answerChallenge(identity: string, header: string): string | null {
  const [, nonce, signature] = /^([\da-f]{32})\.([\da-f]{64})$/.exec(header) ?? [];
  if (nonce === undefined || signature === undefined) return null;
  return isSame(signature, sign(identity, "question", nonce)) ? sign(identity, "answer", nonce) : null;
}

function sign(identity: string, kind: "answer" | "question", nonce: string): string {
  return createHmac("sha256", identity).update(`${kind} ${nonce}`).digest("hex");
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
