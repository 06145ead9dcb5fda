import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import type { EvaluatorListQuery } from "../../generated/evaluators.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { useFormats } from "../../messages/formats.ts";
import { scoreText } from "../score-schemas/score-text.ts";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { recordTarget } from "../logs/record-target.ts";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { targetOfScore, useEvaluatedRecord } from "./use-evaluated-record.ts";

export function ResultChip({
  score,
}: {
  readonly score: EvaluatorListQuery["evaluators"][number]["recentScores"][number];
}) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const record = useEvaluatedRecord()(targetOfScore(score));
  const link = recordTarget(record, projectId);
  const chip = (
    <ScoreValueBadge name={score.name} value={score.value}>
      {scoreText(score, formats)}
    </ScoreValueBadge>
  );
  return link === null ? (
    chip
  ) : (
    <Link
      {...link}
      className={styles.chip}
      preload={false}
      title={visibleString(t("openRecord", { name: record.name }))}
    >
      {chip}
    </Link>
  );
}
