import { SelectField } from "../../ui/field.tsx";
import type { DashboardSearch } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { experimentEnvironment } from "./use-environments.ts";
import { visibleString } from "../../messages/hidden-characters.ts";

type Choice = Pick<DashboardSearch, "environment" | "experiments">;

/** Selects the environments: all but experiments, all, or one. */
export function EnvironmentField({
  known,
  value,
  onChange,
}: {
  readonly known: readonly string[];
  readonly value: Choice;
  readonly onChange: (value: Choice) => void;
}) {
  const t = useDashboardText();
  const { environment, experiments = false } = value;
  const names = environment === undefined || known.includes(environment) ? known : [environment, ...known];
  const hasExperiments = experiments || known.includes(experimentEnvironment);
  return (
    <SelectField
      label={t("environment")}
      hideLabel
      value={environment === undefined ? (experiments ? "all" : "") : named(environment)}
      onChange={({ currentTarget }) =>
        onChange({
          environment: names.find((name) => named(name) === currentTarget.value),
          experiments: currentTarget.value === "all" ? true : undefined,
        })
      }
    >
      <option value="">{t(hasExperiments ? "withoutExperiments" : "everyEnvironment")}</option>
      {hasExperiments && <option value="all">{t("everyEnvironment")}</option>}
      {names.map((name) => (
        <option key={name} value={named(name)}>
          {visibleString(name)}
        </option>
      ))}
    </SelectField>
  );
}

/** Option value of an environment, which may have any name. */
function named(name: string): string {
  return `=${name}`;
}
