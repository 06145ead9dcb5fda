import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { insertColumn, moveColumn } from "./column-layout.ts";
import { type ColumnName, columnsOf } from "./columns.ts";
import styles from "./log-view.module.css";
import type { LogResource } from "./log-resource.ts";
import { useLogsText } from "./messages.ts";
import { toolName } from "./tool-name.ts";

/** Selects and orders the visible columns. If there are many, the list scrolls sideways. */
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
  /** Called with the chosen columns, or with null to restore the default. */
  readonly onChange: (columns: readonly ColumnName[] | null) => void;
}) {
  const t = useLogsText();
  const [, ...others] = columnsOf[resource].reduce((names, name) => insertColumn(resource, names, name), columns);
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
                {t(`column_${name}`)}
                {fixed.includes(name) && <span className={styles.about}>{t("columnFixed")}</span>}
              </label>
              {at > 0 && (
                <span className={styles.moves}>
                  <IconButton
                    size="small"
                    label={t("columnBefore", { name: t(`column_${name}`) })}
                    disabled={at === 1}
                    onClick={() => move(-1)}
                  >
                    <ArrowUp size={12} />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={t("columnAfter", { name: t(`column_${name}`) })}
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
    </Popover>
  );
}
