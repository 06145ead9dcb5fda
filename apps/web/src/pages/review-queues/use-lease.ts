import { useEffect, useRef } from "react";
import { request } from "../../api/request.ts";
import { releaseReview, takeReview, type TakeReviewMutation } from "../../generated/review-queues.ts";

type Lease = TakeReviewMutation["takeReview"];

/** Interval between renewals of the lease, in milliseconds: a third of the lease's duration. */
const renewMs = 300_000;

/** Lets other reviewers review the item again. Does nothing if another page has renewed the lease. */
export function releaseLease(projectId: string, lease: Lease): void {
  if (lease?.leaseEnd == null) return;
  const variables = { id: lease.id, leaseEnd: lease.leaseEnd };
  // If this request fails, the lease still expires.
  request({ projectId, operation: releaseReview, variables, isKept: true }).catch(() => undefined);
}

/** Renews the lease of a review while its page is open, and releases it when the user leaves the page. */
export function useLease({
  projectId,
  queueId,
  review,
}: {
  readonly projectId: string;
  readonly queueId: string;
  readonly review: Lease;
}): void {
  const held = useRef<Lease>(null);
  const itemId = review?.item?.id;
  useEffect(() => {
    held.current = review;
    if (itemId === undefined) return;
    const renew = async (): Promise<void> => {
      try {
        const answer = await request({ projectId, operation: takeReview, variables: { queueId, itemId } });
        if (answer.takeReview?.id === held.current?.id) held.current = answer.takeReview;
      } catch {
        // Errors are ignored, because submitting the review reports them.
      }
    };
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) void renew();
    };
    const timer = setInterval(() => void renew(), renewMs);
    addEventListener("pageshow", onShow);
    return () => {
      clearInterval(timer);
      removeEventListener("pageshow", onShow);
    };
  }, [projectId, queueId, review, itemId]);
  useEffect(() => {
    const release = (): void => releaseLease(projectId, held.current);
    addEventListener("pagehide", release);
    return () => {
      removeEventListener("pagehide", release);
      release();
    };
  }, [projectId, queueId]);
}
