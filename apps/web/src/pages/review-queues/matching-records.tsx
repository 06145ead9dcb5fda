import { useId } from "react";
import { useOperation } from "../../api/use-request.ts";
import { matchingSteps, type MatchingStepsQueryVariables, matchingThreads } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { RowAbout } from "../../ui/table.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { MatchingTypes } from "./matching-types.tsx";
import { useReviewText } from "./messages.ts";
import own from "./review.module.css";

const settleMs = 400;

export interface Selection {
  readonly resource: "steps" | "threads";
  readonly conditions: MatchingStepsQueryVariables;
}

/** Newest records that match the conditions, as a preview of what a queue or rule selects. */
export function MatchingRecords({
  resource: drafted,
  conditions: draftedConditions,
  title,
  about,
  hasCount,
  onType,
}: Selection & {
  readonly title: string;
  readonly about: string;
  /** Whether the number of matching records is shown. */
  readonly hasCount: boolean;
  /**
   * Restricts the selection to steps of one type; null removes the restriction. With it, the number of matching steps
   * of each type is shown.
   */
  readonly onType?: ((type: string | null) => void) | undefined;
}) {
  const t = useReviewText();
  const formats = useFormats();
  const heading = useId();
  // The selection is debounced as text. As an object, it would count as changed in each render.
  const settled = useDebounced(
    JSON.stringify({ resource: drafted, conditions: draftedConditions } satisfies Selection),
    settleMs,
  );
  const { resource, conditions } = JSON.parse(settled) as Selection;
  const isThread = resource === "threads";
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
      <h2 id={heading}>{title}</h2>
      <p className={styles.muted}>
        {page && hasCount && (
          <>
            <strong role="status">
              {t("matchCount", { count: page.totalCount, number: formats.number(page.totalCount) })}
            </strong>{" "}
          </>
        )}
        {about}
      </p>
      {!isThread && onType && <MatchingTypes conditions={conditions} drafted={draftedConditions} onType={onType} />}
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
