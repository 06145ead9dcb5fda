import { useState } from "react";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { type LogSearch, quickRanges } from "../log-search.ts";
import { toLocalTime } from "./filter-editor.tsx";
import styles from "./filters.module.css";
import { useFiltersText } from "./messages.ts";

/** Time range of a list: a duration that ends now, or start and end. */
export function RangeFields({
  search,
  hasAll = true,
  onChange,
}: {
  readonly search: Pick<LogSearch, "range" | "from" | "to">;
  /** Whether all time can be selected. */
  readonly hasAll?: boolean;
  readonly onChange: (change: Partial<LogSearch>) => void;
}) {
  const t = useFiltersText();
  const [isCustom, setIsCustom] = useState(false);
  const { range, from, to } = search;
  const hasTimes = range === undefined && (from !== undefined || to !== undefined || isCustom);
  const nowhere = { range: undefined, from: undefined, to: undefined };
  const setTime = (name: "from" | "to", text: string): void => {
    const time = Date.parse(text);
    const value = Number.isNaN(time) ? undefined : new Date(time).toISOString();
    onChange({ ...nowhere, from, to, [name]: value });
  };
  return (
    <div className={styles.range}>
      <SelectField
        label={t("range")}
        hideLabel
        value={range ?? (hasTimes ? "custom" : "all")}
        onChange={(value) => {
          setIsCustom(value === "custom");
          const quick = quickRanges.find((each) => each === value);
          if (quick) onChange({ ...nowhere, range: quick });
          else if (value === "all" || range !== undefined) onChange(nowhere);
        }}
        options={[...(hasAll ? (["all"] as const) : []), ...quickRanges, "custom" as const].map((each) => ({
          value: each,
          label: t(`range_${each}`),
        }))}
      />
      {hasTimes && (
        <>
          <TextField
            label={t("from")}
            hideLabel
            type="datetime-local"
            defaultValue={toLocalTime(from ?? "").slice(0, 16)}
            key={`from-${from}`}
            onBlur={(event) => setTime("from", event.currentTarget.value)}
          />
          <TextField
            label={t("to")}
            hideLabel
            type="datetime-local"
            defaultValue={toLocalTime(to ?? "").slice(0, 16)}
            key={`to-${to}`}
            onBlur={(event) => setTime("to", event.currentTarget.value)}
          />
        </>
      )}
    </div>
  );
}
