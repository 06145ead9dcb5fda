import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { TimeRangeField } from "../../../ui/time-range-field.tsx";
import { type LogSearch, quickRanges } from "../log-search.ts";
import styles from "./filters.module.css";
import { useFiltersText } from "./messages.ts";

export function RangeFields({
  search,
  hasAll = true,
  onChange,
}: {
  readonly search: Pick<LogSearch, "range" | "from" | "to">;
  readonly hasAll?: boolean;
  readonly onChange: (change: Partial<LogSearch>) => void;
}) {
  const t = useFiltersText();
  const [isAsked, setIsAsked] = useState(false);
  const { range, from, to } = search;
  const isCustom = isAsked || (range === undefined && (from !== undefined || to !== undefined));
  const nowhere = { range: undefined, from: undefined, to: undefined };
  return (
    <div className={styles.range} data-custom={isCustom || undefined}>
      {isCustom && (
        <TimeRangeField
          value={{ from, to }}
          onChange={(times) => {
            setIsAsked(false);
            onChange({ ...nowhere, ...times });
          }}
        />
      )}
      <SelectField
        label={t("range")}
        hideLabel
        value={isCustom ? "custom" : (range ?? "all")}
        onChange={(value) => {
          setIsAsked(value === "custom");
          const quick = quickRanges.find((each) => each === value);
          if (quick) onChange({ ...nowhere, range: quick });
          else if (value === "all") onChange(nowhere);
        }}
        options={[...(hasAll ? (["all"] as const) : []), ...quickRanges, "custom" as const].map((each) => ({
          value: each,
          label: t(`range_${each}`),
        }))}
      />
    </div>
  );
}
