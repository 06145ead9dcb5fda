import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import type { MatchingStepsQueryVariables } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useReviewText } from "./messages.ts";
import styles from "./review.module.css";

/**
 * Number of the matching steps of each type, if they have several types. A click restricts the selection to a type, and
 * another click removes the restriction. The list itself ignores the restriction, so that all types stay listed, and
 * the focus is kept.
 */
export function MatchingTypes({
  conditions,
  drafted,
  onType,
}: {
  /** Conditions whose matching steps are counted. */
  readonly conditions: MatchingStepsQueryVariables;
  /** Conditions that the user has chosen. `conditions` follows them after a while. */
  readonly drafted: MatchingStepsQueryVariables;
  /** Called with the type, or with null to remove the restriction. */
  readonly onType: (type: string | null) => void;
}) {
  const t = useReviewText();
  const formats = useFormats();
  const chosen = typeFilterIn(drafted)?.value;
  const restriction = typeFilterIn(conditions);
  const { data } = useOperation(recordFacets, {
    resource: "steps",
    filters: filtersIn(conditions).filter((filter) => filter !== restriction),
    query: conditions.query ?? null,
    fields: [{ field: "type", path: null, search: null }],
    limit: 20,
  });
  const types = data?.facets.facets[0]?.values ?? [];
  if (types.length < 2) return null;
  return (
    <ul className={styles.types} aria-label={t("matchingTypes")}>
      {types.map(({ value, count }) => (
        <li key={value}>
          <Button
            size="small"
            title={visibleString(t("onlyType", { type: value }))}
            isPressed={value === chosen}
            onClick={() => onType(value === chosen ? null : value)}
          >
            <VisibleText text={value} />{" "}
            {data?.facets.isEstimate ? t("aboutCount", { number: formats.number(count) }) : formats.number(count)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function filtersIn({ filters }: MatchingStepsQueryVariables) {
  return [filters ?? []].flat();
}

/** Returns the filter that restricts steps to one type. */
function typeFilterIn(conditions: MatchingStepsQueryVariables) {
  return filtersIn(conditions).find(({ field, operator }) => field === "type" && operator === "eq");
}
