import { Link, useParams } from "@tanstack/react-router";
import { useOperation } from "../../api/use-request.ts";
import { promptUses, type PromptUsesQuery } from "../../generated/prompts.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { Condition } from "../logs/filters/condition.ts";
import { stepTarget } from "../logs/record-target.ts";
import { generationsOf, withoutExperiments } from "./generations-of.ts";
import { usePromptsText } from "./messages.ts";
import styles from "./prompts-page.module.css";

type Facet = PromptUsesQuery["facets"]["facets"][number];
type Use = PromptUsesQuery["generations"]["edges"][number]["node"];

/** Shows where a version is used: environments, models, tags and users of its generations, and the latest ones. */
export function UsesPanel({ name, version }: { readonly name: string; readonly version: number }) {
  const t = usePromptsText();
  const filters = [...generationsOf(name, version), withoutExperiments];
  const { data, error, refetch } = useOperation(promptUses, { filters, latest: filters });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  const latest = data.generations.edges.map(({ node }) => node);
  if (latest.length === 0) {
    return (
      <p className={styles.muted}>
        {t("notUsed")} {t("notCounted")}
      </p>
    );
  }
  return (
    <>
      <p className={styles.muted}>{t("notCounted")}</p>
      <div className={styles.uses}>
        {data.facets.facets.map((facet) => (
          <UsesBy key={facet.field} facet={facet} filters={filters} />
        ))}
      </div>
      <h3>{t("latestUses")}</h3>
      <Latest uses={latest} />
    </>
  );
}

function UsesBy({ facet, filters }: { readonly facet: Facet; readonly filters: readonly Condition[] }) {
  const t = usePromptsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/prompts/$name" });
  const title = t(`usedBy_${facet.field}` as "usedBy_model");
  const most = Math.max(...facet.values.map(({ count }) => count));
  if (facet.values.length === 0) return null;
  return (
    <section className={styles.usesBy} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {facet.values.map(({ value, count }) => (
          <li key={value}>
            <Link
              to="/projects/$projectId/logs/$resource"
              params={{ projectId, resource: "generations" }}
              search={{ filters: [...filters, conditionOf(facet.field, value)] }}
              title={visibleString(value)}
              preload={false}
            >
              <VisibleText text={value} />
            </Link>
            <span>{formats.number(count)}</span>
            <span className={styles.share} style={{ width: `${(count / most) * 100}%` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function conditionOf(field: string, value: string): Condition {
  return field === "tags" ? { field, operator: "in", value: [value] } : { field, operator: "eq", value };
}

function Latest({ uses }: { readonly uses: readonly Use[] }) {
  const t = usePromptsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/prompts/$name" });
  return (
    <Table
      label={t("latestUses")}
      isStacked
      columns={[
        { key: "thread", label: t("usedIn") },
        { key: "model", label: t("usedModel") },
        { key: "latency", label: t("usedLatency"), isNumber: true },
        { key: "time", label: t("usedAt") },
      ]}
    >
      {uses.map(({ id, createdAt, model, error, duration, step }) => (
        <tr key={id}>
          <td data-label={t("usedIn")}>
            {step === null ? (
              "–"
            ) : (
              <Link data-row="open" {...stepTarget({ ...step, rootRunId: step.rootRunId ?? null }, projectId)}>
                <VisibleText text={step.thread?.name || step.name || step.id} />
              </Link>
            )}{" "}
            {error !== null && <Badge tone="danger">{t("failed")}</Badge>}
          </td>
          <td data-short data-label={t("usedModel")}>
            <VisibleText text={model ?? "–"} />
          </td>
          <td data-label={t("usedLatency")} data-number>
            {formats.duration(duration)}
          </td>
          <td data-label={t("usedAt")} data-time title={formats.dateTime(createdAt)}>
            {formats.relativeTime(createdAt)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
