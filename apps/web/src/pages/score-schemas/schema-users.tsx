import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { scoreSchemaUsers } from "../../generated/score-schemas.ts";
import { InlineError, LoadingText } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useScoreSchemasText } from "./messages.ts";
import type { StoredSchema } from "./schema-draft.ts";
import styles from "./schema-use.module.css";

/** Evaluators and rules that create scores with the name of a schema, and review queues that ask for them. */
export function SchemaUsers({ schema: { id, name } }: { readonly schema: StoredSchema }) {
  const t = useScoreSchemasText();
  const projectId = useProjectId() ?? "";
  const { data, error, refetch } = useOperation(scoreSchemaUsers, {});
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />;
  const evaluators = data?.evaluators.filter(({ latestVersion }) => latestVersion?.scoreName === name) ?? [];
  const rules = data?.evaluationRules.filter(({ evaluatorVersion }) => evaluatorVersion?.scoreName === name) ?? [];
  const queues =
    data?.reviewQueues.filter(({ criteria }) => criteria.some(({ scoreSchemaId }) => scoreSchemaId === id)) ?? [];
  const count = evaluators.length + rules.length + queues.length;
  return (
    <section aria-label={t("usedBy")}>
      <h3>{t("usedBy")}</h3>
      {!data && <LoadingText text={t("loadingUse")} error={null} onRetry={() => void refetch()} />}
      {data && count === 0 && <p className={styles.muted}>{t("notUsed")}</p>}
      {count > 0 && (
        <dl className={styles.users}>
          <Users title={t("evaluators")}>
            {evaluators.map((evaluator) => (
              <Link
                key={evaluator.id}
                to="/projects/$projectId/evaluators/$evaluatorId"
                params={{ projectId, evaluatorId: evaluator.id }}
              >
                <VisibleText text={evaluator.name} />
              </Link>
            ))}
          </Users>
          <Users title={t("rules")}>
            {rules.map((rule) => (
              <Link
                key={rule.id}
                to="/projects/$projectId/evaluation-rules/$ruleId"
                params={{ projectId, ruleId: rule.id }}
              >
                <VisibleText text={rule.name} />
              </Link>
            ))}
          </Users>
          <Users title={t("queues")}>
            {queues.map((queue) => (
              <Link
                key={queue.id}
                to="/projects/$projectId/review-queues/$queueId"
                params={{ projectId, queueId: queue.id }}
              >
                <VisibleText text={queue.name} />
              </Link>
            ))}
          </Users>
        </dl>
      )}
    </section>
  );
}

function Users({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
