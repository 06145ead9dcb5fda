import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Copy, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { dashboardList } from "../../generated/dashboards.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Page } from "../../ui/page.tsx";
import { RowAbout, Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { NewDashboardDialog } from "./dashboard-dialog.tsx";
import styles from "./dashboards.module.css";
import pageStyles from "./dashboards-page.module.css";
import { LayoutPicture } from "./layout-picture.tsx";
import { useDashboardsText } from "./messages.ts";
import { overview } from "./overview-layout.ts";
import { RemoveDashboard } from "./remove-dashboard.tsx";
import { useTemplateText } from "./template-messages.ts";
import { type TemplateName, templateNames, widgetsOf } from "./templates.ts";
import { useDuplicate } from "./use-duplicate.ts";
import { useNewHash } from "../../ui/use-new-hash.ts";

export function DashboardsPage() {
  const t = useDashboardsText();
  const templates = useTemplateText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { projectId } = useParams({ from: "/projects/$projectId/dashboard/list" });
  const navigate = useNavigate();
  const { data, error, refetch } = useOperation(dashboardList, {});
  const [added, setAdded] = useState<TemplateName | "empty" | null>(null);
  useNewHash(() => setAdded("empty"));
  const [removed, setRemoved] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const duplicate = useDuplicate();
  const columns = [
    { key: "name", label: t("name") },
    { key: "widgets", label: t("widgets"), isNumber: true },
    { key: "author", label: t("author") },
    { key: "changed", label: t("changed") },
    ...(mayWrite ? [{ key: "actions", label: t("actions") }] : []),
  ];
  return (
    <Page
      title={t("title")}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setAdded("empty")}>
            <Plus size={16} aria-hidden />
            {t("addTitle")}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState shape="rows" />}
      {data && (
        <Table label={t("title")} columns={columns} isStacked>
          <tr>
            <td>
              <div className={pageStyles.named}>
                <div>
                  <Link data-row="open" to="/projects/$projectId/dashboard" params={{ projectId }}>
                    {t("overview")}
                  </Link>
                  <RowAbout text={t("overviewAbout")} />
                </div>
                <LayoutPicture widgets={overview} />
              </div>
            </td>
            <td data-number data-label={t("widgets")}>
              {formats.number(overview.length)}
            </td>
            <td data-short>
              <Badge>{t("builtIn")}</Badge>
            </td>
            <td>
              <span data-nothing>–</span>
            </td>
            {mayWrite && <td />}
          </tr>
          {data.dashboards.map((dashboard) => (
            <tr key={dashboard.id}>
              <td>
                <div className={pageStyles.named}>
                  <div>
                    <Link
                      data-row="open"
                      to="/projects/$projectId/dashboard/$dashboardId"
                      params={{ projectId, dashboardId: dashboard.id }}
                    >
                      <VisibleText text={dashboard.name} />
                    </Link>
                    <RowAbout text={dashboard.description} />
                  </div>
                  <LayoutPicture widgets={dashboard.widgets} />
                </div>
              </td>
              <td data-number data-label={t("widgets")}>
                {formats.number(dashboard.widgets.length)}
              </td>
              <td data-short data-label={t("author")}>
                {dashboard.authorName === null ? (
                  <span data-nothing>–</span>
                ) : (
                  <VisibleText text={dashboard.authorName} />
                )}
              </td>
              <td data-time data-label={t("changed")} title={formats.dateTime(dashboard.updatedAt)}>
                {formats.relativeTime(dashboard.updatedAt)}
              </td>
              {mayWrite && (
                <td data-actions>
                  <div className={styles.buttons}>
                    <IconButton
                      label={t("duplicateOf", { name: dashboard.name })}
                      size="small"
                      onClick={() => duplicate(dashboard)}
                    >
                      <Copy size={14} />
                    </IconButton>
                    <IconButton
                      label={t("removeOf", { name: dashboard.name })}
                      size="small"
                      onClick={() => setRemoved(dashboard)}
                    >
                      <Trash2 size={14} />
                    </IconButton>
                  </div>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      {data && mayWrite && (
        <section className={pageStyles.templates} aria-labelledby="templates">
          <h2 id="templates">{templates("templates")}</h2>
          <div>
            {templateNames.map((name) => (
              <button key={name} type="button" onClick={() => setAdded(name)}>
                <LayoutPicture widgets={widgetsOf(name, () => "")} />
                <strong>{templates(`template_${name}`)}</strong>
                <span>{templates(`templateAbout_${name}`)}</span>
              </button>
            ))}
          </div>
        </section>
      )}
      {added !== null && (
        <NewDashboardDialog
          initialTemplate={added === "empty" ? null : added}
          onClose={() => setAdded(null)}
          onCreated={(dashboardId) =>
            void navigate({
              to: "/projects/$projectId/dashboard/$dashboardId",
              params: { projectId, dashboardId },
            })
          }
        />
      )}
      {removed && <RemoveDashboard dashboard={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}
