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
import { RecordCode, useNewKey } from "../logs/first-record/record-code.tsx";
import { LatestThreads } from "./latest-threads.tsx";
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

/** Lists of records, in the order of the figures on the page. */
const lists = [
  { key: "threads", path: "logs/threads", count: ({ threads }) => threads.totalCount },
  { key: "steps", path: "logs/steps", count: ({ steps: list }) => list.totalCount },
  { key: "generations", path: "logs/generations", count: ({ generations }) => generations.totalCount },
  { key: "scores", path: "logs/scores", count: ({ scores }) => scores.totalCount },
  { key: "users", path: "users", count: ({ participants }) => participants.totalCount },
] as const satisfies readonly {
  readonly key: string;
  readonly path: string;
  readonly count: (data: ProjectStartQuery) => number;
}[];

type CountedStep = Omit<(typeof steps)[number], "count"> & { readonly found: number };

/** Counts of the project's records, how to send the first one, and what to try next. */
export function StartPage() {
  const { projectId } = useParams({ from: "/projects/$projectId/start" });
  // Another project does not show the key that was created for this one.
  return <ProjectStart key={projectId} projectId={projectId} />;
}

function ProjectStart({ projectId }: { readonly projectId: string }) {
  const t = useStartText();
  const formats = useFormats();
  useLive("STEP", "THREAD", "SCORE");
  const mayWrite = usePermission("write");
  const newKey = useNewKey();
  const { data, error, refetch } = useOperation(projectStart, { mayWrite }, { reloadMs });
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="page" />;
  const counted = steps.flatMap(({ count, ...step }): CountedStep[] => {
    const found = count(data);
    return found === null ? [] : [{ ...step, found }];
  });
  const done = counted.filter(({ found }) => found > 0);
  const open = counted.filter(({ found }) => found === 0);
  const progress = t("progress", { done: formats.number(done.length), total: formats.number(counted.length) });
  const isEmpty = data.steps.totalCount === 0 && data.threads.totalCount === 0;
  return (
    <Page title={t("title")} note={progress}>
      {isEmpty ? (
        <div className={styles.first}>
          <FirstRecord resource="threads" isOnStartPage newKey={newKey} />
        </div>
      ) : (
        <>
          <section className={styles.section} aria-label={t("records")}>
            <Facts
              facts={lists.map(({ key, path, count }) => {
                const number = formats.number(count(data));
                const label = t(key);
                // The path is computed, as in `Steps`.
                const to = `/projects/${projectId}/${path}` as "/";
                const value = (
                  <Link to={to} aria-label={t("figure", { label, number })}>
                    {number}
                  </Link>
                );
                return { label, value };
              })}
            />
          </section>
          <LatestThreads projectId={projectId} threads={data.threads.edges.map(({ node }) => node)} />
          <details className={styles.more} open={newKey.data !== undefined}>
            <summary>{t("sendMore")}</summary>
            <div>
              <RecordCode resource="threads" newKey={newKey} />
            </div>
          </details>
        </>
      )}
      <section className={styles.section} aria-label={t("next")}>
        <h2>{t("next")}</h2>
        {open.length === 0 ? <p>{t("all")}</p> : <Steps projectId={projectId} steps={open} />}
        {done.length > 0 && (
          <details className={styles.more}>
            <summary>{t("used", { number: done.length })}</summary>
            <div>
              <Steps projectId={projectId} steps={done} />
            </div>
          </details>
        )}
      </section>
    </Page>
  );
}

function Steps({ projectId, steps: shown }: { readonly projectId: string; readonly steps: readonly CountedStep[] }) {
  const t = useStartText();
  const formats = useFormats();
  return (
    <ol className={styles.steps}>
      {shown.map(({ key, path, found }) => (
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
  );
}
