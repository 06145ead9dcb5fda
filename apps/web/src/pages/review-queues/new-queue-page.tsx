import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useChange } from "../../api/use-request.ts";
import { addReviewQueue } from "../../generated/review-queues.ts";
import { Page } from "../../ui/page.tsx";
import { useReviewText } from "./messages.ts";
import { emptyQueue } from "./queue-draft.ts";
import { QueueForm } from "./queue-form.tsx";

export function NewQueuePage() {
  const t = useReviewText();
  const navigate = useNavigate();
  const { projectId } = useParams({ from: "/projects/$projectId/review-queues/new" });
  const add = useChange(addReviewQueue);
  return (
    <Page
      title={t("add")}
      back={
        <Link to="/projects/$projectId/review-queues" params={{ projectId }}>
          {t("title")}
        </Link>
      }
    >
      <QueueForm
        initial={emptyQueue}
        action={t("create")}
        isBusy={add.isPending}
        error={add.error}
        onSubmit={(queue) =>
          add.mutate(
            { queue },
            {
              onSuccess: ({ createReviewQueue: { id } }) =>
                void navigate({
                  to: "/projects/$projectId/review-queues/$queueId",
                  params: { projectId, queueId: id },
                }),
            },
          )
        }
      />
    </Page>
  );
}
