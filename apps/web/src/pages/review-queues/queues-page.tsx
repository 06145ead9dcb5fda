import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { usePermission } from "../../api/use-permission.ts";
import { useProjectId } from "../../api/project-id.ts";
import { callsAtOnce, requestEach } from "../../api/request-each.ts";
import { useParts } from "../../api/use-each.ts";
import { useOperation } from "../../api/use-request.ts";
import {
  reviewQueueAgreement,
  type ReviewQueueAgreementQuery,
  reviewQueueList,
  type ReviewQueueListQuery,
} from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordList } from "../../ui/record-list.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useReviewText } from "./messages.ts";
import { QueueProgressBar } from "./queue-progress-bar.tsx";

const route = { from: "/projects/$projectId/review-queues" } as const;

/** Time for which the agreement is reused, in milliseconds. Computing it reads all reviews of the queues. */
const freshMs = 10 * 60_000;

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
      <RecordList
        records={data?.reviewQueues}
        error={error}
        onRetry={() => void refetch()}
        empty={t("empty")}
        about={t("about")}
        first={add && <p>{add}</p>}
      >
        {(queues) => <QueueTable queues={queues} />}
      </RecordList>
    </Page>
  );
}

function QueueTable({ queues }: { readonly queues: ReviewQueueListQuery["reviewQueues"] }) {
  const t = useReviewText();
  const formats = useFormats();
  const mayReview = usePermission("annotate");
  const { projectId } = useParams(route);
  const agreements = useAgreements(queues);
  const columns = [
    { key: "name", label: t("name") },
    { key: "done", label: t("done") },
    { key: "flagged", label: t("flagged"), isNumber: true },
    { key: "forYou", label: t("forYou"), isNumber: true },
    ...(agreements.size > 0 ? [{ key: "agreement", label: t("agreement"), isNumber: true }] : []),
    { key: "last", label: t("lastReview") },
    { key: "reviewers", label: t("reviewers") },
    { key: "created", label: t("created") },
    { key: "start", label: t("start") },
  ];
  return (
    <Table label={t("title")} columns={columns} isStacked>
      {queues.map(({ id, name, target, source, isBlind, reviewers, createdAt, progress }) => {
        const lastReview =
          progress.reviewers
            .map(({ lastReviewAt }) => lastReviewAt)
            .toSorted()
            .at(-1) ?? null;
        return (
          <tr key={id}>
            <td data-label={t("name")}>
              <Link
                data-row="open"
                to="/projects/$projectId/review-queues/$queueId"
                params={{ projectId, queueId: id }}
              >
                <VisibleText text={name} />
              </Link>
              <RowAbout text={[t(target), t(source), ...(isBlind ? [t("blind")] : [])].join(" · ")} />
            </td>
            <td data-short data-wide data-label={t("done")}>
              <QueueProgressBar counts={progress} />
            </td>
            <td data-number data-label={t("flagged")}>
              {formats.number(progress.flaggedCount)}
            </td>
            <td data-number data-label={t("forYou")}>
              {formats.number(progress.availableCount)}
            </td>
            {agreements.size > 0 && (
              <td data-number data-label={t("agreement")}>
                <AgreementShare agreement={agreements.get(id)} />
              </td>
            )}
            <td data-time data-label={t("lastReview")} title={formats.dateTime(lastReview)}>
              {formats.relativeTime(lastReview)}
            </td>
            <td data-short data-label={t("reviewers")}>
              <VisibleText text={reviewers.map(({ name: reviewer }) => reviewer).join(", ") || t("everyone")} />
            </td>
            <td data-time data-label={t("created")} title={formats.dateTime(createdAt)}>
              {formats.relativeTime(createdAt)}
            </td>
            <td data-actions>
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
        );
      })}
    </Table>
  );
}

type Agreement = NonNullable<ReviewQueueAgreementQuery["reviewQueue"]>["agreement"];

function useAgreements(queues: ReviewQueueListQuery["reviewQueues"]): ReadonlyMap<string, Agreement | undefined> {
  const several = queues.filter(({ reviewsPerItem }) => reviewsPerItem > 1);
  const projectId = useProjectId();
  const { data } = useParts(
    several.map(({ id }) => ({ id })),
    {
      size: callsAtOnce,
      // The key does not start with the project id, so that changes in the project do not reload the agreement.
      key: ["agreement", projectId],
      staleTime: freshMs,
      read: (part, { signal }) => requestEach({ projectId, operation: reviewQueueAgreement, calls: part, signal }),
    },
  );
  return new Map(several.map(({ id }, index) => [id, data[index]?.reviewQueue?.agreement]));
}

/**
 * Probability that two reviews of an item give the same score, in percent. It is the average over all scores of the
 * rubric, weighted by the number of items with at least two reviews.
 */
function AgreementShare({ agreement = [] }: { readonly agreement: Agreement | undefined }) {
  const formats = useFormats();
  const compared = agreement.flatMap(({ itemCount, agreement: share }) => (share === null ? [] : { itemCount, share }));
  const count = compared.reduce((sum, { itemCount }) => sum + itemCount, 0);
  if (count === 0) return "–";
  const equal = compared.reduce((sum, { itemCount, share }) => sum + itemCount * share, 0);
  const each = agreement.map(({ name, agreement: share }) => `${name}: ${formats.percent(share)}`).join(", ");
  return <span title={visibleString(each)}>{formats.percent(equal / count)}</span>;
}
