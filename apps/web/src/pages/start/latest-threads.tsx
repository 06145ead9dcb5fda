import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import type { ProjectStartQuery } from "../../generated/start.ts";
import { useFormats } from "../../messages/formats.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useStartText } from "./messages.ts";
import styles from "./start.module.css";

type Thread = ProjectStartQuery["threads"]["edges"][number]["node"];

export function LatestThreads({
  projectId,
  threads,
}: {
  readonly projectId: string;
  readonly threads: readonly Thread[];
}) {
  const t = useStartText();
  const formats = useFormats();
  if (threads.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t("latest")}>
      <div className={styles.heading}>
        <h2>{t("latest")}</h2>
        <Link to="/projects/$projectId/logs/$resource" params={{ projectId, resource: "threads" }}>
          {t("allThreads")}
        </Link>
      </div>
      <ul className={styles.threads}>
        {threads.map(({ id, name, createdAt, errorCount, inputPreview }) => (
          <li key={id}>
            {errorCount > 0 && <CircleAlert size={14} role="img" aria-label={t("errors", { count: errorCount })} />}
            <Link to="/projects/$projectId/logs/threads/$threadId" params={{ projectId, threadId: id }} preload={false}>
              <VisibleText text={name ?? id} />
            </Link>
            <span>{inputPreview !== null && inputPreview !== name && <VisibleText text={inputPreview} />}</span>
            <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
              {formats.relativeTime(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
