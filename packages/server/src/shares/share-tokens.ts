import { createHmac, timingSafeEqual } from "node:crypto";
import type { FoundShare, ThreadShareRecord } from "../store/shares.ts";
import type { Store } from "../store/store.ts";

/** Request header with the token of a share link. */
export const shareHeader = "x-threadline-share";

/**
 * Creates and verifies the secrets of share links. A secret is derived from its stored link, so that members can
 * display it again.
 */
export interface ShareTokens {
  tokenOf(projectId: string, share: ThreadShareRecord): string;
  /** Finds the link of a token; null if the token is invalid, or the link was revoked or has expired. */
  find(token: string): Promise<FoundShare | null>;
}

const possibleToken = /^([\w-]{1,64})\.([\w-]{43})$/;

export function createShareTokens(options: {
  readonly store: Store;
  readonly secret: Uint8Array;
  readonly now: () => number;
}): ShareTokens {
  const { store, secret, now } = options;
  const sign = (projectId: string, { id, threadId }: ThreadShareRecord): string =>
    createHmac("sha256", secret)
      .update(JSON.stringify([projectId, id, threadId]))
      .digest("base64url");
  return {
    tokenOf: (projectId, share) => `${share.id}.${sign(projectId, share)}`,
    async find(token) {
      const [, id = "", signature = ""] = possibleToken.exec(token) ?? [];
      const found = id === "" ? null : await store.shares.find(id);
      if (!found || (found.share.expiresAt !== null && found.share.expiresAt <= now())) return null;
      const expected = sign(found.projectId, found.share);
      return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? found : null;
    },
  };
}
