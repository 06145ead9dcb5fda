import { useProjectId } from "../../api/project-id.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { isJudged } from "../logs/is-judged.ts";
import { JudgeCallLink } from "../logs/judge-call-link.tsx";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { ScoreValue } from "./score-value.tsx";
import { useSupersededText } from "./superseded-messages.ts";
import styles from "./superseded-judgments.module.css";

interface JudgedScore {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly evaluatorVersionId: string | null;
  readonly supersededJudgments: readonly {
    readonly value: number;
    readonly label: string | null;
    readonly comment: string | null;
    readonly createdAt: string;
  }[];
}

/** Collapsed list of judgments that were replaced by a newer one. Renders nothing if there are none. */
export function SupersededJudgments({
  score,
  hasCalls,
}: {
  readonly score: JudgedScore;
  /** Whether to show links to the judge's model calls. */
  readonly hasCalls: boolean;
}) {
  const t = useSupersededText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const judgments = score.supersededJudgments;
  if (judgments.length === 0) return null;
  return (
    <details className={styles.judgments}>
      <summary>{t("earlier", { count: judgments.length })}</summary>
      <ol aria-label={visibleString(t("label", { name: score.name }))}>
        {judgments.map((judgment, index) => (
          // Two judgments may have the same time, so the key includes the index.
          <li key={`${index} ${judgment.createdAt}`}>
            {hasCalls ? (
              <ScoreValueBadge name={score.name} value={judgment.value}>
                <Struck judgment={judgment} />
              </ScoreValueBadge>
            ) : (
              // The color of the badge depends on the score schema. A share link cannot read the schema, so the badge
              // has no color.
              <Badge>
                <Struck judgment={judgment} />
              </Badge>
            )}{" "}
            <span title={formats.dateTime(judgment.createdAt)}>{formats.relativeTime(judgment.createdAt)}</span>
            {hasCalls && isJudged(score) && (
              <>
                {" · "}
                <JudgeCallLink projectId={projectId} score={score} until={judgment.createdAt} />
              </>
            )}
            {judgment.comment !== null && (
              <p>
                <VisibleText text={judgment.comment} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Struck({ judgment }: { readonly judgment: JudgedScore["supersededJudgments"][number] }) {
  return (
    <s>
      <ScoreValue score={judgment} />
    </s>
  );
}
