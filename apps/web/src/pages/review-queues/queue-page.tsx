import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange, useOperation } from "../../api/use-request.ts";
import { changeReviewQueue, removeReviewQueue, reviewQueueDetail } from "../../generated/review-queues.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { Page } from "../../ui/page.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useToast } from "../../ui/toasts.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useReviewText } from "./messages.ts";
import { draftOfQueue } from "./queue-draft.ts";
import { QueueForm } from "./queue-form.tsx";
import { QueueItems } from "./queue-items.tsx";
import { queueTabs, readQueueSearch } from "./queue-search.ts";
import { type Queue, QueueSummary } from "./queue-summary.tsx";

const route = { from: "/projects/$projectId/review-queues/$queueId" } as const;

export function QueuePage() {
  const t = useReviewText();
  const mayWrite = usePermission("write");
  const mayReview = usePermission("annotate");
  const navigate = useNavigate(route);
  const { tab = "items" } = useSearch(route);
  const { projectId, queueId } = useParams(route);
  const { data, error, refetch } = useOperation(reviewQueueDetail, { id: queueId });
  const [isRemoving, setIsRemoving] = useState(false);
  // Once opened, the settings stay mounted, so that their form keeps its edits while the user looks at the items.
  const [hasOpened, setHasOpened] = useState(false);
  if (tab === "settings" && !hasOpened) setHasOpened(true);
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const queue = data.reviewQueue;
  if (!queue) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/review-queues" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  const panels = { items: <QueueItems queue={queue} />, settings: <Settings queue={queue} /> };
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
            <MoreMenu>
              <MenuItem isDanger onSelect={() => setIsRemoving(true)}>
                {t("remove")}
              </MenuItem>
            </MoreMenu>
          )}
        </>
      }
    >
      <div className={styles.main}>
        <QueueSummary queue={queue} />
        {mayWrite ? (
          <Tabs
            value={tab}
            onChange={(next) =>
              void navigate({ search: (old) => readQueueSearch({ ...old, tab: next }), replace: true })
            }
            tabs={queueTabs.map((name) => {
              const isKept = name === "settings" && hasOpened;
              return {
                name,
                label: t(name === "items" ? "total" : name),
                content: (tab === name || isKept) && <div className={styles.panel}>{panels[name]}</div>,
                isKept,
              };
            })}
          />
        ) : (
          panels.items
        )}
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
