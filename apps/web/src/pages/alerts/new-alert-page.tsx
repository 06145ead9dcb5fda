import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useChange } from "../../api/use-request.ts";
import { addAlert } from "../../generated/alerts.ts";
import { Page } from "../../ui/page.tsx";
import { budgetDraft, emptyDraft, metricDraft } from "./alert-draft.ts";
import { AlertForm } from "./alert-form.tsx";
import { useAlertsText } from "./messages.ts";

const route = { from: "/projects/$projectId/alerts/new" } as const;

/** Editor of a new alert, or of a budget, which is an alert on the cost. */
export function NewAlertPage() {
  const t = useAlertsText();
  const navigate = useNavigate();
  const { projectId } = useParams(route);
  const { budget, metric, query, channel } = useSearch(route);
  const initial = budget ? budgetDraft : metric ? metricDraft(metric, query) : emptyDraft;
  const add = useChange(addAlert);
  return (
    <Page
      title={budget ? t("addBudget") : t("add")}
      back={
        <Link to="/projects/$projectId/alerts" params={{ projectId }}>
          {t("title")}
        </Link>
      }
    >
      <AlertForm
        initial={channel === undefined ? initial : { ...initial, channelIds: [channel] }}
        action={t("create")}
        isBusy={add.isPending}
        error={add.error}
        onSubmit={(alert) =>
          add.mutate(
            { alert },
            {
              onSuccess: ({ createAlert: { id } }) =>
                void navigate({ to: "/projects/$projectId/alerts/$alertId", params: { projectId, alertId: id } }),
            },
          )
        }
      />
    </Page>
  );
}
