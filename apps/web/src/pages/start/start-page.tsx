import { Link, useParams } from "@tanstack/react-router";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useLive } from "../../api/use-live.ts";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { projectStart, type ProjectStartQuery } from "../../generated/start.ts";
import { useFormats } from "../../messages/formats.ts";
import { Facts } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { FirstRecord } from "../logs/first-record/first-record.tsx";
import { useStartText } from "./messages.ts";
import styles from "./start.module.css";

/**
 * Features in the order in which to try them. Each has the path of its page, and the number of records that were
 * created with it. If there are any, the feature is in use.
 */
const steps = [
  { key: "send", path: "logs/threads", count: ({ steps: list }) => list.totalCount },
  { key: "score", path: "logs/threads", count: ({ scores }) => scores.totalCount },
  { key: "connection", path: "settings/connections", count: ({ modelConnections: all }) => all?.length ?? null },
  { key: "prompt", path: "prompts", count: ({ promptLineages }) => promptLineages.totalCount },
  { key: "dataset", path: "datasets", count: ({ datasets }) => datasets.totalCount },
  { key: "experiment", path: "experiments", count: ({ datasetExperiments }) => datasetExperiments.totalCount },
  { key: "rule", path: "evaluation-rules", count: ({ evaluationRules }) => evaluationRules.length },
  { key: "alert", path: "alerts", count: ({ alerts }) => alerts.length },
] as const satisfies readonly {
  readonly key: string;
  readonly path: string;
  /** Null if the user may not see the records. */
  readonly count: (data: ProjectStartQuery) => number | null;
}[];

/** Interval between checks of records that have no live updates, in milliseconds. */
const reloadMs = 10_000;

/** Counts of the project's records, how to send the first one, and what to try next. */
export function StartPage() {
  const t = useStartText();
  const formats = useFormats();
  useLive("STEP", "THREAD", "SCORE");
  const { projectId } = useParams({ from: "/projects/$projectId/start" });
  const mayWrite = usePermission("write");
  const { data, error, refetch } = useOperation(projectStart, { mayWrite }, { reloadMs });
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const counted = steps.flatMap(({ count, ...step }) => {
    const found = count(data);
    return found === null ? [] : [{ ...step, found }];
  });
  const done = counted.filter(({ found }) => found > 0).length;
  const progress = t("progress", { done: formats.number(done), total: formats.number(counted.length) });
  return (
    <Page title={t("title")} note={progress}>
      <section className={styles.section} aria-label={t("records")}>
        <Facts
          facts={[
            { label: t("threads"), value: formats.number(data.threads.totalCount) },
            { label: t("steps"), value: formats.number(data.steps.totalCount) },
            { label: t("generations"), value: formats.number(data.generations.totalCount) },
            { label: t("scores"), value: formats.number(data.scores.totalCount) },
            { label: t("users"), value: formats.number(data.participants.totalCount) },
          ]}
        />
      </section>
      {data.steps.totalCount === 0 && data.threads.totalCount === 0 && (
        <div className={styles.first}>
          <FirstRecord resource="threads" isOnStartPage />
        </div>
      )}
      <section className={styles.section} aria-label={t("next")}>
        <h2>{t("next")}</h2>
        {done === counted.length && <p>{t("all")}</p>}
        <ol className={styles.steps}>
          {counted.map(({ key, path, found }) => (
            <li key={key} className={styles.step} data-done={found > 0 || undefined}>
              {found > 0 ? (
                <CircleCheck size={16} role="img" aria-label={t("done")} />
              ) : (
                <CircleDashed size={16} aria-hidden />
              )}
              {/* The router's types accept only known paths. This path is computed, so it is cast to one of them. */}
              <Link to={`/projects/${projectId}/${path}` as "/"}>{t(key)}</Link>
              <p>{found > 0 ? t("count", { count: found, formatted: formats.number(found) }) : t(`${key}About`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </Page>
  );
}
