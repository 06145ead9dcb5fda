import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { SelectField } from "../../ui/field.tsx";
import { useDashboardText } from "./messages.ts";

/** The environments that records came from. */
export function EnvironmentField({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const t = useDashboardText();
  const { data } = useOperation(recordFacets, { resource: "steps", fields: [{ field: "environment" }], limit: 50 });
  const known = data?.facets.facets[0]?.values.map((each) => each.value) ?? [];
  const names = value === undefined || known.includes(value) ? known : [value, ...known];
  return (
    <SelectField
      label={t("environment")}
      hideLabel
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
    >
      <option value="">{t("everyEnvironment")}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
