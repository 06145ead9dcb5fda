import { type Formats, useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { classes } from "../../../ui/classes.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { useShownScores } from "../hidden-scores.ts";
import { usePayload } from "../payloads/use-payload.ts";
import styles from "./score-chips.module.css";

type Score = Payload["scores"][number];

export function ScoreChips({ id, isLine = false }: { readonly id: string; readonly isLine?: boolean }) {
  const formats = useFormats();
  const payload = usePayload(id);
  const scores = useShownScores(typeof payload !== "object" || payload instanceof Error ? [] : payload.scores);
  if (scores.length === 0) return null;
  return (
    <span className={classes(styles.chips, isLine && styles.line)}>
      {scores.map((score) => (
        <Badge key={score.id} title={titleOf(score, formats)} name={score.name}>
          {score.label === null ? formats.number(score.value) : `${score.label} (${formats.number(score.value)})`}
        </Badge>
      ))}
    </span>
  );
}

function titleOf({ name, value, label, comment }: Score, formats: Formats): string {
  const judged = `${name}: ${formats.number(value)}${label === null ? "" : ` (${label})`}`;
  return comment === null ? judged : `${judged}\n${comment}`;
}
