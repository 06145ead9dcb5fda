import { usePages } from "../../api/use-pages.ts";
import { auditLog } from "../../generated/settings.ts";
import { pairsLine } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { ListFrame } from "../../ui/list-frame.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { useAuditText } from "./audit-messages.ts";
import styles from "./settings.module.css";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const pageSize = 50;

export function AuditSettings() {
  const t = useAuditText();
  const formats = useFormats();
  const list = usePages({
    operation: auditLog,
    variables: (before) => ({ first: pageSize, before }),
    read: ({ auditEvents }) => ({
      nodes: auditEvents,
      next: auditEvents.length < pageSize ? null : (auditEvents.at(-1)?.id ?? null),
      totalCount: auditEvents.length,
    }),
  });
  const columns = ["when", "what", "subject", "who", "where", "details"] as const;
  return (
    <section className={styles.part} data-wide>
      <p className={styles.about}>{t("about")}</p>
      <ListFrame
        list={list}
        empty={
          <EmptyState title={t("none")}>
            <p>{t("noneAbout")}</p>
          </EmptyState>
        }
      >
        <Table label={t("about")} columns={columns.map((key) => ({ key, label: t(key) }))} isStacked>
          {list.nodes?.map(
            ({ id, createdAt, action, actorKind, actorName, address, subjectId, subjectName, details }) => (
              <tr key={id}>
                <td data-time data-label={t("when")} title={formats.relativeTime(createdAt)}>
                  {formats.dateTime(createdAt)}
                </td>
                <td className={styles.name} data-label={t("what")}>
                  {t(`action_${action}`)}
                </td>
                <td
                  className={styles.name}
                  data-label={t("subject")}
                  title={subjectId === null ? undefined : visibleString(subjectId)}
                >
                  <VisibleText text={subjectName ?? subjectId ?? ""} />
                </td>
                <td className={styles.name} data-label={t("who")} title={t(`actor_${actorKind}`)}>
                  <VisibleText text={actorName ?? t(`actor_${actorKind}`)} />
                </td>
                <td data-label={t("where")}>
                  <code>
                    <VisibleText text={address ?? ""} />
                  </code>
                </td>
                <td className={styles.name} data-label={t("details")}>
                  {details !== null && <VisibleText text={pairsLine(details, 200)} />}
                </td>
              </tr>
            ),
          )}
        </Table>
      </ListFrame>
    </section>
  );
}
