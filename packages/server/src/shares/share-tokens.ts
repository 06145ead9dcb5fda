import { isSignatureOf, sign } from "../access/signature.ts";
import type { FoundShare, ThreadShareRecord } from "../store/shares.ts";
import type { Store } from "../store/store.ts";

/** Request header with the token of a share link. */
export const shareHeader = "x-threadline-share";

/**
 * Creates and verifies the tokens of share links. A token can always be computed again from the stored link, so members
 * can display the link again.
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
  return {
    tokenOf: (projectId, share) => `${share.id}.${sign(secret, signedValues(projectId, share))}`,
    async find(token) {
      const [, id = "", signature = ""] = possibleToken.exec(token) ?? [];
      const found = id === "" ? null : await store.shares.find(id);
      if (!found || (found.share.expiresAt !== null && found.share.expiresAt <= now())) return null;
      return isSignatureOf(signature, secret, signedValues(found.projectId, found.share)) ? found : null;
    },
  };
}

function signedValues(projectId: string, { id, threadId }: ThreadShareRecord): readonly string[] {
  return [projectId, id, threadId];
}
