import { type Formats, useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { FittedList } from "../../../ui/fitted-list.tsx";
import { scoreDetail, scoreText } from "../../score-schemas/score-text.ts";
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
  const items = scores.map((score) => ({
    key: score.id,
    text: `${score.name} ${scoreDetail(score, formats)}`,
    content: (
      <Badge title={titleOf(score, formats)} name={score.name}>
        {scoreText(score, formats)}
      </Badge>
    ),
  }));
  if (isLine) return <FittedList className={styles.line} items={items} />;
  return (
    <span className={styles.chips}>
      {items.map(({ key, content }) => (
        <span key={key}>{content}</span>
      ))}
    </span>
  );
}

function titleOf(score: Score, formats: Formats): string {
  const judged = `${score.name}: ${scoreDetail(score, formats)}`;
  return score.comment === null ? judged : `${judged}\n${score.comment}`;
}
