import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useChange, useOperation } from "../../api/use-request.ts";
import { addAlert, alertChannels } from "../../generated/alerts.ts";
import { Page } from "../../ui/page.tsx";
import { LoadingState } from "../../ui/page-state.tsx";
import { metricNames } from "../dashboards/metric-catalog.ts";
import { budgetDraft, emptyDraft, metricDraft } from "./alert-draft.ts";
import { AlertForm } from "./alert-form.tsx";
import { useAlertsText } from "./messages.ts";

const route = { from: "/projects/$projectId/alerts/new" } as const;

/** Form for a new alert, or for a budget, which is an alert on the cost. */
export function NewAlertPage() {
  const t = useAlertsText();
  const navigate = useNavigate();
  const { projectId } = useParams(route);
  const { budget, metric, query, channel } = useSearch(route);
  const known = metricNames.find((name) => name === metric);
  const initial = budget ? budgetDraft : known ? metricDraft(known, query) : emptyDraft;
  const add = useChange(addAlert);
  const { data, error } = useOperation(alertChannels, {}, { enabled: channel !== undefined });
  if (channel !== undefined && !data && !error) return <LoadingState shape="page" />;
  // Ignores the id of a deleted channel in the URL, because the service would reject the alert.
  const channelIds = (data?.channels ?? []).flatMap(({ id }) => (id === channel ? [id] : []));
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
        initial={{ ...initial, channelIds, ...(budget && { name: t("budgetName") }) }}
        action={t(budget ? "createBudget" : "create")}
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
