import { Link, useParams } from "@tanstack/react-router";
import { useOperation } from "../../api/use-request.ts";
import { threadsPage } from "../../generated/logs.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../ui/page-state.tsx";
import styles from "./logs-page.module.css";
import { useLogsText } from "./messages.ts";

export function LogsPage() {
  const t = useLogsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/logs/$resource" });
  const { data, error, refetch } = useOperation(threadsPage, { first: 50 });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.threads.totalCount === 0) return <EmptyState title={t("empty")} />;
  return (
    <div className={styles.page}>
      <h1>{t("threads")}</h1>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t("name")}</th>
            <th>{t("user")}</th>
            <th>{t("tokens")}</th>
            <th>{t("duration")}</th>
            <th>{t("tags")}</th>
            <th>{t("created")}</th>
          </tr>
        </thead>
        <tbody>
          {data.threads.edges.map(({ node }) => (
            <tr key={node.id}>
              <td>
                <Link to="/projects/$projectId/logs/threads/$threadId" params={{ projectId, threadId: node.id }}>
                  {node.name ?? node.id}
                </Link>
              </td>
              <td>{node.participant?.identifier}</td>
              <td>{formats.number(node.tokenCount)}</td>
              <td>{formats.duration(node.duration)}</td>
              <td>
                {node.tags?.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </td>
              <td>{formats.dateTime(node.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
