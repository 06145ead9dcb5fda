import { usePages } from "../../api/use-pages.ts";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { saveFile } from "../../csv/save-file.ts";
import { auditLog, auditThreads } from "../../generated/settings.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { AuditFilterFields, type AuditFilters, noFilters } from "./audit/audit-filters.tsx";
import { type AuditSearch, readAuditSearch } from "./audit/audit-search.ts";
import { AuditDetails } from "./audit/audit-details.tsx";
import { AuditTarget } from "./audit/audit-target.tsx";
import auditStyles from "./audit/audit.module.css";
import { visibleString } from "../../messages/hidden-characters.ts";
import { useFormats } from "../../messages/formats.ts";
import { classes } from "../../ui/classes.ts";
import { ListFrame } from "../../ui/list-frame.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { auditActions, useAuditText } from "./audit-messages.ts";
import styles from "./settings.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";

const pageSize = 50;

function filtersOf({ action, ...texts }: AuditSearch): AuditFilters {
  return { ...noFilters, ...texts, action: auditActions.find((each) => each === action) ?? "" };
}

export function AuditSettings() {
  const t = useAuditText();
  const formats = useFormats();
  const projectId = useProjectId();
  const search = useSearch({ from: "/projects/$projectId/settings/$section" });
  const navigate = useNavigate({ from: "/projects/$projectId/settings/$section" });
  const [filters, setFilters] = useState(() => filtersOf(search));
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(noFilters);
  const typed = useDebounced(filters);
  // `filters` changes with every key press. The URL changes only when the user stops typing.
  const inUrl = JSON.stringify(readAuditSearch({ ...search }));
  const noteFilters = useEffectEvent(() => {
    const wanted = readAuditSearch({ ...typed });
    if (JSON.stringify(wanted) !== inUrl) void navigate({ search: wanted, replace: true });
  });
  useEffect(() => noteFilters(), [typed, inUrl]);
  const filter = {
    actor: typed.actor || null,
    actions: typed.action === "" ? null : [typed.action],
    target: typed.target || null,
    from: typed.from ?? null,
    until: typed.to ?? null,
  };
  const list = usePages({
    operation: auditLog,
    isTyping: typed !== filters,
    variables: (before) => ({ first: pageSize, before, ...filter }),
    read: ({ auditEvents }) => ({
      nodes: auditEvents,
      next: auditEvents.length < pageSize ? null : (auditEvents.at(-1)?.id ?? null),
      totalCount: auditEvents.length,
    }),
  });
  const shared = list.nodes?.flatMap(({ action, subjectId }) =>
    subjectId !== null && (action === "threadShared" || action === "threadUnshared") ? subjectId : [],
  );
  const ids = [...new Set(shared)].slice(0, 100);
  const threads = useOperation(auditThreads, { ids }, { enabled: ids.length > 0 });
  const threadNames = new Map(threads.data?.threads.edges.map(({ node: { id, name } }) => [id, name]));
  const download = useMutation({
    mutationFn: async () => (await import("./audit/audit-csv.ts")).auditCsv(projectId, filter),
    onSuccess: (text) => saveFile("audit-log.csv", text, "text/csv"),
  });
  const columns = ["when", "what", "subject", "who", "details"] as const;
  return (
    <section className={styles.part} data-wide>
      <div className={auditStyles.actions}>
        <p className={styles.about}>{t("about")}</p>
        {/* Not beside the filters, which would move when it appears. */}
        {isFiltered && (
          <Button look="plain" onClick={() => setFilters(noFilters)}>
            <X size={14} aria-hidden />
            {t("reset")}
          </Button>
        )}
        <Button disabled={download.isPending} onClick={() => download.mutate()}>
          <Download size={14} aria-hidden />
          {t("exportCsv")}
        </Button>
        <DialogError error={download.error} />
      </div>
      <AuditFilterFields filters={filters} onChange={setFilters} />
      <ListFrame
        list={list}
        empty={
          isFiltered ? (
            <EmptyState drawing="search" title={t("noneFound")} />
          ) : (
            <EmptyState title={t("none")}>
              <p>{t("noneAbout")}</p>
            </EmptyState>
          )
        }
      >
        <Table label={t("about")} columns={columns.map((key) => ({ key, label: t(key) }))} isStacked>
          {list.nodes?.map((event) => {
            const { id, createdAt, action, actorKind, actorName, address, details } = event;
            return (
              <tr key={id}>
                <td data-time data-label={t("when")} title={formats.relativeTime(createdAt)}>
                  {formats.dateTime(createdAt)}
                </td>
                <td className={styles.name} data-label={t("what")}>
                  {t(`action_${action}`)}
                </td>
                <td className={classes(styles.name, auditStyles.target)} data-label={t("subject")}>
                  <AuditTarget event={event} threadNames={threadNames} />
                </td>
                <td
                  className={classes(styles.name, auditStyles.party)}
                  data-label={t("who")}
                  title={t(`actor_${actorKind}`)}
                >
                  {actorName === null ? (
                    t(`actor_${actorKind}`)
                  ) : (
                    <Button
                      look="plain"
                      size="small"
                      className={auditStyles.actor}
                      aria-label={visibleString(t("onlyOf", { name: actorName }))}
                      onClick={() => setFilters({ ...filters, actor: actorName })}
                    >
                      <VisibleText text={actorName} />
                    </Button>
                  )}
                  {address !== null && (
                    <code className={auditStyles.address} title={t("where")}>
                      <VisibleText text={address} />
                    </code>
                  )}
                </td>
                <td className={styles.name} data-label={t("details")}>
                  <AuditDetails details={details} />
                </td>
              </tr>
            );
          })}
        </Table>
      </ListFrame>
    </section>
  );
}
