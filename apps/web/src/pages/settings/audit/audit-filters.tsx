import { SelectField, TextField } from "../../../ui/field.tsx";
import { TimeRangeField } from "../../../ui/time-range-field.tsx";
import type { TimeRange } from "../../../ui/time-range.ts";
import { type AuditAction, auditActions, useAuditText } from "../audit-messages.ts";
import styles from "./audit.module.css";

/** Conditions on the events of the log. Empty texts match every event. */
export interface AuditFilters extends TimeRange {
  readonly actor: string;
  readonly target: string;
  readonly action: AuditAction | "";
}

export const noFilters: AuditFilters = { actor: "", target: "", action: "" };

export function AuditFilterFields({
  filters,
  onChange,
}: {
  readonly filters: AuditFilters;
  readonly onChange: (filters: AuditFilters) => void;
}) {
  const t = useAuditText();
  const actions = auditActions
    .map((value) => ({ value, label: t(`action_${value}`) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <div className={styles.filters} role="search" aria-label={t("filters")}>
      <TextField
        type="search"
        label={t("who")}
        placeholder={t("nameOrId")}
        value={filters.actor}
        onChange={({ target }) => onChange({ ...filters, actor: target.value })}
      />
      <SelectField
        label={t("what")}
        value={filters.action}
        options={[{ value: "", label: t("allActions") }, ...actions]}
        onChange={(value) => onChange({ ...filters, action: auditActions.find((each) => each === value) ?? "" })}
      />
      <TextField
        type="search"
        label={t("subject")}
        placeholder={t("nameOrId")}
        value={filters.target}
        onChange={({ target }) => onChange({ ...filters, target: target.value })}
      />
      <div>
        <TimeRangeField
          value={{ from: filters.from, to: filters.to }}
          onChange={({ from, to }) => onChange({ ...filters, from, to })}
        />
      </div>
    </div>
  );
}
