import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { MultiSelectField } from "../../ui/field.tsx";
import { useDashboardText } from "./messages.ts";

const fields = [{ field: "tags" as const }];

/** Filters the figures by tags. A record needs at least one of the tags. */
export function TagsField({
  tags,
  onChange,
}: {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const t = useDashboardText();
  const ofSteps = useOperation(recordFacets, { resource: "steps", fields, limit: 50 }, { priority: "low" });
  const ofThreads = useOperation(recordFacets, { resource: "threads", fields, limit: 50 }, { priority: "low" });
  const known = [ofSteps, ofThreads].flatMap(
    ({ data }) => data?.facets.facets[0]?.values.map(({ value }) => value) ?? [],
  );
  return (
    <MultiSelectField
      label={t("tags")}
      hideLabel
      values={tags}
      placeholder={t("everyTag")}
      onChange={onChange}
      options={[...new Set([...tags, ...known])]}
    />
  );
}
