import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { datasetExperiments } from "../../generated/datasets.ts";
import { useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./datasets-page.module.css";

/** Table cells with the number of a dataset's experiments, and the scores of the newest one. */
export function DatasetExperiments({ datasetId }: { readonly datasetId: string }) {
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const { data } = useOperation(datasetExperiments, {
    filters: [{ field: "datasetId", operator: "eq", value: datasetId }],
  });
  const { totalCount = null, edges = [] } = data?.datasetExperiments ?? {};
  const newest = edges[0]?.node;
  return (
    <>
      <td data-number>
        {totalCount ? (
          <Link to="/projects/$projectId/experiments" params={{ projectId }} search={{ dataset: datasetId }}>
            {formats.number(totalCount)}
          </Link>
        ) : (
          formats.number(totalCount)
        )}
      </td>
      <td>
        {newest && (
          <span className={styles.newest}>
            <Link to="/projects/$projectId/experiments/compare" params={{ projectId }} search={{ ids: newest.id }}>
              <VisibleText text={newest.name} />
            </Link>
            {newest.scores.map(({ name, average }) => (
              <Badge key={name}>
                <VisibleText text={name} /> {formats.number(average)}
              </Badge>
            ))}
          </span>
        )}
      </td>
    </>
  );
}
