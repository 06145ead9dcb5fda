import type { ColumnSummary } from "./compare-runs.ts";
import type { ComparedRun } from "./compared-run.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Names the experiments that have no row in common with the baseline, and are therefore not compared with it. */
export function NotComparedNotice({
  runs,
  summaries,
}: {
  readonly runs: readonly ComparedRun[];
  readonly summaries: readonly ColumnSummary[];
}) {
  const t = useExperimentsText();
  const names = runs.filter((_run, column) => summaries[column]?.isUnrelated).map(({ name }) => name);
  if (names.length === 0) return null;
  const isOneDataset = new Set(runs.map(({ datasetId }) => datasetId)).size === 1;
  return (
    <p className={styles.notice} role="status">
      {!isOneDataset && <strong>{t("differentDatasets")}</strong>}{" "}
      <VisibleText text={t("notComparedAbout", { count: names.length, names: names.join(", ") })} />
    </p>
  );
}
