import type { Actor } from "../access/actor.ts";
import { RecordError } from "../records/errors.ts";
import type { Reviewer } from "../store/review-queues.ts";

/** Returns the caller as a reviewer. On a service without sign-in, all callers are the same reviewer. */
export function reviewerOf({ kind, account, key }: Actor): Reviewer {
  if (kind === "share") throw new RecordError("FORBIDDEN", "A share link cannot be used to review; sign in instead");
  return {
    reviewerKind: kind,
    reviewerId: account?.id ?? key?.id ?? "",
    reviewerName: account?.name ?? key?.name ?? null,
  };
}
