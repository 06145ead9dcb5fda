import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useLive } from "../../api/use-live.ts";
import { connectionPage, usePages } from "../../api/use-pages.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { userDetail, userStatistics, userThreads } from "../../generated/users.ts";
import { readableJson } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { DeleteDataDialog } from "./delete-data/delete-data-dialog.tsx";
import { useDeleteDataText } from "./delete-data/messages.ts";
import { useUsersText } from "./messages.ts";
import { threadsByDay } from "./threads-by-day.ts";
import styles from "./users-page.module.css";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

interface DeletedUser {
  readonly id: string;
  readonly identifier: string;
}

export function UserPage() {
  // Outside of the details, which end with the user.
  const [deletedUser, setDeletedUser] = useState<DeletedUser | null>(null);
  return (
    <>
      <UserDetails onDelete={setDeletedUser} />
      {deletedUser && <DeleteDataDialog user={deletedUser} onClose={() => setDeletedUser(null)} />}
    </>
  );
}

function UserDetails({ onDelete }: { readonly onDelete: (user: DeletedUser) => void }) {
  const t = useUsersText();
  const deletion = useDeleteDataText();
  const mayDelete = usePermission("admin");
  useLive("USER", "THREAD");
  const formats = useFormats();
  const { projectId, userId } = useParams({ from: "/projects/$projectId/users/$userId" });
  const { data, error, refetch } = useOperation(userDetail, { id: userId });
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const user = data.participant;
  if (!user) return <EmptyState isPage title={t("missing")} />;
  const metadata = readableJson(user.metadata);

  return (
    <Page
      title={user.identifier}
      back={
        <Link to="/projects/$projectId/users" params={{ projectId }}>
          {t("title")}
        </Link>
      }
    >
      <Facts
        facts={[
          { label: t("lastEngaged"), value: formats.dateTime(user.lastEngaged) },
          { label: t("created"), value: formats.dateTime(user.createdAt) },
          {
            label: t("threads"),
            value: (
              <Link
                to="/projects/$projectId/logs/$resource"
                params={{ projectId, resource: "threads" }}
                search={{ filters: [{ field: "participantIdentifiers", operator: "in", value: [user.identifier] }] }}
              >
                {formats.number(user.threadCount)}
              </Link>
            ),
          },
          { label: t("tokens"), value: formats.number(user.tokenCount) },
          { label: t("cost"), value: formats.cost(user.cost) },
        ]}
      />
      <UserFigures identifier={user.identifier} />
      <section className={styles.section}>
        <h2>{t("metadata")}</h2>
        {metadata === "{}" ? (
          <p className={styles.muted}>{t("noMetadata")}</p>
        ) : (
          <pre className={styles.json} tabIndex={0}>
            <VisibleText text={metadata} />
          </pre>
        )}
      </section>
      <UserThreads userId={user.id} />
      {mayDelete && (
        <section className={styles.section}>
          <h2>{deletion("section")}</h2>
          <p className={styles.muted}>{deletion("sectionAbout")}</p>
          <div>
            <Button look="danger" onClick={() => onDelete({ id: user.id, identifier: user.identifier })}>
              {deletion("action")}
            </Button>
          </div>
        </section>
      )}
    </Page>
  );
}

/** Analysis of the user's threads; empty while not available. */
function UserFigures({ identifier }: { readonly identifier: string }) {
  const t = useUsersText();
  const formats = useFormats();
  const { data } = useOperation(userStatistics, {
    filters: [{ field: "participantIdentifiers", operator: "in", value: [identifier] }],
  });
  if (!data || data.statistics.recordCount === 0) return null;
  const { errorCount, latencyP50, latencyP95, scores, isEstimate } = data.statistics;
  return (
    <section className={styles.section} aria-label={t("activity")}>
      <Facts
        facts={[
          { label: t("errors"), value: formats.number(errorCount) },
          { label: t("latency"), value: `${formats.duration(latencyP50)} / ${formats.duration(latencyP95)}` },
          ...scores.map(({ name, average, count }) => ({
            label: name,
            value: `${formats.number(average)} (${formats.number(count)})`,
          })),
        ]}
      />
      {isEstimate && <p className={styles.muted}>{t("estimate")}</p>}
    </section>
  );
}

function UserThreads({ userId }: { readonly userId: string }) {
  const t = useUsersText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/users/$userId" });
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
    <ListFrame list={list} empty={<EmptyState title={t("noThreads")} />}>
      <Activity times={nodes.map(({ createdAt }) => createdAt)} />
      <section className={styles.section}>
        <h2>{t("threads")}</h2>
        <Table
          label={t("threads")}
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
              <td>
                <Link
                  data-row="open"
                  to="/projects/$projectId/logs/threads/$threadId"
                  params={{ projectId, threadId: thread.id }}
                >
                  <VisibleText text={thread.name ?? thread.id} />
                </Link>
                {[thread.inputPreview, thread.outputPreview].map(
                  (line, index) =>
                    line !== null && (
                      // The first line is the input, the second the output.
                      <div key={index} className={styles.line} title={visibleString(line)}>
                        <VisibleText text={line} />
                      </div>
                    ),
                )}
              </td>
              <td data-number>{formats.compact(thread.tokenCount)}</td>
              <td data-number>{formats.cost(thread.cost)}</td>
              <td data-number>{formats.duration(thread.duration)}</td>
              <td>
                <span className={styles.tags}>
                  {thread.tags?.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                </span>
              </td>
              <td data-time title={formats.dateTime(thread.createdAt)}>
                {formats.relativeTime(thread.createdAt)}
              </td>
            </tr>
          ))}
        </Table>
      </section>
    </ListFrame>
  );
}

/** A bar for each day. */
function Activity({ times }: { readonly times: readonly string[] }) {
  const t = useUsersText();
  const formats = useFormats();
  const days = threadsByDay(times);
  const most = Math.max(...days.map(({ count }) => count));
  return (
    <section className={styles.section}>
      <h2>{t("activity")}</h2>
      <p className={styles.muted}>
        {t("activityAbout", {
          count: times.length,
          from: formats.date(days[0]?.day),
          to: formats.date(days.at(-1)?.day),
          most,
        })}
      </p>
      <div
        className={styles.bars}
        data-dense={days.length > 60 || undefined}
        role="img"
        aria-label={days
          .filter(({ count }) => count > 0)
          .map(({ day, count }) => t("day", { day: formats.date(day), count }))
          .join("; ")}
      >
        {days.map(({ day, count }) => (
          <span
            key={day}
            className={styles.bar}
            style={{ height: `${(100 * count) / most}%` }}
            title={t("day", { day: formats.date(day), count })}
          />
        ))}
      </div>
    </section>
  );
}
