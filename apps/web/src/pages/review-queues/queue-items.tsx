import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import {
  completeItem,
  reopenItem,
  reviewItemPage,
  type ReviewItemPageQuery,
  type ReviewQueueFieldsFragment,
} from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { SelectField } from "../../ui/field.tsx";
import { StaleFrame } from "../../ui/list-frame.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { recordTarget } from "../logs/record-target.ts";
import { scoreText } from "../score-schemas/score-text.ts";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { JudgeButtons } from "./judge-buttons.tsx";
import { useReviewText } from "./messages.ts";
import { itemStates, type QueueSearch, readQueueSearch } from "./queue-search.ts";

const DatasetDialog = onDemand(async () => (await import("./dataset-dialog.tsx")).DatasetDialog);

type Item = NonNullable<ReviewItemPageQuery["reviewQueue"]>["items"][number];

const route = { from: "/projects/$projectId/review-queues/$queueId" } as const;
const pageSize = 20;

export function QueueItems({ queue }: { readonly queue: ReviewQueueFieldsFragment }) {
  const { id } = queue;
  const t = useReviewText();
  const { state = null, search = "" } = useSearch(route);
  const navigate = useNavigate(route);
  const [skip, setSkip] = useState(0);
  const settled = useDebounced(search.trim());
  const { data, error, refetch, isPlaceholderData } = useOperation(
    reviewItemPage,
    { id, state, search: settled, skip },
    { keepsPrevious: true },
  );
  const change = (part: Readonly<Partial<Record<keyof QueueSearch, string | undefined>>>): void => {
    void navigate({ search: (old) => readQueueSearch({ ...old, ...part }), replace: true });
    setSkip(0);
  };
  const isFiltered = state !== null || settled !== "";
  const items = data?.reviewQueue?.items;
  // Omits columns that are empty for all shown items. For example, a new queue has no reviews yet.
  const shown = {
    scores: (items ?? []).some((item) => otherScores(item, queue).length > 0),
    reviews: queue.reviewsPerItem > 1 || (items ?? []).some(isReviewed),
    end: (items ?? []).some(({ endedAt }) => endedAt !== null),
  };
  const columns = [
    { key: "record", label: t("record") },
    ...(shown.scores ? [{ key: "scores", label: t("scores") }] : []),
    { key: "state", label: t("state") },
    ...(shown.reviews ? [{ key: "reviews", label: t("reviews") }] : []),
    { key: "created", label: t("itemAdded") },
    ...(shown.end ? [{ key: "ended", label: t("itemEnded") }] : []),
    { key: "actions", label: t("actionsOf") },
  ];
  return (
    <section className={styles.main}>
      <div className={styles.actions}>
        <SearchField label={t("searchItems")} value={search} onChange={(text) => change({ search: text })} />
        <SelectField
          label={t("state")}
          hideLabel
          options={[{ value: "", label: t("all") }, ...itemStates.map((value) => ({ value, label: t(value) }))]}
          value={state ?? ""}
          onChange={(value) => change({ state: itemStates.find((each) => each === value) })}
        />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState shape="rows" />}
      {items?.length === 0 && (
        <p className={styles.muted}>{isFiltered || skip > 0 ? t("noItemsFound") : t("noItems")}</p>
      )}
      {items && items.length > 0 && (
        <StaleFrame isStale={isPlaceholderData || search.trim() !== settled}>
          <Table label={t("items")} columns={columns} isStacked>
            {items.map((item) => (
              <ItemRow key={item.id} item={item} queue={queue} shown={shown} />
            ))}
          </Table>
        </StaleFrame>
      )}
      {(skip > 0 || items?.length === pageSize) && (
        <div className={styles.actions}>
          <Button size="small" disabled={skip === 0} onClick={() => setSkip(skip - pageSize)}>
            {t("previous")}
          </Button>
          <Button size="small" disabled={items?.length !== pageSize} onClick={() => setSkip(skip + pageSize)}>
            {t("next")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Returns scores by programs and models, to compare with the reviews. Only scores of the rubric are returned. */
function judgeScores({ thread, step }: Item, criteria: ReviewQueueFieldsFragment["criteria"]) {
  const names = new Set(criteria.map(({ scoreSchema }) => scoreSchema?.name));
  return ((thread ?? step)?.scores ?? []).filter(({ name, type }) => type !== "HUMAN" && names.has(name));
}

/**
 * Returns the scores that are not in the rubric, such as those of users. In a blind queue, they stay hidden until the
 * item is done.
 */
function otherScores({ state, thread, step }: Item, { criteria, isBlind }: ReviewQueueFieldsFragment) {
  if (isBlind && state !== "DONE") return [];
  const names = new Set(criteria.map(({ scoreSchema }) => scoreSchema?.name));
  return ((thread ?? step)?.scores ?? []).filter(({ name }) => !names.has(name));
}

function isReviewed({ state, reviews }: Item): boolean {
  return state === "DONE" || reviews.some((review) => review.state === "DONE");
}

function ItemRow({
  item,
  queue,
  shown,
}: {
  readonly item: Item;
  readonly queue: ReviewQueueFieldsFragment;
  /**
   * Whether each of these columns is shown: other scores, reviews, and the time at which an item was done, skipped or
   * flagged (`end`). Columns that are empty for all items are omitted.
   */
  readonly shown: { readonly scores: boolean; readonly reviews: boolean; readonly end: boolean };
}) {
  const { criteria, isBlind, target, reviewsPerItem } = queue;
  const t = useReviewText();
  const formats = useFormats();
  const { projectId } = useParams(route);
  const mayWrite = usePermission("write");
  const reopen = useChange(reopenItem);
  const complete = useChange(completeItem);
  const [isCompleting, setIsCompleting] = useState(false);
  const [corrected, setCorrected] = useState<string | null>(null);
  const { id, state, threadId, stepId, thread, step, flagReason, flaggedBy, assignee, reviews, createdAt, endedAt } =
    item;
  const inputPreview = (thread ?? step)?.inputPreview ?? null;
  const outputPreview = (thread ?? step)?.outputPreview ?? null;
  const name = thread?.name ?? step?.name ?? threadId ?? stepId ?? id;
  // In a blind queue, an open item links only to the review page, which shows no scores.
  const isLinked = !isBlind || state === "DONE";
  const link = isLinked ? recordTarget({ threadId, rootId: stepId, stepId, experimentItem: null }, projectId) : null;
  const done = reviews.filter((review) => review.state === "DONE");
  // Scores of judges are hidden from reviewers until the item is done. If the queue is not blind, a reviewer also sees
  // these scores after submitting a review of the item.
  const isSubmitted = state === "DONE" || (!isBlind && done.some(({ isOwn }) => isOwn));
  const judged = isSubmitted ? judgeScores(item, criteria) : [];
  const isOpen = state === "WAITING" || state === "IN_REVIEW";
  const canReopen = state === "SKIPPED" || state === "FLAGGED" || assignee !== null;
  return (
    <tr>
      <td data-label={t("record")}>
        {link === null ? (
          <VisibleText text={name} />
        ) : (
          <Link data-row="open" {...link}>
            <VisibleText text={name} />
          </Link>
        )}
        <RowAbout isOneLine text={inputPreview && t("inputLine", { input: inputPreview })} />
        <RowAbout isOneLine text={outputPreview && t("outputLine", { output: outputPreview })} />
        <RowAbout text={step?.thread?.name ? t("threadLine", { name: step.thread.name }) : null} />
        <RowAbout text={flagReason && t("flaggedBy", { reason: flagReason, name: flaggedBy ?? t("noLogin") })} />
        <RowAbout text={assignee && t("handedTo", { name: assignee.name })} />
      </td>
      {shown.scores && (
        <td data-label={t("scores")}>
          {otherScores(item, queue).map((score) => (
            <div key={score.id}>
              <VisibleText text={score.name} />{" "}
              <ScoreValueBadge name={score.name} value={score.value}>
                {scoreText(score, formats)}
              </ScoreValueBadge>
              <RowAbout text={score.comment} />
            </div>
          ))}
        </td>
      )}
      <td data-short data-label={t("state")}>
        <Badge tone={state === "DONE" ? "success" : state === "FLAGGED" ? "warning" : "neutral"}>{t(state)}</Badge>
      </td>
      {shown.reviews && (
        <td data-short data-label={t("reviews")}>
          {reviewsPerItem > 1 && `${formats.number(done.length)} / ${formats.number(reviewsPerItem)}`}
          {done.map(({ id: reviewId, reviewer, scores, comment, correction }) => (
            <div key={reviewId}>
              <VisibleText
                text={`${reviewer.name ?? t("noLogin")}: ${scores
                  .map((score) => `${score.name} ${score.label ?? formats.number(score.value)}`)
                  .join(", ")}`}
              />
              <RowAbout text={comment} />
              {correction !== null && mayWrite && (
                <Button size="small" onClick={() => setCorrected(reviewId)}>
                  {t("toDataset")}
                </Button>
              )}
              {mayWrite && (
                <JudgeButtons reviewId={reviewId} target={target} scoreNames={scores.map((score) => score.name)} />
              )}
            </div>
          ))}
          {judged.map((score) => (
            <div key={score.id}>
              <VisibleText
                text={`${score.scorer ?? t(score.type === "AI" ? "AI" : "CODE")}: ${score.name} ${score.label ?? formats.number(score.value)}`}
              />
            </div>
          ))}
          {corrected !== null && <DatasetDialog reviewId={corrected} onClose={() => setCorrected(null)} />}
        </td>
      )}
      <td data-time data-label={t("itemAdded")} title={formats.dateTime(createdAt)}>
        {formats.relativeTime(createdAt)}
      </td>
      {shown.end && (
        <td data-time data-label={t("itemEnded")} title={formats.dateTime(endedAt)}>
          {formats.relativeTime(endedAt)}
        </td>
      )}
      <td data-actions>
        {mayWrite && state !== "DONE" && (
          <Menu
            trigger={
              <IconButton size="small" label={`${t("actionsOf")}: ${visibleString(name)}`}>
                <Ellipsis size={15} />
              </IconButton>
            }
          >
            {canReopen && <MenuItem onSelect={() => reopen.mutate({ id })}>{t("reopen")}</MenuItem>}
            <MenuItem onSelect={() => (isOpen ? setIsCompleting(true) : complete.mutate({ id }))}>
              {t("complete")}
            </MenuItem>
          </Menu>
        )}
        <DialogError error={reopen.error ?? (isCompleting ? null : complete.error)} />
        <ConfirmDialog
          title={t("completeTitle")}
          action={t("complete")}
          isOpen={isCompleting}
          isBusy={complete.isPending}
          error={complete.error}
          onClose={() => setIsCompleting(false)}
          onConfirm={() => complete.mutate({ id }, { onSuccess: () => setIsCompleting(false) })}
        >
          <p>{t("completeAbout")}</p>
        </ConfirmDialog>
      </td>
    </tr>
  );
}
