import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { userThreads } from "../../generated/users.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { useFormats } from "../../messages/formats.ts";
import { BadgeList } from "../../ui/badge-list.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useUsersText } from "./messages.ts";
import { ThreadsLink } from "./user-errors.tsx";
import styles from "./users-page.module.css";

export function UserThreads({
  projectId,
  userId,
  identifier,
}: {
  readonly projectId: string;
  readonly userId: string;
  readonly identifier: string;
}) {
  const t = useUsersText();
  const formats = useFormats();
  const list = usePages({
    operation: userThreads,
    variables: (after) => ({
      after,
      filters: [{ field: "participantId", operator: "eq" as const, value: userId }],
    }),
    read: ({ threads }) => connectionPage(threads),
  });
  const { nodes = [] } = list;
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <h2>{t("threads")}</h2>
        {nodes.length > 0 && <ThreadsLink identifier={identifier}>{t("viewInLogs")}</ThreadsLink>}
      </div>
      <ListFrame list={list} empty={<EmptyState title={t("noThreads")} />}>
        <Table
          label={t("threads")}
          isStacked
          columns={[
            { key: "name", label: t("name") },
            { key: "tokens", label: t("tokens"), isNumber: true },
            { key: "cost", label: t("cost"), isNumber: true },
            { key: "duration", label: t("duration"), isNumber: true },
            { key: "tags", label: t("tags") },
            { key: "created", label: t("created") },
          ]}
        >
          {nodes.map((thread) => (
            <tr key={thread.id}>
              <td className={styles.thread} data-label={t("name")}>
                <Link
                  data-row="open"
                  to="/projects/$projectId/logs/threads/$threadId"
                  params={{ projectId, threadId: thread.id }}
                >
                  {thread.errorCount > 0 && (
                    <CircleAlert
                      className={styles.failed}
                      size={14}
                      role="img"
                      aria-label={t("failedSteps", { count: thread.errorCount })}
                    />
                  )}
                  <VisibleText text={thread.name ?? thread.id} />
                </Link>
                {[thread.inputPreview, thread.outputPreview].map(
                  (line, index) =>
                    line !== null && (
                      // The first line is always the input and the second the output, so the index is the key.
                      <div key={index} className={styles.line} title={visibleString(line)}>
                        <VisibleText text={line} />
                      </div>
                    ),
                )}
              </td>
              <td data-number data-label={t("tokens")}>
                {formats.compact(thread.tokenCount)}
              </td>
              <td data-number data-label={t("cost")}>
                {formats.cost(thread.cost)}
              </td>
              <td data-number data-label={t("duration")}>
                {formats.duration(thread.duration)}
              </td>
              <td data-short className={styles.tags} data-label={t("tags")}>
                <BadgeList labels={thread.tags ?? []} max={2} />
              </td>
              <td data-time data-label={t("created")} title={formats.dateTime(thread.createdAt)}>
                {formats.relativeTime(thread.createdAt)}
              </td>
            </tr>
          ))}
        </Table>
      </ListFrame>
    </section>
  );
}
