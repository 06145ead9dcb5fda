import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useFormats } from "../../messages/formats.ts";
import { useDatasetsText } from "./messages.ts";
import { NewestScores } from "./newest-scores.tsx";
import type { newestOf } from "./use-newest-experiment.ts";

/** Two table cells: the number of the dataset's experiments, and a link to the newest one. */
export function DatasetExperiments({
  datasetId,
  experiments: { totalCount, newest },
}: {
  readonly datasetId: string;
  readonly experiments: ReturnType<typeof newestOf>;
}) {
  const t = useDatasetsText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  return (
    <>
      <td data-label={t("experiments")} data-number>
        {totalCount ? (
          <Link to="/projects/$projectId/experiments" params={{ projectId }} search={{ dataset: datasetId }}>
            {formats.number(totalCount)}
          </Link>
        ) : (
          formats.number(totalCount)
        )}
      </td>
      <td data-label={t("newestExperiment")}>{newest && <NewestScores newest={newest} />}</td>
      <td data-label={t("lastRun")} data-time title={newest ? formats.dateTime(newest.createdAt) : undefined}>
        {newest && formats.relativeTime(newest.createdAt)}
      </td>
    </>
  );
}
