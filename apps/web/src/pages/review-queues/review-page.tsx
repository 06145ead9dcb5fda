import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { isEnabledKey, useShortcuts } from "../../ui/use-shortcuts.ts";
import { request } from "../../api/request.ts";
import { useOperation } from "../../api/use-request.ts";
import { reviewQueueProgress, type ReviewQueueProgressQuery, takeReview } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { MarkdownText } from "../../ui/markdown/markdown-text.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { StepContent } from "../thread/step-content.tsx";
import { ThreadContent } from "../thread/thread-content.tsx";
import type { ThreadSearch } from "../thread/thread-search.ts";
import { type Decision, nameOfItem, type RubricContent } from "./decision.ts";
import { useReviewText } from "./messages.ts";
import { References } from "./references.tsx";
import { Rubric, type RubricProps } from "./rubric.tsx";
import styles from "./review.module.css";
import type { TakenReview } from "./taken-review.ts";
import { takesKeys } from "./takes-keys.ts";
import { releaseLease, useLease } from "./use-lease.ts";
import { useScrollKeys } from "./use-scroll-keys.ts";

type Queue = NonNullable<ReviewQueueProgressQuery["reviewQueue"]>;

/** Page that shows the next item of a queue beside its rubric. */
export function ReviewPage() {
  const t = useReviewText();
  const { projectId, queueId } = useParams({ from: "/projects/$projectId/review-queues/$queueId/review" });
  const queue = useOperation(reviewQueueProgress, { id: queueId });
  const taken = useQuery({
    queryKey: [projectId, "review", queueId],
    queryFn: async ({ signal }) => {
      const answer = await request({ projectId, operation: takeReview, variables: { queueId } });
      // If the user left the page during the request, releases the item, so that other reviewers can take it.
      if (signal.aborted) releaseLease(projectId, answer.takeReview);
      return answer;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const toast = useToast();
  // `last` is the latest decision, which the reviewer can undo. `changed` is a submitted review that the reviewer is
  // changing.
  const [last, setLast] = useState<Decision | null>(null);
  const [changed, setChanged] = useState<Decision | null>(null);
  // Whether a decision is being sent or undone. Meanwhile, no other decision is accepted.
  const [isBusy, setIsBusy] = useState(false);
  const [drafts] = useState(() => new Map<string, RubricContent>());
  const { refetch: refetchQueue } = queue;
  const { refetch: refetchTaken } = taken;
  const next = useCallback(async () => {
    void refetchQueue();
    await refetchTaken();
  }, [refetchTaken, refetchQueue]);
  const decide = async (decision: Decision | null): Promise<void> => {
    setLast(decision);
    setChanged(null);
    await next();
  };
  const undo = async (decision: Decision): Promise<void> => {
    setLast(null);
    if (decision.content !== null) {
      setChanged(decision);
      return;
    }
    setIsBusy(true);
    try {
      const { takeReview: again } = await request({
        projectId,
        operation: takeReview,
        variables: { queueId, itemId: decision.review.item.id, retakesSkipped: true },
      });
      if (again === null) toast({ text: t("undoFailed") });
    } catch (error) {
      setLast(decision);
      toast({ text: error instanceof Error ? error.message : String(error) });
    }
    await next();
    setIsBusy(false);
  };
  const review = taken.data?.takeReview ?? null;
  useLease({ projectId, queueId, review });
  const found = queue.data?.reviewQueue;
  usePageTitle(found?.name ?? t("title"));

  const error = queue.error ?? taken.error;
  if (error && (!queue.data || !taken.data)) {
    return <ErrorState isPage error={error} onRetry={() => void next()} />;
  }
  if (!queue.data || !taken.data) return <LoadingState shape="page" />;
  if (!found) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/review-queues" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  const lastDecision = last && <LastDecision decision={last} isBusy={isBusy} onUndo={() => void undo(last)} />;
  const shown = changed?.review ?? (review?.item == null ? null : { ...review, item: review.item });
  if (shown === null) {
    return (
      <EmptyState isPage drawing="done" title={t("nothing")}>
        <p>{t("nothingAbout")}</p>
        {lastDecision}
        <p>
          <Button onClick={() => void next()}>{t("lookAgain")}</Button>
        </p>
        <Link to="/projects/$projectId/review-queues/$queueId" params={{ projectId, queueId }}>
          <VisibleText text={found.name} />
        </Link>
      </EmptyState>
    );
  }
  return (
    <Item
      key={`${shown.id} ${changed !== null}`}
      queue={found}
      review={shown}
      submitted={changed?.content ?? null}
      last={lastDecision}
      drafts={drafts}
      isBusy={isBusy}
      onBusy={setIsBusy}
      onNext={decide}
      onKeep={() => {
        setLast(changed);
        setChanged(null);
      }}
    />
  );
}

/** The last decision of the reviewer, with a button that takes it back. */
function LastDecision({
  decision: { review, content },
  isBusy,
  onUndo,
}: {
  readonly decision: Decision;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}) {
  const t = useReviewText();
  useShortcuts(
    ["u"],
    (event) => {
      if (!isBusy && takesKeys(event)) onUndo();
    },
    { useKey: true, enableOnFormTags: true },
  );
  return (
    <p className={styles.last}>
      <span>
        <VisibleText text={t(content === null ? "lastSkipped" : "lastSubmitted", { name: nameOfItem(review.item) })} />
      </span>
      <Button size="small" disabled={isBusy} onClick={onUndo}>
        {t("undo")}{" "}
        {isEnabledKey("U") && (
          <kbd className={styles.key} aria-hidden>
            U
          </kbd>
        )}
      </Button>
    </p>
  );
}

function Item({
  last,
  ...form
}: Omit<RubricProps, "onGone" | "queue"> & {
  readonly queue: Queue;
  /** Shows the last decision. */
  readonly last: ReactNode;
}) {
  const { queue, review, submitted, onNext } = form;
  const t = useReviewText();
  const formats = useFormats();
  const toast = useToast();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { totalCount, doneCount, availableCount } = queue.progress;
  const record = useRef<HTMLElement>(null);
  useScrollKeys(record);
  return (
    <div className={styles.page}>
      <section ref={record} className={styles.record} aria-label={t("recordLabel")}>
        <RecordTitle item={review.item} />
        <ReviewedRecord review={review} queue={queue} onDeleted={() => void onNext(null)} />
      </section>
      <div className={styles.side}>
        <div>
          <Link to="/projects/$projectId/review-queues/$queueId" params={{ projectId, queueId: queue.id }}>
            {t("title")}
          </Link>
          <h1>
            <VisibleText text={queue.name} />
          </h1>
          <progress className={styles.progress} max={totalCount} value={doneCount} aria-label={t("progress")} />
          <p role="status" className={styles.muted}>
            {t("progressLine", {
              done: formats.number(doneCount),
              total: formats.number(totalCount),
              left: formats.number(availableCount),
            })}
          </p>
        </div>
        {last}
        {submitted !== null && (
          <p role="status" className={styles.last}>
            {t("changing")}
          </p>
        )}
        {queue.instructions !== null && (
          <section aria-label={t("instructions")}>
            <MarkdownText text={queue.instructions} />
          </section>
        )}
        <References item={review.item} />
        <Rubric
          {...form}
          onGone={() => {
            toast({ text: t("gone") });
            void onNext(null);
          }}
        />
      </div>
    </div>
  );
}

function RecordTitle({ item }: Pick<TakenReview, "item">) {
  const { step } = item;
  return (
    <div className={styles.recordTitle}>
      <h2>
        <VisibleText text={nameOfItem(item)} />
      </h2>
      {step?.thread?.name != null && (
        <p className={styles.muted}>
          <VisibleText text={step.thread.name} />
        </p>
      )}
    </div>
  );
}

function ReviewedRecord({
  review: {
    item: { threadId, stepId, step },
  },
  queue,
  onDeleted,
}: {
  readonly review: TakenReview;
  readonly queue: Queue;
  readonly onDeleted: () => void;
}) {
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const [search, setSearch] = useState<ThreadSearch>(stepId === null ? {} : { currentStepId: stepId });
  // Keeps `onDeleted` of the first render, because a new function would change the context and render all its consumers
  // again.
  const [deleted] = useState(() => onDeleted);
  const { isBlind, criteria } = queue;
  const panel = useMemo(() => {
    const names = criteria.flatMap(({ scoreSchema }) => (scoreSchema ? [scoreSchema.name] : []));
    return { onDeleted: deleted, hiddenScores: isBlind ? ("all" as const) : new Set(names) };
  }, [deleted, isBlind, criteria]);
  const onNavigate = useCallback(async (change: ThreadSearch) => setSearch((before) => ({ ...before, ...change })), []);
  const shared = { projectId, search, panel, onNavigate };
  const thread = threadId ?? step?.threadId ?? null;
  if (thread !== null) return <ThreadContent {...shared} threadId={thread} />;
  return <StepContent {...shared} stepId={stepId ?? ""} />;
}
