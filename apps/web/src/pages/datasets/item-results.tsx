import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { newestExperimentIds } from "../../generated/datasets.ts";
import { useDatasetsText } from "./messages.ts";

/** Link to a page that compares an item's results in the newest experiments of its dataset. */
export function ItemResults({ datasetId, itemId }: { readonly datasetId: string; readonly itemId: string }) {
  const t = useDatasetsText();
  const projectId = useProjectId() ?? "";
  const { data } = useOperation(newestExperimentIds, {
    filters: [{ field: "datasetId", operator: "eq", value: datasetId }],
  });
  const ids = (data?.datasetExperiments.edges ?? []).map(({ node }) => node.id);
  if (ids.length === 0) return null;
  return (
    <Link
      to="/projects/$projectId/experiments/compare"
      params={{ projectId }}
      // The first id is the baseline, so the oldest experiment comes first.
      search={{ ids: ids.toReversed().join(","), row: itemId }}
    >
      {t("resultsIn", { count: ids.length })}
    </Link>
  );
}
