import { useId } from "react";
import { useOperation } from "../../api/use-request.ts";
import { matchingSteps, matchingThreads } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout } from "../../ui/table.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useReviewText } from "./messages.ts";
import { conditionsOfQueue, type QueueDraft } from "./queue-draft.ts";
import own from "./review.module.css";

const settleMs = 400;

function shownOf(draft: QueueDraft) {
  const { target, source } = draft;
  const { filters, query } = conditionsOfQueue(draft);
  const notOwn = { field: "environment", operator: "neq", value: "experiment" } as const;
  return { target, source, query, filters: source === "MANUAL" ? filters : [...(filters ?? []), notOwn] };
}

/** Newest records that match the conditions of the draft, as a preview of the queue's content. */
export function MatchingRecords({ draft }: { readonly draft: QueueDraft }) {
  const t = useReviewText();
  const formats = useFormats();
  const heading = useId();
  // Debounced as text, because each render creates a new object.
  const settled = useDebounced(JSON.stringify(shownOf(draft)), settleMs);
  const { target, source, ...conditions } = JSON.parse(settled) as ReturnType<typeof shownOf>;
  const isThread = target === "THREAD";
  const threads = useOperation(matchingThreads, conditions, { enabled: isThread });
  const steps = useOperation(matchingSteps, conditions, { enabled: !isThread });
  const { error, refetch } = isThread ? threads : steps;
  const page = isThread ? threads.data?.threads : steps.data?.steps;
  const records = isThread
    ? threads.data?.threads.edges.map(({ node: { id, name, createdAt, inputPreview } }) => {
        return { id, name: name || id, text: inputPreview, createdAt };
      })
    : steps.data?.steps.edges.map(({ node: { id, name, type, createdAt, inputPreview, outputPreview } }) => {
        return { id, name: name || type || id, text: inputPreview ?? outputPreview, createdAt };
      });
  return (
    <section className={styles.test} aria-labelledby={heading}>
      <h2 id={heading}>{t(source === "MANUAL" ? `recent_${target}` : "matching")}</h2>
      <p className={styles.muted}>
        {page && source !== "MANUAL" && (
          <>
            <strong role="status">
              {t("matchCount", { count: page.totalCount, number: formats.number(page.totalCount) })}
            </strong>{" "}
          </>
        )}
        {t(`preview_${source}`)}
      </p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !records && <LoadingState shape="rows" />}
      {records && records.length > 0 && (
        <ul className={own.matching}>
          {records.map(({ id, name, text, createdAt }) => (
            <li key={id}>
              <span>
                <VisibleText text={name} />
              </span>
              <span className={own.muted}>{formats.relativeTime(createdAt)}</span>
              <RowAbout text={text} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
