import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import {
  changeReviewQueue,
  removeReviewQueue,
  reviewQueueDetail,
  type ReviewQueueDetailQuery,
} from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useUiText } from "../../ui/messages.ts";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useReviewText } from "./messages.ts";
import { draftOfQueue } from "./queue-draft.ts";
import { QueueForm } from "./queue-form.tsx";
import { QueueItems } from "./queue-items.tsx";

type Queue = NonNullable<ReviewQueueDetailQuery["reviewQueue"]>;

const route = { from: "/projects/$projectId/review-queues/$queueId" } as const;

/** Progress, agreement, items and settings of a review queue. */
export function QueuePage() {
  const t = useReviewText();
  const ui = useUiText();
  const mayWrite = usePermission("write");
  const mayReview = usePermission("annotate");
  const navigate = useNavigate();
  const { projectId, queueId } = useParams(route);
  const { data, error, refetch } = useOperation(reviewQueueDetail, { id: queueId });
  const [isRemoving, setIsRemoving] = useState(false);
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const queue = data.reviewQueue;
  if (!queue) return <EmptyState isPage title={t("missing")} />;
  return (
    <Page
      title={queue.name}
      note={queue.isBlind && <Badge>{t("blind")}</Badge>}
      back={
        <Link to="/projects/$projectId/review-queues" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        <>
          {mayReview && (
            <Link
              className={buttonClass({ look: "primary" })}
              to="/projects/$projectId/review-queues/$queueId/review"
              params={{ projectId, queueId }}
            >
              {t("start")}
            </Link>
          )}
          {mayWrite && (
            <Menu
              trigger={
                <IconButton label={ui("more")} look="normal">
                  <Ellipsis size={16} />
                </IconButton>
              }
            >
              <MenuItem isDanger onSelect={() => setIsRemoving(true)}>
                {t("remove")}
              </MenuItem>
            </Menu>
          )}
        </>
      }
    >
      <div className={styles.main}>
        <Progress queue={queue} />
        <Agreement queue={queue} />
        <QueueItems queue={queue} />
        {mayWrite && <Settings queue={queue} />}
      </div>
      <RemoveDialog
        id={isRemoving ? queue.id : null}
        operation={removeReviewQueue}
        title={t("removeTitle", { name: queue.name })}
        action={t("remove")}
        isLeaving
        onClose={() => setIsRemoving(false)}
        onRemoved={() => void navigate({ to: "/projects/$projectId/review-queues", params: { projectId } })}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}

function Progress({ queue: { progress, reviewers } }: { readonly queue: Queue }) {
  const t = useReviewText();
  const formats = useFormats();
  const columns = [
    { key: "reviewer", label: t("reviewer") },
    { key: "reviews", label: t("reviews"), isNumber: true },
    { key: "skipped", label: t("skipped"), isNumber: true },
  ];
  return (
    <section aria-label={t("progress")} className={styles.main}>
      <Facts
        facts={[
          { label: t("total"), value: formats.number(progress.totalCount) },
          { label: t("waiting"), value: formats.number(progress.waitingCount) },
          { label: t("inReview"), value: formats.number(progress.inReviewCount) },
          { label: t("done"), value: formats.number(progress.doneCount) },
          { label: t("skipped"), value: formats.number(progress.skippedCount) },
          { label: t("flagged"), value: formats.number(progress.flaggedCount) },
          { label: t("forYou"), value: formats.number(progress.availableCount) },
          {
            label: t("reviewers"),
            value: reviewers.length === 0 ? t("everyone") : reviewers.map(({ name }) => name).join(", "),
          },
        ]}
      />
      {progress.reviewers.length > 0 && (
        <Table label={t("reviewers")} columns={columns}>
          {progress.reviewers.map(({ reviewer, doneCount, skippedCount }, index) => (
            <tr key={reviewer.id ?? index}>
              <td>
                <VisibleText text={reviewer.name ?? t("noLogin")} />
              </td>
              <td data-number>{formats.number(doneCount)}</td>
              <td data-number>{formats.number(skippedCount)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function Agreement({ queue: { agreement, reviewsPerItem } }: { readonly queue: Queue }) {
  const t = useReviewText();
  const formats = useFormats();
  if (reviewsPerItem === 1 && agreement.every(({ itemCount }) => itemCount === 0)) return null;
  const coefficient = (value: number | null): string => (value === null ? "–" : formats.number(value));
  const columns = [
    { key: "name", label: t("score") },
    { key: "items", label: t("pairs"), isNumber: true },
    { key: "equal", label: t("equal"), isNumber: true },
    { key: "kappa", label: t("kappa"), isNumber: true },
    { key: "alpha", label: t("alpha"), isNumber: true },
  ];
  return (
    <section className={styles.part}>
      <h2>{t("agreement")}</h2>
      {agreement.every(({ itemCount }) => itemCount === 0) ? (
        <p className={styles.muted}>{t("noAgreement")}</p>
      ) : (
        <>
          <Table label={t("agreement")} columns={columns}>
            {agreement.map(({ name, itemCount, agreement: equal, kappa, alpha }) => (
              <tr key={name}>
                <td>
                  <VisibleText text={name} />
                </td>
                <td data-number>{formats.number(itemCount)}</td>
                <td data-number>{equal === null ? "–" : formats.percent(equal)}</td>
                <td data-number>{coefficient(kappa)}</td>
                <td data-number>{coefficient(alpha)}</td>
              </tr>
            ))}
          </Table>
          <p className={styles.muted}>{t("agreementAbout")}</p>
        </>
      )}
    </section>
  );
}

function Settings({ queue }: { readonly queue: Queue }) {
  const t = useReviewText();
  const toast = useToast();
  const change = useChange(changeReviewQueue);
  return (
    <QueueForm
      key={JSON.stringify(draftOfQueue(queue))}
      initial={draftOfQueue(queue)}
      action={t("save")}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(input) =>
        change.mutate({ id: queue.id, queue: input }, { onSuccess: () => toast({ text: t("saved") }) })
      }
    />
  );
}
