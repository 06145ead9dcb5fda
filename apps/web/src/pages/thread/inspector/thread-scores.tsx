import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { recordStatistics } from "../../../generated/analytics.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import type { Outline } from "../outline/outline.ts";
import styles from "./inspector.module.css";
import { useInspectorText } from "./messages.ts";
import { Section } from "./section.tsx";

/** Of so many judged steps the scores are counted, the first ones: their ids travel in the request. */
const most = 500;

/** How the steps of a thread were judged: each score by its name, on average where there are several. */
export function ThreadScores(props: { readonly projectId: string; readonly outline: Outline }) {
  const { projectId, outline } = props;
  const t = useInspectorText();
  const formats = useFormats();
  const client = useQueryClient();
  // The thread is read anew when something in it changes.
  const settled = useSettled(outline, 1_000);
  const scored = useMemo(() => settled.scoredIds(most), [settled]);
  const { data } = useOperation(
    recordStatistics,
    { resource: "scores", filters: [{ field: "stepId", operator: "in", value: scored }] },
    { enabled: scored.length > 0 },
  );
  const counted = useRef(settled);
  useEffect(() => {
    if (counted.current === settled) return;
    counted.current = settled;
    void client.invalidateQueries({ queryKey: [projectId, recordStatistics.text] });
  }, [client, projectId, settled]);
  const scores = scored.length === 0 ? [] : (data?.statistics.scores ?? []);
  if (scores.length === 0) return null;
  return (
    <Section title={t("scores")}>
      <span className={styles.chips}>
        {scores.map(({ name, count, average }) => (
          <Badge key={name} tone="accent">
            {name} {t("averageScore", { count, value: formats.number(average) })}
          </Badge>
        ))}
        {scored.length === most && <span className={styles.quiet}>{t("scoresOfFirst", { count: most })}</span>}
      </span>
    </Section>
  );
}
