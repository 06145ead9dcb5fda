import type { AlertDetailQuery } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useWidgetNames } from "../dashboards/widget-names.ts";
import styles from "../evaluators/evaluators-page.module.css";
import { AlertState } from "./alert-state.tsx";
import { useAlertsText } from "./messages.ts";
import { RecordsLink } from "./records-link.tsx";
import { useAlertValue } from "./use-alert-value.ts";
import { sinceCreation } from "./since-creation.ts";
import { useGroups } from "./use-groups.ts";

type Alert = NonNullable<AlertDetailQuery["alert"]>;

const worstFirst = ["FIRING", "PENDING", "OK", "NO_DATA"];

export function AlertGroups({ alert }: { readonly alert: Alert }) {
  const t = useAlertsText();
  const formats = useFormats();
  const names = useWidgetNames();
  const write = useAlertValue(alert);
  const { groupBy, groups, hasMoreGroups, evaluatedAt, isOn } = alert;
  const { nameOf, prompts } = useGroups(
    groupBy,
    groups.map(({ group }) => group),
  );
  if (groupBy === null || !isOn) return null;
  const columns = [
    { key: "group", label: names.dimension(groupBy) },
    { key: "state", label: t("state") },
    { key: "since", label: t("since") },
    { key: "value", label: t("value"), isNumber: true },
    { key: "note", label: t("note") },
  ];
  const rows = groups.toSorted((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state));
  return (
    <section className={styles.part}>
      <h2>{t("groups")}</h2>
      {groups.length === 0 && <p className={styles.muted}>{t("noGroups")}</p>}
      {hasMoreGroups && <p role="status">{t("moreGroups")}</p>}
      {groups.length > 0 && (
        <Table label={t("groups")} columns={columns} isStacked>
          {rows.map(({ groupId, group, state, stateSince, value, problem }) => (
            <tr key={groupId}>
              <td data-label={names.dimension(groupBy)}>
                {evaluatedAt === null ? (
                  <VisibleText text={nameOf(group)} />
                ) : (
                  <RecordsLink alert={alert} end={evaluatedAt} group={group} prompts={prompts}>
                    <VisibleText text={nameOf(group)} />
                  </RecordsLink>
                )}
              </td>
              <td data-short data-label={t("state")}>
                <AlertState state={state} />
              </td>
              <td data-label={t("since")} data-time title={formats.dateTime(sinceCreation(stateSince, alert))}>
                {formats.relativeTime(sinceCreation(stateSince, alert))}
              </td>
              <td data-label={t("value")} data-number>
                {write(value)}
              </td>
              <td data-label={t("note")}>{problem && t(problem)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
