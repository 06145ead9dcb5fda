import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import styles from "./inspector.module.css";
import { useInspectorText } from "./messages.ts";

/** Average of each score over the steps of a thread. */
export function ScoreAverages({
  scores,
}: {
  readonly scores: readonly { readonly name: string; readonly count: number; readonly average: number | null }[];
}) {
  const t = useInspectorText();
  const formats = useFormats();
  return (
    <span className={styles.chips}>
      {scores.map(({ name, count, average }) => (
        <Badge key={name} name={name}>
          {t("averageScore", { count, value: formats.number(average) })}
        </Badge>
      ))}
    </span>
  );
}
