import { Columns3 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { type ColumnName, columnsOf } from "./columns.ts";
import styles from "./log-view.module.css";
import type { LogResource } from "./log-resource.ts";
import { useLogsText } from "./messages.ts";
import { toolName } from "./tool-name.ts";

/** Selects the visible columns; the list scrolls sideways when there are many. */
export function ColumnChooser({
  resource,
  columns,
  fixed,
  onChange,
}: {
  readonly resource: LogResource;
  readonly columns: readonly ColumnName[];
  /** Columns that are always shown. */
  readonly fixed: readonly ColumnName[];
  /** Null: the default columns. */
  readonly onChange: (columns: readonly ColumnName[] | null) => void;
}) {
  const t = useLogsText();
  const [first, ...others] = columnsOf[resource];
  return (
    <Popover
      title={t("columns")}
      trigger={
        <Button size="small">
          <Columns3 size={14} aria-hidden />
          <span className={toolName}>{t("columns")}</span>
        </Button>
      }
    >
      <div className={styles.chooser}>
        {others.map((name) => (
          <label key={name} className={styles.choice}>
            <input
              type="checkbox"
              checked={columns.includes(name) || fixed.includes(name)}
              disabled={fixed.includes(name)}
              onChange={(event) => {
                const wanted = new Set(columns);
                if (event.currentTarget.checked) wanted.add(name);
                else wanted.delete(name);
                onChange([...(first ? [first] : []), ...others.filter((each) => wanted.has(each))]);
              }}
            />
            {t(`column_${name}`)}
            {fixed.includes(name) && <span className={styles.about}>{t("columnFixed")}</span>}
          </label>
        ))}
        <Button size="small" look="plain" onClick={() => onChange(null)}>
          {t("resetColumns")}
        </Button>
      </div>
    </Popover>
  );
}
