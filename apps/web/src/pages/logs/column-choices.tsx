import { ArrowDown, ArrowUp } from "lucide-react";
import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import type { ColumnChooserProps } from "./column-chooser.tsx";
import { columnLabel } from "./column-label.ts";
import { insertColumn, moveColumn } from "./column-layout.ts";
import { type ColumnName, columnsOf } from "./columns.ts";
import styles from "./log-view.module.css";
import { useLogsText } from "./messages.ts";
import { scoreColumn } from "./score-columns.ts";

/** Checkboxes for all columns. Each score name that occurs in the list has its own column. */
export function ColumnChoices({ resource, columns, fixed, onChange }: ColumnChooserProps) {
  const t = useLogsText();
  const hasScores = resource !== "scores";
  const { data } = useOperation(
    recordFacets,
    { resource, fields: [{ field: "scoreName" }], limit: 100 },
    { enabled: hasScores },
  );
  const ofScores = hasScores ? (data?.facets.facets[0]?.values.map(({ value }) => scoreColumn(value)) ?? []) : [];
  const all: readonly ColumnName[] = [...columnsOf[resource], ...ofScores];
  const [, ...others] = all.reduce((names, name) => insertColumn(resource, names, name), columns);
  return (
    <div className={styles.chooser}>
      {others.map((name) => {
        const at = columns.indexOf(name);
        const move = (offset: 1 | -1): void => onChange(moveColumn(columns, name, columns[at + offset]));
        return (
          <div key={name} className={styles.choice}>
            <label>
              <input
                type="checkbox"
                checked={columns.includes(name) || fixed.includes(name)}
                disabled={fixed.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? insertColumn(resource, columns, name) : columns.filter((each) => each !== name))
                }
              />
              <span title={columnLabel(t, name)}>{columnLabel(t, name)}</span>
              {fixed.includes(name) && <span className={styles.about}>{t("columnFixed")}</span>}
            </label>
            {at > 0 && (
              <span className={styles.moves}>
                <IconButton
                  size="small"
                  label={t("columnBefore", { name: columnLabel(t, name) })}
                  disabled={at === 1}
                  onClick={() => move(-1)}
                >
                  <ArrowUp size={12} />
                </IconButton>
                <IconButton
                  size="small"
                  label={t("columnAfter", { name: columnLabel(t, name) })}
                  disabled={at === columns.length - 1}
                  onClick={() => move(1)}
                >
                  <ArrowDown size={12} />
                </IconButton>
              </span>
            )}
          </div>
        );
      })}
      <Button size="small" look="plain" onClick={() => onChange(null)}>
        {t("resetColumns")}
      </Button>
    </div>
  );
}
