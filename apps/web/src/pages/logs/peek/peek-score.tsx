import { useFormats } from "../../../messages/formats.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ScoreValueBadge } from "../../score-schemas/score-value-badge.tsx";
import { scoreTypeText, useFiltersText } from "../filters/messages.ts";
import { isJudged } from "../is-judged.ts";
import { JudgeCallLink } from "../judge-call-link.tsx";
import type { LogRecord } from "../log-record.ts";
import { usePeekText } from "./messages.ts";
import { ScoreSource } from "./score-source.tsx";
import styles from "./peek-summary.module.css";

/** Value, author and comment of a score, above the scored record. */
export function PeekScore({ projectId, record }: { readonly projectId: string; readonly record: LogRecord }) {
  const t = usePeekText();
  const formats = useFormats();
  const filterText = useFiltersText();
  const { id, value, label = null, type = "", scorer = null, comment = null } = record;
  const { evaluatorVersionId = null, evaluationRuleId = null } = record;
  const name = record.name ?? "";
  if (value === undefined) return null;
  return (
    <dl className={styles.summary}>
      <div>
        <dt>{t("value")}</dt>
        <dd>
          <ScoreValueBadge name={name} value={value} label={label}>
            {formats.number(value)}
          </ScoreValueBadge>
        </dd>
      </div>
      <div>
        <dt>{t("scorer")}</dt>
        <dd>
          {scoreTypeText(filterText, type)}
          {scorer !== null && (
            <>
              {" · "}
              <VisibleText text={scorer} />
            </>
          )}
          {` · ${formats.dateTime(record.createdAt)}`}
          {isJudged({ type, evaluatorVersionId }) && (
            <>
              {" · "}
              <JudgeCallLink projectId={projectId} score={{ id, name }} />
            </>
          )}
        </dd>
      </div>
      {evaluatorVersionId !== null && (
        <ScoreSource projectId={projectId} versionId={evaluatorVersionId} ruleId={evaluationRuleId} />
      )}
      {comment !== null && comment !== "" && (
        <div>
          <dt>{t("comment")}</dt>
          <dd className={styles.comment} dir="auto" tabIndex={0}>
            <VisibleText text={comment} />
          </dd>
        </div>
      )}
    </dl>
  );
}
