import type { AlertFieldsFragment } from "../../generated/alerts.ts";
import { scoreNamesOf } from "../dashboards/score-names-of.ts";
import { UnmeasuredScores } from "../evaluators/agreement/measured-badge.tsx";

/** Marks an alert on scores of judges without enough recent human labels. */
export function UnmeasuredAlert({
  alert: { metric, filters, query },
}: {
  readonly alert: Pick<AlertFieldsFragment, "metric" | "filters" | "query">;
}) {
  if (metric !== "scoreAverage") return null;
  const filtered = filters.flatMap(({ field, operator, value }) =>
    field === "name" && (operator === "eq" || operator === "in") ? [value].flat().map(String) : [],
  );
  return <UnmeasuredScores names={filtered.length > 0 ? filtered : scoreNamesOf({ groupBy: null, query }, noGroups)} />;
}

const noGroups = { lines: [] };
