import { Link, useParams } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useOperation } from "../../api/use-request.ts";
import { playgroundStarts } from "../../generated/playground.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { InlineError, LoadingState } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { experimentEnvironment } from "../dashboard/use-environments.ts";
import { DraftList } from "./draft-list.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";

const shownGenerations = 5;
/** Filters that select the application's calls of chat models. They exclude the calls that experiments made. */
const calls = [
  { field: "stepType", operator: "eq" as const, value: "llm" },
  { field: "environment", operator: "neq" as const, value: experimentEnvironment },
];

/** Lists drafts, says how to use an empty playground, and links to prompts and recent generations to start from. */
export function PlaygroundStarts(drafts: ComponentProps<typeof DraftList>) {
  const t = usePlaygroundText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const starts = useOperation(playgroundStarts, { calls });
  const { data } = starts;
  const prompts = data?.promptLineages.edges.map(({ node }) => node) ?? [];
  // Skips generations without an input, because they have no messages to start from.
  const generations = distinct(
    data?.generations.edges.flatMap(({ node: { step, ...generation } }) =>
      step?.inputPreview ? [{ ...generation, stepId: step.id, title: step.thread?.name || step.inputPreview }] : [],
    ) ?? [],
  );
  const to = "/projects/$projectId/playground" as const;
  const params = { projectId };
  if (!data) {
    return (
      <section className={styles.starts} aria-label={t("start")}>
        <DraftList {...drafts} />
        {starts.error ? <InlineError error={starts.error} onRetry={() => void starts.refetch()} /> : <LoadingState />}
      </section>
    );
  }
  return (
    <section className={styles.starts} aria-label={t("start")}>
      <DraftList {...drafts} />
      <p>{t(prompts.length + generations.length > 0 ? "startAbout" : "startAboutEmpty")}</p>
      <div>
        {prompts.length > 0 && (
          <div>
            <h2>{t("startPrompts")}</h2>
            <ul>
              {prompts.map(({ id, name, championVersion, latestVersion }) => {
                const version = championVersion ?? latestVersion;
                return (
                  <li key={id}>
                    <Link to={to} params={params} search={{ name }}>
                      <VisibleText text={name} />
                    </Link>
                    <span>{version === null ? t("firstVersion") : t("version", { version })}</span>
                  </li>
                );
              })}
            </ul>
          </div>
        )}
        {generations.length > 0 && (
          <div>
            <h2>{t("startGenerations")}</h2>
            <ul>
              {generations.map(({ id, stepId, title, model, error, createdAt }) => (
                <li key={id}>
                  <Link to={to} params={params} search={{ step: stepId }} preload={false}>
                    <VisibleText text={title} />
                  </Link>
                  {error !== null && <Badge tone="danger">{t("failed")}</Badge>}
                  <span>
                    {model !== null && <VisibleText text={`${model} · `} />}
                    {formats.relativeTime(createdAt)}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns the newest generation of each title. */
function distinct<Generation extends { readonly title: string }>(
  generations: readonly Generation[],
): readonly Generation[] {
  const newest = Map.groupBy(generations, ({ title }) => title);
  return [...newest.values()].flatMap(([first]) => first ?? []).slice(0, shownGenerations);
}
