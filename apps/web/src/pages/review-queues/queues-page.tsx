import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { reviewQueueList, type ReviewQueueListQuery } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useReviewText } from "./messages.ts";
import reviewStyles from "./review.module.css";

const route = { from: "/projects/$projectId/review-queues" } as const;

export function QueuesPage() {
  const t = useReviewText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams(route);
  const { data, error, refetch } = useOperation(reviewQueueList, {});
  const add = mayWrite && (
    <Link
      className={buttonClass({ look: "primary" })}
      to="/projects/$projectId/review-queues/new"
      params={{ projectId }}
    >
      <Plus size={16} aria-hidden />
      {t("add")}
    </Link>
  );
  return (
    <Page
      title={t("title")}
      note={data && formats.number(data.reviewQueues.length)}
      actions={data && data.reviewQueues.length > 0 && add}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState shape="rows" />}
      {data?.reviewQueues.length === 0 && (
        <EmptyState title={t("empty")}>
          <p>{t("about")}</p>
          {add && <p>{add}</p>}
        </EmptyState>
      )}
      {data && data.reviewQueues.length > 0 && (
        <>
          <p className={styles.muted}>{t("about")}</p>
          <QueueTable queues={data.reviewQueues} />
        </>
      )}
    </Page>
  );
}

function QueueTable({ queues }: { readonly queues: ReviewQueueListQuery["reviewQueues"] }) {
  const t = useReviewText();
  const formats = useFormats();
  const mayReview = usePermission("annotate");
  const { projectId } = useParams(route);
  const columns = [
    { key: "name", label: t("name") },
    { key: "target", label: t("target") },
    { key: "source", label: t("source") },
    { key: "done", label: t("done"), isNumber: true },
    { key: "flagged", label: t("flagged"), isNumber: true },
    { key: "forYou", label: t("forYou"), isNumber: true },
    { key: "reviewers", label: t("reviewers") },
    { key: "created", label: t("created") },
    { key: "start", label: t("start") },
  ];
  return (
    <Table label={t("title")} columns={columns} isStacked>
      {queues.map(({ id, name, target, source, isBlind, reviewers, createdAt, progress }) => (
        <tr key={id}>
          <td data-label={t("name")}>
            <Link data-row="open" to="/projects/$projectId/review-queues/$queueId" params={{ projectId, queueId: id }}>
              <VisibleText text={name} />
            </Link>{" "}
            {isBlind && <Badge>{t("blind")}</Badge>}
          </td>
          <td data-label={t("target")}>{t(target)}</td>
          <td data-label={t("source")}>{t(source)}</td>
          <td data-number data-label={t("done")}>
            <span className={reviewStyles.done}>
              {formats.number(progress.doneCount)} / {formats.number(progress.totalCount)}
              <progress
                className={reviewStyles.progress}
                aria-hidden
                max={Math.max(progress.totalCount, 1)}
                value={progress.doneCount}
              />
            </span>
          </td>
          <td data-number data-label={t("flagged")}>
            {formats.number(progress.flaggedCount)}
          </td>
          <td data-number data-label={t("forYou")}>
            {formats.number(progress.availableCount)}
          </td>
          <td data-label={t("reviewers")}>
            <VisibleText text={reviewers.map(({ name: reviewer }) => reviewer).join(", ") || t("everyone")} />
          </td>
          <td data-time data-label={t("created")} title={formats.dateTime(createdAt)}>
            {formats.relativeTime(createdAt)}
          </td>
          <td>
            {mayReview && (
              <Link
                className={buttonClass({ size: "small" })}
                aria-label={`${t("start")}: ${visibleString(name)}`}
                to="/projects/$projectId/review-queues/$queueId/review"
                params={{ projectId, queueId: id }}
              >
                {t("start")}
              </Link>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
