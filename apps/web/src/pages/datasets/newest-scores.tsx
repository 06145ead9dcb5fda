import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ScoreChange } from "../experiments/score-change.tsx";
import styles from "./datasets-page.module.css";
import type { NewestExperiment } from "./use-newest-experiment.ts";

/**
 * Link to the newest experiment of a dataset. Shows its average scores and their changes from the previous experiment.
 */
export function NewestScores({ newest: { id, name, scores } }: { readonly newest: NewestExperiment }) {
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  return (
    <span className={styles.newest}>
      <Link to="/projects/$projectId/experiments/compare" params={{ projectId }} search={{ ids: id }}>
        <VisibleText text={name} />
      </Link>
      {scores.map((score) => (
        <Badge key={score.name} name={score.name}>
          {formats.number(score.average)} <ScoreChange change={score.change} />
        </Badge>
      ))}
    </span>
  );
}
