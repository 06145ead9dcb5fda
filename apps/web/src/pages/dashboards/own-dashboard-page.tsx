import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Check, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { dashboardDetail } from "../../generated/dashboards.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { MissingRecord } from "../../ui/missing-record.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Page } from "../../ui/page.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { DashboardControls } from "../dashboard/dashboard-controls.tsx";
import dashboardStyles from "../dashboard/dashboard.module.css";
import { leftOutEnvironments, useEnvironments } from "../dashboard/use-environments.ts";
import { MarkList } from "../dashboard/mark-list.tsx";
import { MarksContext, useMarks } from "../dashboard/use-marks.ts";
import { usePeriod } from "../dashboard/use-period.ts";
import styles from "./dashboards.module.css";
import { useDashboardsText } from "./messages.ts";
import { useSaveDashboard } from "./use-save-dashboard.ts";
import { addChartHash, maxWidgets, type StoredDashboard } from "./widget.ts";
import { type SharedFilter, WidgetCard } from "./widget-card.tsx";
import { WidgetGrid } from "./widget-grid.tsx";

const DashboardMenu = onDemand(
  async () => (await import("./dashboard-menu.tsx")).DashboardMenu,
  <span className={styles.menuPlace} />,
);
const DashboardEditor = onDemand(async () => (await import("./dashboard-editor.tsx")).DashboardEditor);

const route = "/projects/$projectId/dashboard/$dashboardId";

export function OwnDashboardPage() {
  const t = useDashboardsText();
  const { projectId, dashboardId } = useParams({ from: route });
  const { data, error, refetch } = useOperation(dashboardDetail, { id: dashboardId });
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  if (!data.dashboard) {
    return (
      <MissingRecord title={t("missing")}>
        <Link to="/projects/$projectId/dashboard/list" params={{ projectId }}>
          {t("title")}
        </Link>
      </MissingRecord>
    );
  }
  return <Dashboard dashboard={data.dashboard} />;
}

function Dashboard({ dashboard }: { readonly dashboard: StoredDashboard }) {
  const t = useDashboardsText();
  const mayWrite = usePermission("write");
  const { projectId } = useParams({ from: route });
  const search = useSearch({ from: route });
  const navigate = useNavigate({ from: route });
  const period = usePeriod(search, (changed) => void navigate({ search: (old) => ({ ...old, ...changed }) }));
  const environments = useEnvironments();
  const marks = useMarks(period.period, search);
  const [isEditing, setIsEditing] = useState(() => mayWrite && location.hash === `#${addChartHash}`);
  const [isAdding, setIsAdding] = useState(false);
  const { error, save } = useSaveDashboard(dashboard);
  const { environment, tags } = search;
  const { widgets } = dashboard;
  const exceptEnvironments = leftOutEnvironments(search);
  const shared: SharedFilter = {
    projectId,
    period: period.period,
    filter: {
      environment,
      exceptEnvironment: environments.find((name) => exceptEnvironments.includes(name)),
      tags,
    },
    exceptEnvironments,
    onZoom: period.zoom,
  };
  const add = (): void => {
    setIsEditing(true);
    setIsAdding(true);
  };
  return (
    <Page
      title={dashboard.name}
      back={
        <Link to="/projects/$projectId/dashboard/list" params={{ projectId }}>
          {t("title")}
        </Link>
      }
      actions={
        <div className={dashboardStyles.controls}>
          <DashboardControls search={search} environments={environments} period={period} />
          {mayWrite && isEditing && widgets.length < maxWidgets && (
            <Button onClick={add}>
              <Plus size={14} aria-hidden />
              {t("addWidget")}
            </Button>
          )}
          {mayWrite && (
            <Button look={isEditing ? "primary" : "normal"} onClick={() => setIsEditing(!isEditing)}>
              {isEditing ? <Check size={14} aria-hidden /> : <Pencil size={14} aria-hidden />}
              {t(isEditing ? "done" : "edit")}
            </Button>
          )}
          {mayWrite && <DashboardMenu dashboard={dashboard} />}
        </div>
      }
    >
      {dashboard.description && (
        <p className={dashboardStyles.hint}>
          <VisibleText text={dashboard.description} />
        </p>
      )}
      <DialogError error={error} />
      {widgets.length === 0 && (
        <EmptyState drawing="chart" title={t("noWidgets")}>
          {mayWrite && (
            <Button look="primary" onClick={add}>
              <Plus size={16} aria-hidden />
              {t("addWidget")}
            </Button>
          )}
        </EmptyState>
      )}
      {isEditing ? (
        <DashboardEditor
          widgets={widgets}
          shared={shared}
          isAdding={isAdding}
          onAdd={add}
          onAdded={() => setIsAdding(false)}
          onChange={(change) => save((newest) => ({ widgets: change(newest.widgets) })).widgets}
        />
      ) : (
        <MarksContext value={marks}>
          <MarkList />
          <WidgetGrid widgets={widgets}>{({ widget }) => <WidgetCard widget={widget} shared={shared} />}</WidgetGrid>
        </MarksContext>
      )}
    </Page>
  );
}
