import { SelectField } from "../../ui/field.tsx";
import type { DashboardSearch } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { experimentEnvironment } from "./use-environments.ts";
import { visibleString } from "../../messages/hidden-characters.ts";

type Choice = Pick<DashboardSearch, "environment" | "experiments">;

/** Selects all environments but experiments, all environments, or a single one. */
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
      onChange={(chosen) =>
        onChange({
          environment: names.find((name) => named(name) === chosen),
          experiments: chosen === "all" ? true : undefined,
        })
      }
      options={[
        { value: "", label: t(hasExperiments ? "withoutExperiments" : "everyEnvironment") },
        ...(hasExperiments ? [{ value: "all", label: t("everyEnvironment") }] : []),
        ...names.map((name) => ({ value: named(name), label: visibleString(name) })),
      ]}
    />
  );
}

/**
 * Option value for an environment. The prefix prevents a clash with the other options, because an environment may have
 * any name.
 */
function named(name: string): string {
  return `=${name}`;
}
