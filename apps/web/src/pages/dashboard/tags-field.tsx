import { X } from "lucide-react";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useDashboardText } from "./messages.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const fields = [{ field: "tags" as const }];

/** Filters the figures by tags: records with any of them count. */
export function TagsField({
  tags,
  onChange,
}: {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const t = useDashboardText();
  const ofSteps = useOperation(recordFacets, { resource: "steps", fields, limit: 50 });
  const ofThreads = useOperation(recordFacets, { resource: "threads", fields, limit: 50 });
  const known = [ofSteps, ofThreads].flatMap(
    ({ data }) => data?.facets.facets[0]?.values.map(({ value }) => value) ?? [],
  );
  const names = [...new Set(known)].filter((name) => !tags.includes(name));
  return (
    <>
      {tags.map((tag) => (
        <Button
          key={tag}
          size="small"
          title={visibleString(tag)}
          aria-label={t("removeTag", { tag })}
          onClick={() => onChange(tags.filter((each) => each !== tag))}
        >
          <VisibleText text={tag.length > 24 ? `${tag.slice(0, 24)}…` : tag} />
          <X size={12} aria-hidden />
        </Button>
      ))}
      {(names.length > 0 || tags.length === 0) && (
        <SelectField
          label={t("tags")}
          hideLabel
          value=""
          onChange={(value) => onChange([...tags, value])}
          options={[
            { value: "", label: t(tags.length === 0 ? "everyTag" : "anotherTag") },
            ...names.map((name) => ({ value: name, label: visibleString(name) })),
          ]}
        />
      )}
    </>
  );
}
